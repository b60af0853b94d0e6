import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { pagesOf, pdfPictures, pdfToolsAbsent } from '../../oracle/pdf.ts'
import { pngPicture, svgPicture } from '../../oracle/picture.ts'
import type { Picture } from '../../oracle/zxing.ts'
import { ask, served } from '../../server/http/wire.ts'
import { absent, browserAbsent, closed, drawn, read, seen, type Visit, visit, visited } from '../browser.ts'

const service = await served()
t.teardown(async () => {
  await closed()
  await service.close()
})

const on = (t: Test, hash: string, use: (visit: Visit) => Promise<void>): Promise<void> =>
  visited(t, `${service.url}/${hash}`, use)

t.test('downloads are the barcode', { skip: browserAbsent || pdfToolsAbsent }, async (t) => {
  await on(t, '#make=barcode&type=datamatrix&text=QZ%20%C3%A9&scale=8', async ({ page }) => {
    const save = async (format: string): Promise<[string, Buffer]> => {
      const [download] = await Promise.all([page.waitForEvent('download'), page.locator(`#download-${format}`).click()])
      return [download.suggestedFilename(), readFileSync(await download.path())]
    }
    const [pngName, png] = await save('png')
    await read(t, pngPicture(png), 'datamatrix', 'QZ é')
    const [svgName, svg] = await save('svg')
    await read(t, svgPicture(svg), 'datamatrix', 'QZ é')
    const [pdfName, pdf] = await save('pdf')
    await read(t, inPdf(t, pdf)[0]!, 'datamatrix', 'QZ é')
    t.same([pngName, svgName, pdfName], ['datamatrix.png', 'datamatrix.svg', 'datamatrix.pdf'])

    await page.locator('label:has([name=make][value=label])').click()
    await page.fill('#qty', '2')
    const [drawingName, drawing] = await save('svg')
    t.equal(drawingName, 'label-4x6-datamatrix.svg')
    await read(t, svgPicture(drawing), 'datamatrix', 'QZ é')
    const [labelName, label] = await save('pdf')
    t.equal(labelName, 'label-4x6-datamatrix.pdf')
    t.equal(inPdf(t, label).length, 2)
  })
})

/** The pages of the document at 300 dpi. */
function inPdf(t: Test, bytes: Uint8Array): Picture[] {
  return pdfPictures(fileOf(t, bytes), 300)
}

function fileOf(t: Test, bytes: Uint8Array): string {
  const file = join(t.testdir(), 'x.pdf')
  writeFileSync(file, bytes)
  return file
}

t.test('a printed page is the label, dot for dot', { skip: browserAbsent || pdfToolsAbsent }, async (t) => {
  const labels = [
    ['#type=code128&text=QZ&size=3x2&qty=3', 216, 144, 3, '/api/v1/label?type=code128&text=QZ&size=3x2&format=png'],
    [
      '#type=qr&text=QZ&size=62x100&orientation=portrait',
      (62 / 25.4) * 72,
      (100 / 25.4) * 72,
      1,
      '/api/v1/label?type=qr&text=QZ&size=62x100&orientation=portrait&format=png',
    ],
    [
      '#type=ean8&text=9638507&size=25x10',
      (25 / 25.4) * 72,
      (10 / 25.4) * 72,
      1,
      '/api/v1/label?type=ean8&text=9638507&size=25x10&application=retail&format=png',
    ],
    [
      '#make=barcode&type=qr&text=QZ&scale=5',
      (48 / 96) * 72,
      (48 / 96) * 72,
      1,
      '/api/v1/barcode?type=qr&text=QZ&scale=5',
    ],
    [
      '#type=ean13&text=400638133393&size=50x30&dpi=203',
      (50 / 25.4) * 72,
      (30 / 25.4) * 72,
      1,
      '/api/v1/label?type=ean13&text=400638133393&size=50x30&dpi=203&application=retail&format=png',
      203.2,
    ],
    [
      '#make=barcode&type=code128&text=QZ-0001&scale=2&dpi=152',
      (154 / 96) * 72,
      (58 / 96) * 72,
      1,
      '/api/v1/barcode?type=code128&text=QZ-0001&scale=2&dpi=152',
      152.4,
    ],
  ] as const
  for (const [hash, width, height, copies, target, dpi = 300] of labels) {
    await on(t, hash, async ({ page }) => {
      await drawn(page, /drawn/)
      const file = fileOf(t, await page.pdf({ preferCSSPageSize: true }))
      const pages = pagesOf(file)
      t.equal(pages.length, copies, `${hash}: a page a copy`)
      for (const page of pages) {
        // Chromium rounds page sizes
        t.ok(
          Math.abs(page.width - width) < 1 && Math.abs(page.height - height) < 1,
          `${page.width} x ${page.height} points`,
        )
      }
      const label = pngPicture((await ask(service.port, `GET ${target}`)).body)
      for (const picture of pdfPictures(file, dpi)) t.ok(difference(picture, label) < 0.002, `${hash}: the same dots`)
    })
  }
})

/** Share of dots of `b` that are of another colour in `a`; outside of `a` is white. */
function difference(a: Picture, b: Picture): number {
  let count = 0
  for (let y = 0; y < b.height; y++) {
    for (let x = 0; x < b.width; x++) {
      const there = x < a.width && y < a.height ? a.grey[y * a.width + x]! : 255
      if (there < 128 !== b.grey[y * b.width + x]! < 128) count++
    }
  }
  return count / b.grey.length
}

t.test('what is not the label on the form is never printed', { skip: browserAbsent || pdfToolsAbsent }, async (t) => {
  await on(t, '', async ({ page }) => {
    await drawn(page, /Code 128/)
    await page.route('**/api/v1/label?*', () => {})
    await page.fill('#text', 'another')
    const file = fileOf(t, await page.pdf({ preferCSSPageSize: true }))
    t.match(
      pagesOf(file)
        .flatMap(({ words }) => words.map(({ text }) => text))
        .join(' '),
      /^The label was not printed because it is not ready/,
    )
    await read(t, await seen(page), 'code128', 'QZ-0001')
  })
})

t.test('what can be copied leads to the same picture', absent, async (t) => {
  const text = `a"b'c$(x)\`&lt;<é> %日\\`
  await on(t, `#${new URLSearchParams({ make: 'barcode', type: 'qr', text, scale: '4' })}`, async ({ page }) => {
    await drawn(page, /QR Code/)
    await page.locator('#links summary').click()
    const copied = async (name: string): Promise<string> => {
      await page.locator(`#${name}-copy`).click()
      await page.locator(`#${name}-copied`, { hasText: 'Copied' }).waitFor()
      return page.locator(`#${name}-link`).inputValue()
    }
    const url = await copied('url')
    t.ok(url.startsWith(`${service.url}/api/v1/barcode?`))
    await read(t, pngPicture(new Uint8Array(await (await fetch(url)).arrayBuffer())), 'qr', text)
    const words = execFileSync('sh', ['-c', (await copied('curl')).replace(/^curl/, `printf '%s\\n'`)], {
      encoding: 'utf8',
    })
    t.same(words.split('\n'), ['-f', '-o', 'qr.png', url, ''], 'a shell takes the line as it is meant')
    const tag = await copied('img')
    const other = await page.context().newPage()
    await other.setContent(tag)
    const image = other.locator('img')
    t.equal(await image.getAttribute('alt'), `QR Code: ${text}`)
    await read(t, svgPicture(await (await fetch((await image.getAttribute('src'))!)).text()), 'qr', text)
    await other.close()
  })
})

t.test('copying works if the browser gives the page no clipboard', absent, async (t) => {
  const here = await visit(`${service.url}/`)
  const { page } = here
  await page.addInitScript('Object.defineProperty(navigator, "clipboard", { value: undefined })')
  await page.reload()
  await drawn(page, /Code 128/)
  await page.locator('#links summary').click()
  await page.locator('#url-copy').click()
  await page.locator('#url-copied', { hasText: 'Copied' }).waitFor()
  t.equal(await page.evaluate('document.activeElement.id'), 'url-copy', 'the focus stays')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+v')
  t.equal(
    await page.locator('#text').inputValue(),
    `${service.url}/api/v1/label?type=code128&text=QZ-0001&orientation=portrait&dpi=300`,
  )
  t.same(here.faults, [])
  await here.close()
})
