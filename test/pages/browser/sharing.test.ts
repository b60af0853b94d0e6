import { readFileSync } from 'node:fs'
import t from 'tap'
import { zplLabels } from '../../oracle/zpl.ts'
import { absent, drawn } from '../browser.ts'
import { on } from '../label-page.ts'

t.test('the picture goes to the clipboard, and a label is a file of SVG or ZPL too', absent, async (t) => {
  await on(t, '#type=qr&text=QZ-0001&size=40x20&caption=Hex%20bolt', async ({ page }) => {
    await drawn(page, /QR Code/)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.locator('#copy-image').click()
    await page.locator('#notice', { hasText: 'clipboard' }).waitFor()
    const size = await page.evaluate<number[]>(`navigator.clipboard.read()
      .then(([item]) => item.getType('image/png')).then(createImageBitmap).then(({ width, height }) => [width, height])`)
    const image = await page.evaluate(
      "(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight])(document.querySelector('#paper img'))",
    )
    t.same(size, image)
    const [file] = await Promise.all([page.waitForEvent('download'), page.locator('#download-svg').click()])
    t.equal(file.suggestedFilename(), 'label-40x20-qr.svg')
    t.match(readFileSync(await file.path(), 'utf8'), /^<svg /)
    const [zpl] = await Promise.all([page.waitForEvent('download'), page.locator('#download-zpl').click()])
    t.equal(zpl.suggestedFilename(), 'label-40x20-qr.zpl')
    t.same(
      zplLabels(readFileSync(await zpl.path())).map(({ copies }) => copies),
      [1],
    )
    await page.fill('#text', '')
    await page.locator('#copy-image').click()
    await page.locator('#text:focus').waitFor()
  })
})
