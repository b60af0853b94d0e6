import { readFileSync } from 'node:fs'
import t from 'tap'
import { checkImage, PictureError, type Report, readPng, unreadablePng } from '../../src/check/index.ts'
import { absent } from '../pages/browser.ts'
import { cases, random } from '../random.ts'
import { hostileKinds, hostilePng } from './hostile-pngs.ts'
import { brought, kept, on, saved, verdict } from './on-page.ts'

async function reportOn(path: string): Promise<Report> {
  try {
    return checkImage(await readPng(new Uint8Array(readFileSync(path))))
  } catch (error) {
    if (error instanceof PictureError) return unreadablePng(error)
    throw error
  }
}

t.test('hostile PNGs: the page gives the verdict of the checker on each, and stays responsive', absent, async (t) => {
  const r = random('hostile page')
  const most = { pixels: 1e6, chunks: 1e5, bytes: 4e6 }
  await on(t, async ({ page }) => {
    for (let i = 0; i < cases(hostileKinds.length, 20); i++) {
      const { kind, file } = hostilePng(i, r, most)
      const path = kept(`${kind}.png`, file)
      await brought(page, path)
      t.equal((await saved(page, '#json')).text, `${JSON.stringify(await reportOn(path))}\n`, `${kind}, case ${i}`)
      t.not(await verdict(page), 'Not checked', kind)
    }
  })
})
