import { mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { drawBarcode, drawLabel } from '../../../src/draw.ts'
import { applications, checked, checkImage, profileNames, readPng } from '../../../src/reader/check/index.ts'
import { parameters } from '../../../src/request/params.ts'
import { symbolReader } from '../../../src/request/reader.ts'
import { encode, rowsOf, symbologies } from '../../../symbologies/index.ts'
import { quietzone } from '../../cli/quietzone.ts'
import { plainPicture } from '../../oracle/picture.ts'
import { random } from '../../random.ts'
import { chunk, filteredRows, greyPng, pngOf } from '../../reader/check/png-writer.ts'
import { shortText } from '../../texts.ts'
import { absent, lit } from '../browser.ts'
import {
  brought,
  checkedAll,
  drawn,
  faulty,
  faultyPicture,
  flipped,
  folder,
  injected,
  kept,
  labelled,
  nothing,
  on,
  pathOf,
  saved,
  soundRows,
  verdict,
} from '../check-page.ts'

/** A report of the command line as the page has it, which knows no folders. */
const byName = (stdout: Buffer): string => stdout.toString().replace(/"file":"[^"]*\//g, '"file":"')

/** A report without what JSON leaves out. */
const plain = (report: object): object => JSON.parse(JSON.stringify(report))

t.test('symbols of all ten symbologies: a verdict each, as the command line gives it', absent, async (t) => {
  mkdirSync(join(folder, 'ten'))
  const paths = symbologies.map((type) => {
    // large enough for retail
    const drawing = { format: 'png', scale: 4, height: 24, rotate: 'N', includetext: true } as const
    return kept(`ten/${type}.png`, drawBarcode({ type, text: shortText[type], ...drawing }, { maxPixels: 1e6 }).bytes)
  })
  await on(t, async ({ page }) => {
    await brought(page, ...paths)
    t.equal(await page.locator('#status').textContent(), '10 pictures: 10 conforming, 0 with faults, 0 not readable.')
    for (const [i, type] of symbologies.entries()) {
      await page.locator('#pictures button').nth(i).click()
      t.equal(await verdict(page), 'Conforming', type)
      const name = await page.locator(`#type option[value=${type}]`).textContent()
      t.match(await page.locator('#symbol-text').innerText(), new RegExp(`^${name}: "`))
      t.match(
        await page.locator('#lengths').innerText(),
        /^X: 0\.339 mm \(4 pixels at 11811 a metre\)(, bar height: |$)/,
      )
      t.match(await page.locator('#name').innerText(), new RegExp(`^${name}, [\\d ×]+ modules`))
      t.equal(await page.locator('.step:not([data-kind=pass])').count(), 0)
      const shown = await drawn(page)
      t.equal(shown, pathOf(encode(type, shortText[type])), `${type}: the modules are those that were encoded`)
      await page.locator('#which label').nth(1).click()
      t.equal(await drawn(page), shown, 'so are those of the reference')
    }
    const { name, text } = await saved(page, '#all-json')
    t.equal(name, 'reports.jsonl')
    t.equal(text, (await quietzone(['check', '--all', '--json', join(folder, 'ten')])).stdout.toString())
  })
})

t.test('a injected defect: the findings of the command line, and their modules lit up', absent, async (t) => {
  const {
    report,
    seen: [seen],
  } = checked(faultyPicture)
  const ordered = (['fault', 'note', 'pass'] as const).flatMap((kind) =>
    report.findings.filter((one) => one.kind === kind),
  )
  await on(t, async ({ page }) => {
    await brought(page, faulty)
    t.equal(await verdict(page), '3 faults, 1 note')
    t.equal(await page.locator('#symbol-text').innerText(), `QR Code: ${JSON.stringify(report.text)}`)
    t.equal(await page.locator('#pictures').isHidden(), true, 'one picture needs no list')
    t.same(
      await page.locator('.step').allInnerTexts(),
      ordered.map(({ kind, message, code, clause }) => `${kind}\n${message}\n\n${code} ${clause}`),
    )
    for (const [i, { kind, modules = [] }] of ordered.entries()) {
      const places = modules.map(({ row, column }) => `${column},${row}`).sort()
      if (kind !== 'pass') t.ok(places.length > 0)
      await page.locator(`#step-${i} .about`).hover()
      t.same(await lit(page), places, `finding ${i}, pointed at`)
      await page.mouse.move(5, 5)
      await page.locator(`#step-${i}`).focus()
      t.same(await lit(page), places, `finding ${i}, focused`)
      if (kind === 'pass') break
    }
    const { name, text } = await saved(page, '#json')
    t.equal(name, 'faulty.json')
    const { stdout, code } = await quietzone(['check', '--json', faulty])
    t.equal(text, byName(stdout))
    t.equal(code, 1)

    t.same(seen!.rows, flipped(soundRows, injected))
    t.equal(await page.locator('#frame svg').getAttribute('aria-label'), labelled('QR Code, 29 × 29 modules'))
    const asRead = await drawn(page)
    await page.locator('#step-3').focus()
    await page.locator('#which label').nth(1).click()
    t.not(await drawn(page), asRead)
    t.equal(await drawn(page), pathOf(encode('qr', 'QZ-0001 in the warehouse', { version: 3 })))
    t.same((await lit(page)).length, 3, 'what differs stays lit up')

    const box = (await page.locator('#frame svg').boundingBox())!
    const pixels = box.width / (29 + 8)
    await page.mouse.move(box.x + 7.5 * pixels, box.y + 7.5 * pixels)
    t.match(
      await page.locator('#info').innerText(),
      /^Row 3, column 3: dark\s.*(finder pattern|differ).*\s.*(finder pattern|differ)/s,
    )
  })
})

t.test('pictures without a symbol, files that are not pictures, and files that are too large', absent, async (t) => {
  const noise = random('check page')
  const plan = { width: 300, height: 300, depth: 1, colourType: 0 } as const
  const large = kept('large.png', new Uint8Array(0))
  truncateSync(large, 100_000_001)
  const huge = pngOf({ ...plan, width: 100_000, height: 1000 }, Buffer.alloc(1))
  await on(t, async ({ page }) => {
    for (const [name, bytes] of [
      ['text.png', Buffer.from('this is no picture at all')],
      ['cut.png', readFileSync(faulty).subarray(0, -30)],
      ['huge.png', huge],
      [
        'noise.png',
        pngOf(
          plan,
          filteredRows(plan, (from) => (from === 'filter' ? 0 : noise.between(0, 255))),
        ),
      ],
      ['nothing.png', readFileSync(nothing)],
    ] as const) {
      const path = kept(name, bytes)
      await brought(page, path)
      const { stdout, code } = await quietzone(['check', '--json', path])
      t.equal(code, 2)
      t.equal((await saved(page, '#json')).text, byName(stdout), name)
      t.equal(await verdict(page), 'Not readable')
      t.equal(await page.locator('#which').isVisible(), false)
      t.match(stdout.toString(), JSON.stringify(await page.locator('.step .title').innerText()))
    }
    t.equal(await page.locator('#frame img').getAttribute('alt'), 'The picture nothing.png', 'it is shown as it is')
    await brought(page, large)
    t.equal(await verdict(page), 'Not readable')
    const tooLarge = '100000001 bytes are more than the 25000000 that are read; crop the picture to the symbol'
    t.equal(await page.locator('.step .title').innerText(), tooLarge)
    const { stdout, code } = await quietzone(['check', '--json', large])
    t.match(JSON.parse(stdout.toString()), { findings: [{ code: 'picture.limit', message: tooLarge }] })
    t.equal(code, 2)
    t.equal((await saved(page, '#json')).text, byName(stdout))
    await page.setInputFiles('#files', new Array<string>(201).fill(faulty))
    t.match(await page.locator('#fault').innerText(), /201 pictures are more than the 200/)
  })
})

t.test('transparency, gamma and depth are taken as the command line takes them', absent, async (t) => {
  // dark modules are a clear colour on nothing, light ones are dark and transparent
  const rows = rowsOf(encode('datamatrix', 'QZ-0001').matrix)
  const side = 4 * (rows.length + 4)
  const at = (x: number, y: number): boolean => rows[Math.floor(y / 4) - 2]?.[Math.floor(x / 4) - 2] === '1'
  const samples = (x: number, y: number): number[] => (at(x, y) ? [90, 30, 60, 200] : [0, 0, 0, 9])
  const bytes = Array.from({ length: side }, (_, y) => [
    0,
    ...Array.from({ length: side }, (_, x) => samples(x, y).flatMap((sample) => [sample, 77])).flat(),
  ])
  const gamma = chunk('gAMA', Buffer.from([0, 0, 0x10, 0]))
  const plan = { width: side, height: side, depth: 16, colourType: 6, others: [gamma] }
  const path = kept('clear.png', pngOf(plan, Buffer.from(bytes.flat())))
  await on(t, async ({ page }) => {
    await brought(page, path)
    t.equal(await verdict(page), 'Conforming')
    t.equal((await saved(page, '#json')).text, byName((await quietzone(['check', '--json', path])).stdout))
  })
})

t.test('a symbology and a text that are asked for', absent, async (t) => {
  const picture = await readPng(new Uint8Array(readFileSync(faulty)))
  await on(t, async ({ page }) => {
    await brought(page, faulty)
    for (const [type, text] of [
      ['ean13', ''],
      ['qr', 'QZ-0002'],
      ['', 'QZ-0001 in the warehouse'],
    ] as const) {
      await page.selectOption('#type', type)
      await page.fill('#text', text)
      await checkedAll(page)
      const wanted = { ...(type !== '' && { type }), ...(text !== '' && { text }) }
      t.same(JSON.parse((await saved(page, '#json')).text), {
        file: 'faulty.png',
        ...plain(checkImage(picture, wanted)),
      })
    }
    t.equal(await page.locator('.step[data-kind=pass]').filter({ hasText: 'carries the expected text' }).count(), 1)
    await page.fill('#text', '')
    await checkedAll(page)
  })
})

t.test('the message of a GS1 symbol, element by element', absent, async (t) => {
  const text = '010950600013435210<b>AB\x1d17261231'
  const path = kept('gs1.png', greyPng(plainPicture(encode('datamatrix', text, { gs1: true }), 4)))
  await on(t, async ({ page }) => {
    await brought(page, path)
    t.equal(await verdict(page), 'Conforming')
    t.same(await page.locator('#gs1 li').allInnerTexts(), [
      'GS1: "(01)09506000134352(10)<b>AB(17)261231"',
      '(01) GTIN: indicator digit 0; company prefix and reference 950600013435; check digit 2',
      '(10) BATCH/LOT: <b>AB',
      '(17) USE BY or EXPIRY: date 261231, 2026-12-31',
    ])
    const { stdout } = await quietzone(['check', '--json', path])
    t.equal((await saved(page, '#json')).text, byName(stdout))
    await brought(page, nothing)
    t.equal(await page.locator('#gs1').isVisible(), false)
  })
})

t.test('a profile, by whose rules the label is judged', absent, async (t) => {
  const label = { type: 'datamatrix', gs1: 'true', text: '(01)09506000134352(10)AB-12', size: '60x30mm' } as const
  const { request } = symbolReader(parameters.label)({ ...label, dpi: '203', format: 'png', xdim: '0.5' })
  const { bytes } = drawLabel(request!, { maxPixels: 1e6 })
  const path = kept('device.png', bytes)
  const picture = await readPng(new Uint8Array(bytes))
  await on(t, async ({ page }) => {
    const values = "[...document.querySelectorAll('#profile option')].map(({ value }) => value)"
    t.same(await page.evaluate(values), ['', ...profileNames])
    await brought(page, path)
    for (const [profile, words] of [
      ['udi', 'Conforming'],
      ['hibc', '1 fault'],
      ['', 'Conforming'],
    ] as const) {
      await page.selectOption('#profile', profile)
      await checkedAll(page)
      t.equal(await verdict(page), words, profile)
      const { text } = await saved(page, '#json')
      t.same(JSON.parse(text), { file: 'device.png', ...plain(checkImage(picture, profile === '' ? {} : { profile })) })
      if (profile === '') continue
      t.equal(text, byName((await quietzone(['check', '--json', '--profile', profile, path])).stdout))
    }
  })
})

t.test('an application, by whose limits the size is judged', absent, async (t) => {
  const drawing = { format: 'png', scale: 3, height: 15, rotate: 'R', includetext: true } as const
  const { bytes } = drawBarcode({ type: 'ean13', text: shortText.ean13, ...drawing }, { maxPixels: 1e6 })
  const path = kept('retail.png', bytes)
  const picture = await readPng(new Uint8Array(bytes))
  await on(t, async ({ page }) => {
    const values = "[...document.querySelectorAll('#application option')].map(({ value }) => value)"
    t.same(await page.evaluate(values), ['', ...applications])
    await brought(page, path)
    t.equal(await verdict(page), 'Conforming, 2 notes')
    const lengths = 'X: 0.254 mm (3 pixels at 11811 a metre), bar height: 14.986 mm (177 pixels at 11811 a metre)'
    t.equal(await page.locator('#lengths').innerText(), lengths)
    for (const [application, words] of [
      ['retail', '2 faults'],
      ['logistics', '1 fault'],
      ['healthcare', '1 fault'],
      ['', 'Conforming, 2 notes'],
    ] as const) {
      await page.selectOption('#application', application)
      await checkedAll(page)
      t.equal(await verdict(page), words, application)
      const { text } = await saved(page, '#json')
      t.same(JSON.parse(text), {
        file: 'retail.png',
        ...plain(checkImage(picture, application === '' ? {} : { application })),
      })
      if (application === '') continue
      const { stdout, code } = await quietzone(['check', '--json', '--application', application, path])
      t.equal(text, byName(stdout))
      t.equal(code, 1)
    }
    await brought(page, nothing)
    t.equal(await page.locator('#lengths').isVisible(), false)
  })
})
