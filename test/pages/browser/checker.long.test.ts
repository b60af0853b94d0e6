import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import t from 'tap'
import { checkImage, PictureError, type Report, readPng, unreadablePng } from '../../../src/reader/check/index.ts'
import { all, random } from '../../random.ts'
import { hostileKinds, hostilePng } from '../../reader/check/hostile-pngs.ts'
import { absent } from '../browser.ts'
import { brought, kept, on, saved, verdict } from '../check-page.ts'

async function reportOn(path: string): Promise<Report> {
  try {
    return checkImage(await readPng(new Uint8Array(readFileSync(path))))
  } catch (error) {
    if (error instanceof PictureError) return unreadablePng(error)
    throw error
  }
}

/** Pictures that are brought together; their reports are one download, because Chromium drops the eleventh of a second. */
const together = 5 * hostileKinds.length

t.test('hostile PNGs: the page gives the verdict of the checker on each, and stays responsive', absent, async (t) => {
  const r = random('hostile page')
  const most = { pixels: 1e6, chunks: 1e5, bytes: 4e6 }
  await on(t, async ({ page }) => {
    for (let round = 0; round < (all ? 4 : 2); round++) {
      const paths = Array.from({ length: together }, (_, i) => {
        const { kind, file } = hostilePng(i, r, most)
        return kept(`${round}-${100 + i}-${kind}.png`, file)
      })
      await brought(page, ...paths)
      const lines = (await saved(page, '#all-json')).text.split('\n')
      t.equal(lines.pop(), '')
      t.equal(lines.length, paths.length)
      for (const [i, path] of paths.entries()) {
        const file = basename(path)
        const report = JSON.parse(JSON.stringify({ file, ...(await reportOn(path)) })) as object
        t.same(JSON.parse(lines[i]!), report, `${file}, round ${round}`)
        await page.locator('#pictures button').nth(i).click()
        t.not(await verdict(page), 'Not checked', file)
      }
    }
  })
})
