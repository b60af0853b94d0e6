/** The first label on a slow phone: what the page waits for before it shows a picture, and how long that takes. */

import t from 'tap'
import { absent, closed, visit } from '../pages/browser.ts'
import { served } from '../server/http/wire.ts'

const service = await served()
t.teardown(async () => {
  await closed()
  await service.close()
})

/** Resolves with the milliseconds from the navigation to the frame that shows the first picture, in a page that is yet to load. */
const firstPicture = `window.firstPicture = new Promise((resolve) => {
  new MutationObserver((_, observer) => {
    if (document.querySelector('#stage[data-state=shown] img') === null) return
    observer.disconnect()
    requestAnimationFrame(() => resolve(performance.now()))
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-state'] })
})`

/** A file or an answer that the page has asked for before the picture, in milliseconds from the navigation. */
interface Loaded {
  readonly name: string
  readonly bytes: number
  readonly from: number
  readonly to: number
}

/** Without what belongs to the picture itself, and the digests in names. */
const loadedBefore = (time: number): string => `performance.getEntriesByType('resource')
  .filter(({ name, startTime }) => startTime < ${time} && !name.startsWith('blob:') && !name.endsWith('.svg'))
  .map(({ name, encodedBodySize: bytes, startTime: from, responseEnd: to }) =>
    ({ name: new URL(name).pathname.replace(/^.*[/]|-[0-9a-f]{16}/g, ''), bytes, from, to }))`

t.test('the first label waits for a style sheet, two scripts and its picture', absent, async (t) => {
  const times: number[] = []
  for (let round = 0; round < 3; round++) {
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
    const { page, faults, close } = await visit(`${service.url}/docs/errors`, phone)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(firstPicture)
    await page.goto(service.url, { waitUntil: 'commit' })
    const first = await page.evaluate<number>('window.firstPicture')
    times.push(Math.round(first))
    const loaded = await page.evaluate<Loaded[]>(loadedBefore(first))
    const named = (name: string): Loaded | undefined => loaded.find((each) => each.name === name)
    t.same(
      loaded
        .map(({ name }) => name)
        .filter((name) => !['printers', 'designs'].includes(name))
        .sort(),
      ['label', 'label.css', 'label.en.js', 'label.en.shared.js'],
      'and for nothing else',
    )
    t.ok(
      (named('label.en.shared.js')?.from ?? Number.NaN) < (named('label.en.js')?.to ?? Number.NaN),
      'the scripts come at once, not one after the other',
    )
    const bytes = loaded.reduce((sum, each) => sum + each.bytes, 0)
    t.ok(bytes < 140_000, `${bytes} bytes before anything is packed`)
    t.same(faults, [])
    await close()
  }
  t.comment(`first label, 390 pixels wide, CPU slowed four times: ${times.sort((a, b) => a - b).join(', ')} ms`)
})
