import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { checked, checkImage, readPng } from '../../src/check/index.ts'
import { drawBarcode } from '../../src/draw.ts'
import { type Barcode, encode, rowsOf, type Symbology, symbologies } from '../../symbologies/index.ts'
import { quietzone } from '../cli/program.ts'
import { served } from '../http/wire.ts'
import { absent, closed, faintTexts, lit, numberIn, type Visit, visit, visited } from '../pages/browser.ts'
import { random } from '../random.ts'
import { rowsPicture } from './paint.ts'
import { chunk, filteredRows, greyPng, pngOf } from './png-writer.ts'

type Page = Visit['page']

const service = await served()
const folder = mkdtempSync(join(tmpdir(), 'check-page-'))
t.teardown(async () => {
  await closed()
  await service.close()
  rmSync(folder, { recursive: true })
})

const address = `${service.url}/check`
let shared: Promise<Visit> | undefined

/** One page for all tests that leave it as they found it, as it is told at the end of each that it made no fault. */
async function on(t: Test, use: (visit: Visit) => Promise<void>): Promise<void> {
  shared ??= visit(address)
  const here = await shared
  await use(here)
  t.same(here.faults, [], 'no error, no violation of the policy, no request to others')
}

/** A file of the test's folder, as a person has it who is about to choose it. */
function kept(name: string, bytes: Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

/** Gives the page these files and waits until all of them are checked. */
async function brought(page: Page, ...paths: readonly string[]): Promise<void> {
  await page.evaluate("document.getElementById('status').textContent = ''")
  await page.setInputFiles('#files', [...paths])
  await checkedAll(page)
}

const checkedAll = (page: Page): Promise<void> =>
  page.locator('#status').filter({ hasText: /./ }).waitFor({ state: 'attached' })

const verdict = (page: Page): Promise<string> => page.locator('#verdict').innerText()

/** What a link saves. */
async function saved(page: Page, link: string): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator(link).click()])
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

/** The symbol on the page, as its shape says. */
const drawn = (page: Page): Promise<string | null> => page.locator('#frame svg .dark').getAttribute('d')

/** What the shape of this symbol says. */
function pathOf({ matrix }: Barcode): string {
  const pitch = matrix.height === 1 ? 10 : 1
  return rowsOf(matrix)
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map(
        ({ index, 0: run }) => `M${index} ${y * pitch}h${run.length}v${pitch}h-${run.length}z`,
      ),
    )
    .join('')
}

const labelled = (symbol: string): string =>
  `${symbol}: the symbol. Arrow keys go from module to module, Enter to what a module belongs to.`

const texts: { readonly [S in Symbology]: string } = {
  code128: 'QZ-0001é',
  qr: 'héllo 倉庫 1234567',
  microqr: 'QZ-0001',
  datamatrix: 'QZ-0001 aimaimaimaim',
  upca: '03600029145',
  upce: '01234565',
  ean13: '400638133393',
  ean8: '9638507',
  code39: 'QZ-0001',
  itf14: '1540014128876',
}

const flipped = (rows: readonly string[], places: readonly (readonly [row: number, column: number])[]): string[] =>
  rows.map((row, y) =>
    Array.from(row, (module, x) =>
      places.some((place) => place[0] === y && place[1] === x) ? 1 - Number(module) : module,
    ).join(''),
  )

/** Modules of finder pattern, format information and data that are wrong. */
const planted = [
  [3, 3],
  [8, 2],
  [20, 20],
] as const
const soundRows = rowsOf(encode('qr', 'QZ-0001 in the warehouse', { version: 3 }).matrix)
const faultyPicture = rowsPicture(flipped(soundRows, planted))
const faulty = kept('faulty.png', greyPng(faultyPicture))
const nothing = kept('nothing.png', greyPng({ width: 40, height: 40, grey: new Uint8Array(1600).fill(255) }))

t.test('symbols of all ten symbologies: a verdict each, as the command line gives it', absent, async (t) => {
  mkdirSync(join(folder, 'ten'))
  const paths = symbologies.map((type) => {
    const drawing = { format: 'png', scale: 2, height: 10, rotate: 'N', includetext: true } as const
    return kept(`ten/${type}.png`, drawBarcode({ type, text: texts[type], ...drawing }, { maxPixels: 1e6 }).bytes)
  })
  await on(t, async ({ page }) => {
    await brought(page, ...paths)
    t.equal(await page.locator('#status').textContent(), '10 pictures: 10 conforming, 0 with faults, 0 not readable.')
    for (const [i, type] of symbologies.entries()) {
      await page.locator('#pictures button').nth(i).click()
      t.equal(await verdict(page), 'Conforming', type)
      const name = await page.locator(`#type option[value=${type}]`).textContent()
      t.match(await page.locator('#says').innerText(), new RegExp(`^${name}: "`))
      t.match(await page.locator('#name').innerText(), new RegExp(`^${name}, [\\d ×]+ modules`))
      t.equal(await page.locator('.step:not([data-kind=pass])').count(), 0)
      const shown = await drawn(page)
      t.equal(shown, pathOf(encode(type, texts[type])), `${type}: the modules are those that were encoded`)
      await page.locator('#which label').nth(1).click()
      t.equal(await drawn(page), shown, 'so are those of the reference')
    }
    const { name, text } = await saved(page, '#all-json')
    t.equal(name, 'reports.jsonl')
    t.equal(text, (await quietzone(['check', '--all', '--json', join(folder, 'ten')])).stdout.toString())
  })
})

t.test('a planted defect: the findings of the command line, and their modules lit up', absent, async (t) => {
  const { report, seen } = checked(faultyPicture)
  const ordered = (['fault', 'note', 'pass'] as const).flatMap((kind) =>
    report.findings.filter((one) => one.kind === kind),
  )
  await on(t, async ({ page }) => {
    await brought(page, faulty)
    t.equal(await verdict(page), '3 faults, 1 note')
    t.equal(await page.locator('#says').innerText(), `QR Code: ${JSON.stringify(report.text)}`)
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
    t.equal(text, stdout.toString())
    t.equal(code, 1)

    t.same(seen!.rows, flipped(soundRows, planted))
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
      await page.locator('#told').innerText(),
      /^Row 3, column 3: dark\s.*(finder pattern|differ).*\s.*(finder pattern|differ)/s,
    )
  })
})

t.test('what holds no symbol, is no picture or is too large', absent, async (t) => {
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
      t.equal((await saved(page, '#json')).text, stdout.toString(), name)
      t.equal(await verdict(page), 'Not readable')
      t.equal(await page.locator('#which').isVisible(), false)
      t.match(stdout.toString(), JSON.stringify(await page.locator('.step .title').innerText()))
    }
    t.equal(await page.locator('#frame img').getAttribute('alt'), 'The picture nothing.png', 'it is shown as it is')
    await brought(page, large)
    t.equal(await verdict(page), 'Not checked')
    t.equal(await page.locator('#told').innerText(), '100000001 bytes are more than the 100000000 that are read')
    t.match((await quietzone(['check', large])).stderr, /100000001 bytes are more than the 100000000 that are read/)
    t.equal(await page.locator('#json').isVisible(), false)
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
    t.equal((await saved(page, '#json')).text, (await quietzone(['check', '--json', path])).stdout.toString())
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
      t.equal((await saved(page, '#json')).text, `${JSON.stringify(checkImage(picture, wanted))}\n`)
    }
    t.equal(await page.locator('.step[data-kind=pass]').filter({ hasText: 'carries the expected text' }).count(), 1)
    await page.fill('#text', '')
    await checkedAll(page)
  })
})

t.test('pictures are dropped and pasted too', absent, async (t) => {
  const base64 = readFileSync(faulty).toString('base64')
  const give = (event: string, name: string): string => `(() => {
    const data = new DataTransfer()
    const bytes = Uint8Array.from(atob('${base64}'), (character) => character.charCodeAt(0))
    data.items.add(new File([bytes], '${name}', { type: 'image/png' }))
    const init = { bubbles: true, cancelable: true, clipboardData: data, dataTransfer: data }
    const event = '${event}' === 'paste' ? new ClipboardEvent('paste', init) : new DragEvent('${event}', init)
    document.querySelector('#frame').dispatchEvent(event)
    return event.defaultPrevented
  })()`
  await on(t, async ({ page }) => {
    t.equal(await page.evaluate(give('dragover', 'dropped.png')), true)
    t.equal(await page.locator('body.dragging').count(), 1)
    for (const [event, name] of [
      ['drop', 'dropped.png'],
      ['paste', 'pasted.png'],
    ] as const) {
      t.equal(await page.evaluate(give(event, name)), true)
      await page
        .locator('#status')
        .filter({ hasText: `${name}: 3 faults, 1 note.` })
        .waitFor({ state: 'attached' })
      t.match(await page.locator('#name').innerText(), name)
    }
    t.equal(await page.locator('body.dragging').count(), 0)
  })
})

t.test('all of it goes by the keyboard, and is named', absent, async (t) => {
  await on(t, async ({ page }) => {
    await page.getByLabel('Pictures of symbols').setInputFiles([faulty, nothing])
    await checkedAll(page)
    await page.locator('#files').focus()
    const met: string[] = []
    const here = (): Promise<string> =>
      page.evaluate('document.activeElement.id || document.activeElement.name || document.activeElement.textContent')
    for (let i = 0; i < 12 && met.at(-1) !== 'step-0'; i++) {
      await page.keyboard.press('Tab')
      met.push((await here()).trim())
      t.ok(
        await numberIn(
          page,
          "Number(getComputedStyle(document.activeElement).outlineStyle !== 'none' || document.activeElement.matches('[name=which], .step'))",
        ),
        `focus on ${met.at(-1)} can be seen`,
      )
    }
    t.same(met, [
      'type',
      'text',
      '',
      'which',
      'faulty.png 3 faults, 1 note',
      'nothing.png Not readable',
      'json',
      'all-json',
      'step-0',
    ])
    await page.keyboard.press('ArrowDown')
    t.equal(await here(), 'step-1')
    t.equal(await page.locator('#step-1').getAttribute('aria-selected'), 'true')
    t.ok((await lit(page)).length > 0)
    await page.locator('#pictures button').nth(1).focus()
    await page.keyboard.press('Enter')
    t.equal(await verdict(page), 'Not readable')
    t.equal(await page.evaluate('document.activeElement.getAttribute("aria-current")'), 'true', 'the focus stays')
    t.match(await page.getByRole('tree', { name: 'Findings' }).innerText(), /one colour/)
  })
})

t.test('nothing leaves the browser: once the page is there it needs no network', absent, async (t) => {
  await visited(t, address, async ({ page, answers }) => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(`${request.method()} ${request.url().replace(service.url, '')}`))
    await brought(page, nothing)
    t.same(
      requests.filter((request) => !/^GET (\/assets\/[\w/-]+\.(js|svg)|blob:.*)$/.test(request)),
      [],
    )
    requests.length = 0
    await page.context().setOffline(true)
    await brought(page, faulty)
    t.equal(await verdict(page), '3 faults, 1 note')
    t.same(requests, [])
    t.same(answers, [], 'the API is not asked at all')
  })
})

t.test('what takes long is stopped, and the page goes on', absent, async (t) => {
  const noise = random('check page noise')
  const plan = { width: 2500, height: 2500, depth: 1, colourType: 0 } as const
  const path = kept(
    'slow.png',
    pngOf(
      plan,
      filteredRows(plan, (from) => (from === 'filter' ? 0 : noise.between(0, 255))),
    ),
  )
  await on(t, async ({ page }) => {
    await page.setInputFiles('#files', new Array<string>(20).fill(path))
    await page.locator('#stop').click()
    t.match(await page.locator('#status').textContent(), /^20 pictures: 0 conforming, 0 with faults, 20 not readable/)
    t.equal(await page.locator('#stop').isVisible(), false)
    t.match(await page.locator('#pictures button').last().innerText(), /Not checked/)
    await brought(page, faulty)
    t.equal(await verdict(page), '3 faults, 1 note')
  })
})

t.test('a checker that does not start is told of', absent, async (t) => {
  const here = await visit(address)
  await here.page.route('**/symbologies/index.js', (route) => route.abort())
  await here.page.reload()
  await brought(here.page, faulty)
  t.equal(await verdict(here.page), 'Not checked')
  t.match(await here.page.locator('#told').innerText(), /^This could not be checked: /)
  await here.page.unroute('**/symbologies/index.js')
  await brought(here.page, nothing)
  t.equal(await verdict(here.page), 'Not readable', 'and started anew with the next picture')
  await here.close()
})

t.test('light and dark, wide and narrow: all can be read, and nothing sticks out', absent, async (t) => {
  await on(t, async ({ page }) => {
    await brought(page, faulty, nothing)
    await page.locator('#step-1').focus()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      t.same(await page.evaluate(faintTexts), [], colorScheme)
    }
    for (const width of [1440, 800, 320]) {
      await page.setViewportSize({ width, height: 700 })
      t.ok((await numberIn(page, 'document.documentElement.scrollWidth')) <= width, `${width}`)
    }
  })
})
