import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { barcode, label } from '../../../src/lib/index.ts'
import { type Symbology, symbologies } from '../../../symbologies/index.ts'
import { pngPicture } from '../../oracle/picture.ts'
import { zplLabels } from '../../oracle/zpl.ts'
import { zxingTexts } from '../../oracle/zxing.ts'
import { absentOrBrief, closed, visited } from '../../pages/browser.ts'
import { type StrictPages, strictest, strictPages } from '../strict-pages.ts'

const texts: Readonly<Record<Symbology, string>> = {
  code128: 'QZ-0001',
  qr: 'QZ-0001, Größe <M> & "x"',
  microqr: 'QZ-0001',
  datamatrix: 'QZ-0001',
  upca: '036000291452',
  upce: '04252614',
  ean13: '4006381333931',
  ean8: '96385074',
  code39: 'QZ-0001',
  itf14: '09506000134352',
}

/** What zxing-cpp reads: it tells UPC as EAN-13. */
const read: Readonly<Record<Symbology, string>> = { ...texts, upca: '0036000291452', upce: '0042100005264' }

const element = '/build/src/lib/element/index.js'

/** A page with nothing but a script. */
const page = (script: string, body = ''): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>quiet-zone</title><script type="module" src="${script}"></script>${body}</html>`

/** Elements for all symbologies, with these attributes besides. */
const elements = (attributes: string): string =>
  symbologies
    .map((type) => {
      const text = texts[type].replaceAll('&', '&amp;').replaceAll('"', '&quot;')
      return `<p><quiet-zone id="${type}" type="${type}" text="${text}" ${attributes}></quiet-zone></p>`
    })
    .join('')

/** Loads the element, and keeps what it tells. The policy lets no test wait for an expression, so the document says how much it is. */
const listening = `
globalThis.told = []
const keep = ({ type, target, detail }) => {
  told.push({ type, id: target.id, ...detail })
  document.documentElement.dataset.told = told.length
}
for (const type of ['drawn', 'refused']) document.addEventListener(type, keep, true)
await import('${element}')`

/** Loads the element on a page that has none. */
const loaded = `
import '${element}'
document.documentElement.dataset.loaded = true`

/** Gives the modules fonts as a page would, and draws with them. */
const fonts = `
import { provideFonts } from '/build/src/lib/index.js'
import bidi from '/node_modules/bidi-js/dist/bidi.mjs'
import '${element}'
provideFonts({
  file: async (name) => new Uint8Array(await (await fetch('/fonts/' + name)).arrayBuffer()),
  harfBuzz: () => import('/node_modules/harfbuzzjs/dist/index.mjs'),
  bidi: async () => bidi(),
})`

/** Makes all that the package's entry point gives available to the test. */
const modules = `
globalThis.quietzone = await import('/build/src/lib/index.js')
document.documentElement.dataset.loaded = true`

t.test('in a browser with the strictest policy', absentOrBrief, async (t) => {
  const pages = await strictPages({
    '/bare.html': page(element, elements('')),
    '/words.html': page(element, elements('includetext scale="4" rotate="I"')),
    '/one.html': page('/listening.js', '<quiet-zone id="one" type="qr" text="QZ-0001"></quiet-zone>'),
    '/listening.js': listening,
    '/nothing.html': page('/loaded.js'),
    '/loaded.js': loaded,
    '/modules.html': page('/modules.js'),
    '/modules.js': modules,
  })
  t.teardown(async () => {
    await closed()
    await pages.close()
  })
  for (const path of ['/bare.html', '/words.html']) {
    await t.test(`the element draws all symbologies: ${path}`, (t) => drawsAll(t, pages.origin + path))
  }
  await t.test('a QR Code without words loads its encoder and nothing of words, GS1 and other symbologies', (t) =>
    loadsItsOwn(t, pages),
  )
  await t.test('the element makes the nodes of the drawing', (t) => makesNodes(t, pages))
  await t.test('it follows its attributes', (t) => followsAttributes(t, pages))
  await t.test('what cannot be drawn', (t) => refuses(t, pages))
  await t.test('alternative text', (t) => hasAlternative(t, pages))
  await t.test('the modules draw all symbologies', (t) => modulesDraw(t, pages))
  await t.test('words in other scripts, with fonts of the page', drawsScripts)
})

async function drawsAll(t: Test, url: string): Promise<void> {
  await visited(t, url, async ({ page }) => {
    for (const type of symbologies) {
      const drawn = page.locator(`#${type}`)
      await drawn.locator('svg').waitFor()
      const picture = pngPicture(await drawn.screenshot())
      t.strictSame(await zxingTexts(picture, type), [read[type]], type)
    }
  })
}

/** The files of the package that a page requests, and those of them that only words, GS1 messages and other symbologies need. */
async function loadsItsOwn(t: Test, { origin }: StrictPages): Promise<void> {
  const unwanted =
    /^(fonts|src\/(text|draw|check|lib\/requests|layout\/(barcode|label|logistics)\.js)|symbologies\/(gs1\/(?!host|fnc1)|index|encode\.|code|datamatrix\/(?!sizes)|ean|itf|upce|qr\/micro))/
  const requested = async (path: string, count: number): Promise<readonly string[]> => {
    const files: string[] = []
    await visited(t, `${origin}/nothing.html`, async ({ page }) => {
      page.on('request', (request) => files.push(new URL(request.url()).pathname.replace('/build/', '')))
      await page.goto(origin + path)
      await (count === 0 ? page.locator('html[data-loaded]') : page.locator('quiet-zone svg')).first().waitFor({
        state: 'attached',
      })
    })
    return files.filter((file) => file.endsWith('.js') && /^(src|symbologies|fonts)\//.test(file))
  }
  const before = await requested('/nothing.html', 0)
  t.same(
    before.filter((file) => unwanted.test(file) || /symbologies\/qr\/(?!versions)/.test(file)),
    [],
    'before a symbol is asked for',
  )
  const bare = await requested('/one.html', 1)
  t.ok(bare.includes('symbologies/qr/qr.js'))
  t.same(
    bare.filter((file) => unwanted.test(file)),
    [],
    'for a QR Code without words',
  )
  const words = await requested('/words.html', 1)
  t.ok(words.some((file) => file.startsWith('fonts/')) && words.some((file) => unwanted.test(file)), 'this can fail')
  t.comment(`${before.length} files, ${bare.length} with a QR Code, ${words.length} with words`)
}

async function makesNodes(t: Test, { origin }: StrictPages): Promise<void> {
  await visited(t, `${origin}/words.html`, async ({ page }) => {
    // no policy here: a parser may be asked
    const parser = await page.context().newPage()
    for (const type of symbologies) {
      await page.locator(`#${type} svg`).waitFor()
      const made = await page.evaluate(flattened(`document.getElementById('${type}').shadowRoot.querySelector('svg')`))
      const { bytes } = await barcode({
        type,
        text: texts[type],
        format: 'svg',
        includetext: true,
        scale: 4,
        rotate: 'I',
      })
      t.strictSame(made, await parser.evaluate(parsed(bytes)), type)
    }
  })
}

/** A script that returns a node as plain data; `part` is for style sheets of pages. */
const flattened = (node: string): string => `(() => {
  const flat = (node) => node.nodeType === 3 ? node.data : [
    node.localName,
    node.namespaceURI,
    [...node.attributes].filter(({ name }) => name !== 'part' && !name.startsWith('xmlns')).map((a) => [a.namespaceURI, a.localName, a.value]),
    [...node.childNodes].map(flat),
  ]
  return flat(${node})
})()`

/** The same of a drawing that a parser of XML has read. */
function parsed(bytes: Uint8Array): string {
  const svg = JSON.stringify(new TextDecoder().decode(bytes))
  return flattened(`new DOMParser().parseFromString(${svg}, 'image/svg+xml').documentElement`)
}

async function followsAttributes(t: Test, { origin }: StrictPages): Promise<void> {
  await visited(t, `${origin}/one.html`, async ({ page }) => {
    await told(page, 1)
    await page.evaluate("one.text = 'QZ-0002'; one.setAttribute('scale', '5'); one.setAttribute('level', 'H')")
    const [first, second] = await told(page, 2)
    t.match([first, second], [{ type: 'drawn' }, { type: 'drawn' }], 'changes at a time are drawn once')
    t.strictSame(await zxingTexts(pngPicture(await page.locator('#one').screenshot()), 'qr'), ['QZ-0002'])
    await page.evaluate("one.type = 'ean13'; one.text = '590123412345'; one.removeAttribute('level')")
    const [, , third] = await told(page, 3)
    t.match(third, { type: 'drawn', xDimension: (5 * 25.4) / 300, warnings: [] })
    await page.evaluate(
      "globalThis.away = one; one.className = 'x'; away.remove(); away.type = 'qr'; away.text = 'QZ-0003'",
    )
    await page.evaluate('document.body.append(away)')
    t.equal((await told(page, 4)).length, 4, 'it is drawn where it is shown, and not for other attributes')
    t.strictSame(await zxingTexts(pngPicture(await page.locator('#one').screenshot()), 'qr'), ['QZ-0003'])
  })
}

async function refuses(t: Test, { origin }: StrictPages): Promise<void> {
  await visited(t, `${origin}/one.html`, async ({ page }) => {
    await told(page, 1)
    await page.evaluate("one.type = 'ean13'")
    const [, refusal] = await told(page, 2)
    t.match(refusal, { type: 'refused', id: 'one', code: 'invalid_character', faults: [{ parameter: 'text' }] })
    t.match(await page.locator('#one').locator('span[role=status]').innerText(), /ean13: "Q" at position 1/)
    t.equal(await page.locator('#one svg').count(), 0, 'no symbol beside the reason')
    await page.evaluate("one.setAttribute('scale', '50')")
    t.match((await told(page, 3))[2], { code: 'invalid_parameter', faults: [{ parameter: 'scale' }] })
    await page.evaluate("one.removeAttribute('scale'); one.removeAttribute('type')")
    t.match((await told(page, 4))[3], { code: 'missing_parameter' })
    await page.evaluate("one.type = 'code128'")
    t.match((await told(page, 5))[4], { type: 'drawn' })
    await page.evaluate("one.setAttribute('includetext', ''); one.setAttribute('caption', '螺丝')")
    t.match((await told(page, 6))[5], { code: 'not_available', faults: [{ parameter: 'caption' }] }, 'no fonts here')
    await page.evaluate("one.setAttribute('caption', 'Größe M')")
    t.match((await told(page, 7))[6], { type: 'drawn' })
    t.equal(await page.locator('#one span').count(), 0)
  })
}

/** HarfBuzz is WebAssembly, which a policy must allow, and fonts are fetched. */
const withFonts = `${strictest.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")}; connect-src 'self'`

async function drawsScripts(t: Test): Promise<void> {
  const words = 'QZ-7 螺丝 مسامير เกลียว'
  const caption = `<quiet-zone id="one" type="code128" text="QZ-0001" includetext caption="${words}"></quiet-zone>`
  const pages = await strictPages({ '/fonts.html': page('/fonts.js', caption), '/fonts.js': fonts }, withFonts)
  await visited(t, `${pages.origin}/fonts.html`, async ({ page }) => {
    await page.locator('#one svg').waitFor()
    const made = await page.evaluate(flattened("document.getElementById('one').shadowRoot.querySelector('svg')"))
    const { bytes } = await barcode({
      type: 'code128',
      text: 'QZ-0001',
      format: 'svg',
      includetext: true,
      caption: words,
    })
    const parser = await page.context().newPage()
    t.strictSame(made, await parser.evaluate(parsed(bytes)), 'the same drawing as with the installed fonts')
  })
  await pages.close()
}

async function hasAlternative(t: Test, { origin }: StrictPages): Promise<void> {
  await visited(t, `${origin}/one.html`, async ({ page }) => {
    await told(page, 1)
    t.equal(await page.getByRole('img', { name: 'QZ-0001', exact: true }).count(), 1)
    await page.evaluate("one.setAttribute('alt', 'Shelf 7')")
    await told(page, 2)
    t.equal(await page.getByRole('img', { name: 'Shelf 7', exact: true }).count(), 1)
    await page.evaluate("one.setAttribute('alt', '')")
    await told(page, 3)
    t.equal(await page.getByRole('img').count(), 0)
  })
}

async function modulesDraw(t: Test, { origin }: StrictPages): Promise<void> {
  await visited(t, `${origin}/modules.html`, async ({ page }) => {
    await page.locator('html[data-loaded]').waitFor({ state: 'attached' })
    for (const type of symbologies) {
      const drawing = `quietzone.toPng(quietzone.encode(${JSON.stringify(type)}, ${JSON.stringify(texts[type])}))`
      t.strictSame(await zxingTexts(pngPicture(await bytes(page, drawing)), type), [read[type]], `toPng, ${type}`)
      const label = `quietzone.barcode({ type: '${type}', text: ${JSON.stringify(texts[type])}, includetext: true, caption: 'Größe M' })`
      t.strictSame(await zxingTexts(pngPicture(await bytes(page, `(await ${label}).bytes`)), type), [read[type]])
    }
    const request = { type: 'qr', text: 'QZ-0001', size: '2x1', qty: 3, format: 'zpl' } as const
    const drawn = await bytes(page, `(await quietzone.label(${JSON.stringify(request)})).bytes`)
    t.same(zplLabels(drawn), zplLabels((await label(request)).bytes), 'the ZPL that node makes, to the dot')
  })
}

async function bytes(page: Page, expression: string): Promise<Uint8Array> {
  return Uint8Array.from(await page.evaluate<number[]>(`(async () => [...(await ${expression})])()`))
}

/** What the element has told, once there are so many events. */
async function told(page: Page, count: number): Promise<readonly Record<string, unknown>[]> {
  await page.locator(`html[data-told='${count}']`).waitFor({ state: 'attached' })
  return page.evaluate('told.map((event) => JSON.parse(JSON.stringify(event)))')
}
