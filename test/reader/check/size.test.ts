/** X in mm by the resolution of the picture, and the limits of GS1's applications. */

import { deepEqual, ok } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import {
  type CheckOptions,
  checkImage,
  type Picture,
  type Report,
  type Resolution,
  readPng,
  reportText,
} from '../../../src/reader/check/index.ts'
import { type Barcode, encode, rowsOf, type Symbology, symbologies } from '../../../symbologies/index.ts'
import { type Application, applications, specificationOf } from '../../../symbologies/tables.ts'
import { turnedClockwise } from '../../oracle/paint.ts'
import { plainPicture } from '../../oracle/picture.ts'
import { forAll, inLongRun } from '../../random.ts'
import { shortText } from '../../texts.ts'
import { barsPicture, fractions, invertedPicture, rowsPicture, scaledPicture, widthsIn } from './paint.ts'
import { greyPng, physical } from './png-writer.ts'

const products: readonly Symbology[] = ['ean13', 'ean8', 'upca', 'upce']

const symbolOf = (type: Symbology): Barcode => encode(type, shortText[type])

const square = (perMetre: number): Resolution => ({ across: perMetre, down: perMetre })

/** A linear symbol in pixels; its quiet zones are wide enough. */
function bars(type: Symbology, dots: number, height: number): Picture {
  const margin = 12 * dots
  const bearers = type === 'itf14' ? ([4 * dots, 4 * dots] as const) : ([0, 0] as const)
  return barsPicture(widthsIn(symbolOf(type), dots), { left: margin, right: margin, height, bearers })
}

/** The findings on the size, without the symbology: the rules that are kept, and those that are not, by their kind. */
function sizeFindings({ symbology, findings }: Report): Record<string, string> {
  const rules = ['application', 'resolution', 'x.minimum', 'x.maximum', 'height', 'width']
  return Object.fromEntries(
    findings.flatMap(({ code, kind }) =>
      rules.filter((rule) => code === `${symbology}.${rule}`).map((rule) => [rule, kind]),
    ),
  )
}

/** The report on a PNG with this resolution. */
async function reportOn(picture: Picture, perMetre: number, options?: CheckOptions): Promise<Report> {
  return checkImage(await readPng(new Uint8Array(greyPng(picture, [physical(perMetre)]))), options)
}

t.test('whole dots of the usual print heads against the limits, to three decimals', inLongRun, async (t) => {
  for (const [type, application, dots, perMetre, mm, verdict] of [
    ['ean13', 'retail', 2, 8000, 0.25, 'fault'],
    ['ean13', 'retail', 3, 11811, 0.254, 'fault'],
    ['ean13', 'retail', 3, 8000, 0.375, 'pass'],
    ['ean13', 'retail', 4, 11811, 0.339, 'pass'],
    ['ean13', 'retail', 2, 6000, 0.333, 'pass'],
    ['ean13', 'retail', 7, 23622, 0.296, 'pass'],
    ['ean13', 'retail', 6, 23622, 0.254, 'fault'],
    ['datamatrix', 'healthcare', 3, 11811, 0.254, 'pass'],
    ['datamatrix', 'healthcare', 6, 23622, 0.254, 'pass'],
    ['datamatrix', 'healthcare', 3, 12000, 0.25, 'fault'],
    ['datamatrix', 'healthcare', 2, 8000, 0.25, 'fault'],
    ['datamatrix', 'retail', 3, 8000, 0.375, 'pass'],
    ['code128', 'logistics', 4, 8000, 0.5, 'pass'],
    ['code128', 'logistics', 3, 6000, 0.5, 'pass'],
    ['code128', 'logistics', 5, 11811, 0.423, 'fault'],
    ['code128', 'identification', 3, 11811, 0.254, 'pass'],
    ['code128', 'identification', 2, 8000, 0.25, 'pass'],
    ['itf14', 'general-distribution', 6, 11811, 0.508, 'pass'],
    ['itf14', 'general-distribution', 5, 11811, 0.423, 'fault'],
    ['qr', 'retail', 4, 11811, 0.339, 'fault'],
    ['qr', 'retail', 5, 11811, 0.423, 'pass'],
  ] as const) {
    const report = await reportOn(plainPicture(symbolOf(type), dots), perMetre, { application })
    const name = `${type} in ${application}: ${dots} at ${perMetre} a metre`
    t.same(report.x, { mm, pixels: dots, perMetre }, name)
    t.equal(sizeFindings(report)['x.minimum'], verdict, name)
    if (verdict === 'fault') {
      t.equal(report.verdict, 'faults')
      const { message, clause } = report.findings.find(({ code }) => code === `${type}.x.minimum`)!
      const least = specificationOf(type, application)!.leastModule.toFixed(3)
      t.equal(message, `X is ${mm.toFixed(3)} mm; the application ${application} needs an X of ${least} mm or more`)
      t.equal(clause, 'GS1 General Specifications, 5.12.3')
    }
  }
})

t.test('every symbology in every application: at its limits, and just outside of them', inLongRun, async (t) => {
  const dots = 8
  /** Closest to this X; the step from one to the next is finer than the tables. */
  const densityFor = (mm: number): number => Math.round((1000 * dots) / mm)
  const wrong: string[] = []
  let judged = 0
  for (const type of symbologies) {
    const picture = plainPicture(symbolOf(type), dots)
    for (const application of applications) {
      const kindsAt = (mm: number): Record<string, string> =>
        sizeFindings(checkImage({ ...picture, resolution: square(densityFor(mm)) }, { application }))
      const specification = specificationOf(type, application)
      if (specification === undefined) {
        if (JSON.stringify(kindsAt(0.5)) !== '{"application":"fault"}')
          wrong.push(`${type} is accepted in ${application}`)
        continue
      }
      judged++
      const { leastModule, mostModule } = specification
      for (const [mm, minimum, maximum] of [
        [leastModule - 0.001, 'fault', 'pass'],
        [leastModule, 'pass', 'pass'],
        [mostModule, 'pass', 'pass'],
        [mostModule + 0.001, 'pass', 'fault'],
      ] as const) {
        const kinds = kindsAt(mm)
        if (kinds['x.minimum'] !== minimum || kinds['x.maximum'] !== maximum)
          wrong.push(`${type} in ${application} at ${mm.toFixed(3)}: ${JSON.stringify(kinds)}`)
      }
    }
  }
  t.same(wrong, [])
  t.equal(judged, 55, 'EAN and UPC in 7 applications each, ITF-14 in 5, Code 128 in 7, Data Matrix in 9, QR Code in 6')
})

t.test('any module at any resolution: X to three decimals, and its verdict', async () => {
  const asked = fc.record({
    type: fc.constantFrom(...symbologies),
    application: fc.constantFrom(...applications),
    pixels: fc.integer({ min: 1, max: 6 }),
    perMetre: fc.integer({ min: 1000, max: 30_000 }),
  })
  await forAll([asked], { count: 120 }, ({ type, application, pixels, perMetre }) => {
    const picture = { ...plainPicture(symbolOf(type), pixels), resolution: square(perMetre) }
    const report = checkImage(picture, { application })
    const micrometres = Math.round((1e6 * pixels) / perMetre)
    deepEqual(report.x, { mm: micrometres / 1000, pixels, perMetre })
    const specification = specificationOf(type, application)
    if (specification === undefined) return
    const { 'x.minimum': minimum, 'x.maximum': maximum } = sizeFindings(report)
    const { leastModule, mostModule } = specification
    deepEqual(
      { minimum, maximum },
      {
        minimum: micrometres >= Math.round(1000 * leastModule) ? 'pass' : 'fault',
        maximum: micrometres <= Math.round(1000 * mostModule) ? 'pass' : 'fault',
      },
    )
  })
})

t.test('a turned symbol, and a resolution that differs across and down', inLongRun, async (t) => {
  const upright = bars('code128', 3, 60)
  let picture = upright
  for (let turns = 0; turns < 4; turns++) {
    const resolution = turns % 2 === 0 ? { across: 8000, down: 12_000 } : { across: 12_000, down: 8000 }
    for (const each of [picture, invertedPicture(picture)]) {
      const { x, barHeight } = checkImage({ ...each, resolution })
      t.same(x, { mm: 0.375, pixels: 3, perMetre: 8000 }, `${turns} turns`)
      t.same(barHeight, { mm: 5, pixels: 60, perMetre: 12_000 }, `${turns} turns`)
    }
    picture = turnedClockwise({ ...picture, grey: Uint8Array.from(picture.grey) })
  }
})

t.test('modules of a matrix symbol must be square on paper', async (t) => {
  const picture = plainPicture(symbolOf('datamatrix'), 4)
  const narrow = checkImage({ ...picture, resolution: { across: 8000, down: 16_000 } }, { application: 'healthcare' })
  t.same(narrow.x, { mm: 0.25, pixels: 4, perMetre: 16_000 }, 'the shorter side is X')
  t.same(sizeFindings(narrow), { 'x.minimum': 'fault', 'x.maximum': 'pass', application: 'pass' })
  const grid = ({ findings }: Report): unknown => findings.filter(({ code }) => code === 'datamatrix.grid')
  t.match(grid(narrow), [{ kind: 'fault', message: 'modules are 0.500 x 0.250 mm' }])
  const fax = checkImage({ ...picture, resolution: { across: 8031, down: 7717 } })
  t.match(grid(fax), [{ kind: 'pass' }], 'a few percent come from the resolutions that there are')
})

t.test('modules that are not whole pixels: X is their mean', inLongRun, async () => {
  for (const type of symbologies) {
    const symbol = symbolOf(type)
    await forAll([fractions], { count: 4 }, ({ way, module }) => {
      const { x } = checkImage({ ...scaledPicture(symbol, module, way), resolution: square(11_811) })
      // whole pixels show the extent of a symbol to half a pixel; its mean module has three decimals
      const most = way === 'covered' ? 0.01 * module : 0.5 / symbol.matrix.width + 0.0005
      ok(Math.abs(x!.pixels - module) <= most, `${type}: ${x!.pixels} pixels`)
      deepEqual(x!.mm, Math.round((1e6 * x!.pixels) / 11_811) / 1000)
    })
  }
})

t.test('the height of the bars, to half a pixel: proportional to X for EAN and UPC, fixed for others', async (t) => {
  const limits: readonly (readonly [Symbology, Application, dots: number, perMetre: number, least: number])[] = [
    // 22.85 mm at an X of 0.330 mm: 23.450 mm at 4 dots of 300 dpi are 276.97 dots
    ['ean13', 'retail', 4, 11_811, 277],
    ['upca', 'retail', 4, 11_811, 277],
    ['upce', 'retail', 4, 11_811, 277],
    // 18.23 mm: 18.709 mm are 220.97 dots
    ['ean8', 'retail', 4, 11_811, 221],
    // 25.966 mm are 207.73 dots
    ['ean13', 'healthcare', 3, 8000, 208],
    // 45.70 mm at 0.660 mm: 43.277 mm are 346.2 dots, which are rounded to 346
    ['ean13', 'general-distribution', 5, 8000, 346],
    // 31.75 mm are 254 dots, whatever X is
    ['code128', 'logistics', 4, 8000, 254],
    ['code128', 'logistics', 7, 8000, 254],
    // 12.70 mm are 101.6 dots
    ['itf14', 'healthcare', 2, 8000, 102],
  ]
  for (const [type, application, dots, perMetre, least] of limits) {
    const kindAt = (height: number): string | undefined =>
      sizeFindings(checkImage({ ...bars(type, dots, height), resolution: square(perMetre) }, { application })).height
    const name = `${type} in ${application}, ${dots} dots`
    t.equal(kindAt(least), 'pass', name)
    t.equal(kindAt(least - 1), products.includes(type) ? 'fault' : 'note', name)
  }
})

t.test(
  'ITF-14 and GS1-128 may be lower where there is no room for more, but not below 5.8 mm',
  inLongRun,
  async (t) => {
    for (const type of ['code128', 'itf14'] as const) {
      for (const [height, kind] of [
        [47, 'note'],
        // 5.80 mm are 46.4 dots
        [46, 'note'],
        [45, 'fault'],
      ] as const) {
        const { findings, verdict } = checkImage(
          { ...bars(type, 4, height), resolution: square(8000) },
          { application: 'general-distribution' },
        )
        const [found] = findings.filter(({ code }) => code === `${type}.height`)
        t.match(found, { kind, clause: 'GS1 General Specifications, 5.12.3' }, `${type}, ${height} dots`)
        t.equal(
          found!.message,
          `the bars are ${(height / 8).toFixed(2)} mm high; the application general-distribution needs bars of ` +
            '31.75 mm or more; 5.80 mm is allowed if there is no room for more',
        )
        t.equal(verdict, kind === 'fault' ? 'faults' : 'conforming')
      }
    }
  },
)

t.test('blurred bars: a line at each end may be missing', async (t) => {
  for (const module of [3.3, 4.4, 5.5]) {
    // 30 modules high
    const picture = scaledPicture(symbolOf('ean13'), module, 'covered')
    const { barHeight } = checkImage({ ...picture, resolution: square(11_811) })
    t.ok(Math.abs(barHeight!.pixels - 30 * module) <= 2, `${barHeight!.pixels} of ${30 * module}`)
  }
})

t.test('GS1-128 is at most 165.10 mm wide with its quiet zones', async (t) => {
  // 20 modules of quiet zones, 35 of start, check and stop, 11 for each pair of digits
  const picture = (pairs: number): Picture => plainPicture(encode('code128', '00'.repeat(pairs)), 4)
  const kindAt = (pairs: number): string | undefined =>
    sizeFindings(checkImage({ ...picture(pairs), resolution: square(8000) }, { application: 'logistics' })).width
  // at an X of 0.5 mm: 330 modules are 165.0 mm, 341 are 170.5 mm
  t.equal(kindAt(25), 'pass')
  t.equal(kindAt(26), 'fault')
  const { findings } = checkImage({ ...picture(26), resolution: square(8000) }, { application: 'logistics' })
  t.match(
    findings.filter(({ code }) => code === 'code128.width'),
    [
      {
        clause: 'GS1 General Specifications, 5.4.1',
        message:
          'the symbol is 170.50 mm wide with its quiet zones; GS1-128 is at most 165.10 mm wide with its quiet zones',
      },
    ],
  )
})

t.test('without an application, EAN and UPC get notes by the limits of retail, and others none', async (t) => {
  for (const type of symbologies) {
    const report = checkImage({ ...plainPicture(symbolOf(type), 3), resolution: square(11_811) })
    t.equal(report.verdict, 'conforming', type)
    t.equal(report.x?.mm, 0.254)
    const kinds = products.includes(type) ? { 'x.minimum': 'note', 'x.maximum': 'pass', height: 'note' } : {}
    t.same(sizeFindings(report), kinds, type)
  }
  const { findings } = checkImage({ ...plainPicture(symbolOf('upca'), 3), resolution: square(11_811) })
  t.match(
    findings.find(({ code }) => code === 'upca.x.minimum'),
    { message: 'X is 0.254 mm; retail, the usual application, needs an X of 0.264 mm or more' },
  )
})

t.test('a picture without a resolution has no X, and an application is noted to be unjudged', async (t) => {
  for (const type of symbologies) {
    const picture = plainPicture(symbolOf(type), 3)
    const bare = checkImage(picture)
    t.notOk('x' in bare || 'barHeight' in bare, type)
    t.same(sizeFindings(bare), {})
    const asked = checkImage(picture, { application: 'general-distribution' })
    const isAccepted = specificationOf(type, 'general-distribution') !== undefined
    t.same(
      sizeFindings(asked),
      isAccepted ? { application: 'pass', resolution: 'note' } : { application: 'fault' },
      type,
    )
    t.equal(asked.verdict, isAccepted ? 'conforming' : 'faults')
    const same = asked.findings.filter(({ code }) => !/\.(application|resolution)$/.test(code))
    t.same(
      { ...asked, symbols: [], verdict: bare.verdict, findings: same },
      { ...bare, symbols: [] },
      'all else is the same',
    )
    const resolved = checkImage({ ...picture, resolution: square(300) })
    const others = resolved.findings.filter(({ code }) => !/\.(x\.\w+|height)$/.test(code))
    t.same(others, bare.findings, 'and a resolution changes nothing else')
  }
})

t.test('a picture without a symbol has no X either', async (t) => {
  const empty = { width: 40, height: 40, grey: new Uint8Array(1600).fill(255), resolution: square(8000) }
  t.notOk('x' in checkImage(empty, { application: 'retail' }))
})

t.test('X in the report for people', async (t) => {
  const linear = reportText(checkImage({ ...bars('code39', 1, 40), resolution: square(6000) }))
  t.match(linear, '\nX: 0.167 mm (1 pixel at 6000 a metre)\nbar height: 6.667 mm (40 pixels at 6000 a metre)\n')
  const matrix = reportText(checkImage({ ...rowsPicture(rowsOf(symbolOf('qr').matrix)), resolution: square(23_622) }))
  t.match(matrix, '\nX: 0.169 mm (4 pixels at 23622 a metre)\n')
  t.notMatch(matrix, 'bar height')
})
