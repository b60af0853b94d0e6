/** What the GS1 symbols of a label say together, in a picture and on a label of a design. */

import t from 'tap'
import { composeDesign } from '../../../../src/design/compose.ts'
import { findings as german } from '../../../../src/pages/words/findings/de.ts'
import { findings as spanish } from '../../../../src/pages/words/findings/es.ts'
import { findings as french } from '../../../../src/pages/words/findings/fr.ts'
import { sentenceFor } from '../../../../src/pages/words/findings/sentence.ts'
import {
  type CheckOptions,
  checkImage,
  findingsIn,
  packedPicture,
  type Report,
  reportText,
} from '../../../../src/reader/check/index.ts'
import { paint } from '../../../../src/render/paint.ts'
import { designOf } from '../../../design/drawn.ts'
import { all } from '../../../random.ts'

interface Placed {
  readonly type: string
  readonly value: string
  readonly at: readonly [number, number]
  readonly gs1?: string
  readonly addon?: string
  readonly size?: readonly [number, number]
}

const limits = { maxPixels: 25_000_000 }
const gtin = '9506000134352'

/** The warnings of a label with these symbols, and the report on its picture. */
function judged(symbols: readonly Placed[], options: CheckOptions = {}) {
  const elements = symbols.map(({ at, ...given }) => {
    const size =
      given.type === 'qr' || given.type === 'datamatrix' ? [22, 22] : given.type === 'ean13' ? [50, 32] : [55, 20]
    return { kind: 'symbol', at, size, ...given }
  })
  const design = designOf({ name: 'label', size: '120x80mm', elements })
  const request = { design, given: {}, row: 1, now: new Date(0), format: 'png', qty: 1, strict: false } as const
  const { scene, warnings } = composeDesign({ ...request, dpi: '152' }, limits)
  const { perMetre } = scene.resolution
  const picture = packedPicture({ bits: paint(scene), low: 0, high: 255 }, { across: perMetre, down: perMetre })
  const report = checkImage(picture, { isDrawn: true, ...options })
  t.equal(report.symbols.length, symbols.length, 'all symbols are read')
  for (const { message } of report.findings)
    for (const phrases of [german, spanish, french]) t.ok(sentenceFor(message, phrases), message)
  return { warnings, report }
}

const ofLabel = (report: Report): readonly string[] =>
  report.findings.filter(({ code }) => code.startsWith('label.')).map(({ kind, code }) => `${kind} ${code}`)
const wrong = (report: Report): readonly string[] => [
  ...new Set(ofLabel(report).filter((each) => !each.startsWith('pass'))),
]

const ean: Placed = { type: 'ean13', value: gtin, at: [3, 3] }
const link: Placed = { type: 'qr', value: `https://id.gs1.org/01/0${gtin}`, at: [60, 3] }

t.test('an EAN and a Digital Link of one product, side by side, are as GS1 has it', async (t) => {
  const { warnings, report } = judged([ean, link])
  t.same(warnings, [])
  t.equal(report.verdict, 'conforming')
  t.same(ofLabel(report), ['pass label.gtin', 'pass label.excluded_ai', 'pass label.distance'])
})

t.test('an EAN and a Digital Link of two products', async (t) => {
  const { warnings, report } = judged([ean, { ...link, value: 'https://id.gs1.org/01/04006381333931' }])
  t.match(warnings, [{ code: 'label_conflict', message: /"09506000134352".*"04006381333931"; one label has one$/ }])
  t.equal(report.verdict, 'faults')
  t.same(wrong(report), ['fault label.gtin'])
  t.match(reportText(report), /^2 symbols: faults\nfault {2}label\.gtin {2}/)
})

t.test('a number is the same in each form that a symbol takes', async (t) => {
  const forms: readonly (readonly [type: 'ean13' | 'upce' | 'upca', value: string, gtin: string])[] = [
    ['ean13', gtin.slice(0, 12), `0${gtin}`],
    ['upca', '03600029145', '00036000291452'],
    ['upce', '01234565', '00012345000065'],
    ['upce', '0123456', '00012345000065'],
    ['upce', '012345000065', '00012345000065'],
    ['upce', '01234500006', '00012345000065'],
  ]
  for (const [type, value, number] of forms) {
    const drawn: Placed = { ...ean, type, value }
    const same = judged([drawn, { ...link, value: `https://id.gs1.org/01/${number}` }])
    t.same(
      same.warnings.filter(({ code }) => code === 'label_conflict'),
      [],
      `${type} ${value}`,
    )
    const other = judged([drawn, { ...link, value: 'https://id.gs1.org/01/04006381333931' }])
    t.match(
      other.warnings.filter(({ code }) => code === 'label_conflict'),
      [{ message: /one label has one$/ }],
      value,
    )
  }
})

t.test('two symbols of a product more than 50 mm apart: a note, and a fault for retail', async (t) => {
  const far: Placed = { ...link, at: [97, 57] }
  const { warnings, report } = judged([ean, far])
  t.match(warnings, [{ code: 'label_distance' }])
  t.same([report.verdict, wrong(report)], ['conforming', ['note label.distance']])
  if (all) t.same(wrong(judged([ean, far], { application: 'retail' }).report), ['fault label.distance'])
  const [, warned = ''] = /are ([\d.]+) mm/.exec(warnings[0]!.message) ?? []
  const [, seen = ''] = /are ([\d.]+) mm/.exec(report.findings.find(({ kind }) => kind === 'note')!.message) ?? []
  t.ok(Math.abs(Number(warned) - Number(seen)) < 0.2, `${warned} mm as drawn, ${seen} mm as seen`)
})

t.test('the distance of an EAN with an add-on is that of the EAN', async (t) => {
  const withAddon: Placed = { ...ean, addon: '51234', size: [70, 32] }
  const { warnings, report } = judged([withAddon, { ...link, at: [97, 3] }])
  t.match(warnings, [{ code: 'label_distance' }])
  t.same(wrong(report), ['note label.distance'])
  const [, warned = ''] = /are ([\d.]+) mm/.exec(warnings[0]!.message) ?? []
  const [, seen = ''] = /are ([\d.]+) mm/.exec(report.findings.find(({ kind }) => kind === 'note')!.message) ?? []
  t.ok(Math.abs(Number(warned) - Number(seen)) < 0.2, `${warned} mm as drawn, ${seen} mm as seen`)
})

const unit = (value: string, y: number): Placed => ({ type: 'code128', gs1: 'true', value, at: [3, y] })
const matrix = (value: string): Placed => ({ type: 'datamatrix', gs1: 'true', value, at: [90, 50] })

t.test('elements that need each other may be in different symbols', async (t) => {
  const content = unit(`(02)0${gtin}(10)AB`, 3)
  const alone = all && judged([content, unit('(00)395012340000000016', 40)])
  if (alone) {
    t.ok(findingsIn(alone.report).some(({ code, kind }) => code === 'code128.gs1.missing_ai' && kind === 'note'))
    t.ok(alone.warnings.some(({ code }) => code === 'gs1_missing_ai'))
  }
  const whole = judged([content, unit('(00)395012340000000016(37)12', 40)])
  t.notOk(findingsIn(whole.report).some(({ code, kind }) => code === 'code128.gs1.missing_ai' && kind !== 'pass'))
  t.notOk(whole.warnings.some(({ code }) => code === 'gs1_missing_ai'))
})

t.test('one SSCC, no AI with two values, and none that excludes another', async (t) => {
  const cases: readonly (readonly [rule: string, one: string, other: string])[] = [
    ['sscc', '(00)395012340000000016', '(00)395012340000000023'],
    ['repeated_ai', `(01)0${gtin}(10)AB`, `(01)0${gtin}(10)AC`],
    ['excluded_ai', `(01)0${gtin}`, `(02)04006381333931(37)5(00)395012340000000016`],
  ]
  for (const [rule, one, other] of all ? cases : cases.slice(0, 1)) {
    const { warnings, report } = judged([unit(one, 3), matrix(other)])
    t.same(wrong(report), [`fault label.${rule}`], rule)
    t.same([...new Set(warnings.map(({ code }) => code))], ['label_conflict'], rule)
  }
})

t.test('a picture of several products is not one label', async (t) => {
  const others: readonly Placed[] = [
    { ...ean, value: '4006381333931', at: [3, 40] },
    { ...ean, value: '5901234123457', at: [60, 40] },
  ]
  const { warnings, report } = judged([ean, ...others])
  t.same([warnings, report.verdict, ofLabel(report)], [[], 'conforming', []])
})
