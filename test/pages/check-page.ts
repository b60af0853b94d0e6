/** The page /check in a browser, and pictures to give to it. One service and one folder for each file of tests. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { type Barcode, encode, rowsOf } from '../../symbologies/index.ts'
import { rowsPicture } from '../reader/check/paint.ts'
import { greyPng } from '../reader/check/png-writer.ts'
import { served } from '../server/http/wire.ts'
import { closed, type Visit, visit } from './browser.ts'

type Page = Visit['page']

export const service = await served()
export const folder = mkdtempSync(join(tmpdir(), 'check-page-'))
t.teardown(async () => {
  await closed()
  await service.close()
  rmSync(folder, { recursive: true })
})

export const address = `${service.url}/check`
let shared: Promise<Visit> | undefined

/** One page for all tests that leave it as they found it; each of them wants it to have made no fault. */
export async function on(t: Test, use: (visit: Visit) => Promise<void>): Promise<void> {
  shared ??= visit(address)
  const here = await shared
  await use(here)
  t.same(here.faults, [], 'no error, no violation of the policy, no request to others')
}

/** A file of the test's folder, as a person has it who is about to choose it. */
export function kept(name: string, bytes: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

/** Chooses these files and waits until all of them are checked. */
export async function brought(page: Page, ...paths: readonly string[]): Promise<void> {
  await page.evaluate("document.getElementById('status').textContent = ''")
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.locator('#files').click()])
  await chooser.setFiles([...paths])
  await checkedAll(page)
}

export const checkedAll = (page: Page): Promise<void> =>
  page.locator('#status').filter({ hasText: /./ }).waitFor({ state: 'attached' })

export const verdict = (page: Page): Promise<string> => page.locator('#verdict').innerText()

/** What a link saves. */
export async function saved(page: Page, link: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator(link).click()])
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

/** The symbol on the page, read from its shape. */
export const drawn = (page: Page): Promise<string | null> => page.locator('#frame svg .dark').getAttribute('d')

/** The symbol in this shape. */
export function pathOf({ matrix }: Barcode): string {
  const pitch = matrix.height === 1 ? 10 : 1
  return rowsOf(matrix)
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map(
        ({ index, 0: run }) => `M${index} ${y * pitch}h${run.length}v${pitch}h-${run.length}z`,
      ),
    )
    .join('')
}

export const labelled = (symbol: string): string =>
  `${symbol}: the symbol. Arrow keys move from module to module, Enter selects a step that the module belongs to.`

export const flipped = (
  rows: readonly string[],
  places: readonly (readonly [row: number, column: number])[],
): string[] =>
  rows.map((row, y) =>
    Array.from(row, (module, x) =>
      places.some((place) => place[0] === y && place[1] === x) ? 1 - Number(module) : module,
    ).join(''),
  )

/** Modules of finder pattern, format information and data that are wrong. */
export const injected = [
  [3, 3],
  [8, 2],
  [20, 20],
] as const
export const soundRows = rowsOf(encode('qr', 'QZ-0001 in the warehouse', { version: 3 }).matrix)
export const faultyPicture = rowsPicture(flipped(soundRows, injected))
export const faulty = kept('faulty.png', greyPng(faultyPicture))
export const nothing = kept('nothing.png', greyPng({ width: 40, height: 40, grey: new Uint8Array(1600).fill(255) }))
