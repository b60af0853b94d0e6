import t from 'tap'
import { all, forAll, inLongRun } from '../random.ts'
import { anyLabelQuery, type Query } from '../reader/verify/random-requests.ts'
import { type Compared, contradictions, verdictsOn } from './verdicts.ts'

/** What all who judge a label contradict each other about; empty for what is not a request. */
function contradictionsOn(query: Query, compared?: Compared): readonly string[] {
  const verdicts = verdictsOn(query)
  return verdicts === undefined ? [] : contradictions(verdicts, compared)
}

t.test('plan, warnings, proof, check and grade say the same of any label', inLongRun, async (t) => {
  const compared = { labels: 0, drawn: 0, pairs: 0 }
  const before = process.cpuUsage()
  await forAll([anyLabelQuery], { count: 90, times: all ? 112 : 10 / 6 }, (query) => {
    const found = contradictionsOn(query, compared)
    if (found.length > 0) throw new Error(found.join('; '))
  })
  const { user, system } = process.cpuUsage(before)
  const { labels, drawn, pairs } = compared
  t.comment(`${labels} labels, ${drawn} of them drawn, ${pairs} pairs of answers, 0 contradictions`)
  t.comment(`${((user + system) / 1e6 / labels).toFixed(2)} s of CPU a label`)
  t.ok(drawn > 0.5 * labels, `${drawn}`)
})

t.test('words beside a symbol are not bars of an add-on', inLongRun, (t) => {
  const words = {
    '0860070': { size: '50x30', layout: 'auto', caption: 'p;Han\n村町量量東号字数京本倉日\nx - 7/12 Stück) (10 Größe' },
    '0260130': {
      ...{ size: '2x3', layout: 'beside', dpi: '152', xdim: '0.27', showtext: 'false' },
      caption:
        '7/12 Sechskantschraube Sechskantschraube 12,90 Stück) verzinkt, zł (10 verzinkt, Regal x x\nverzinkt, 7/12 zł',
      title: 'verzinkt, 12,90 x (10 (10 Sechskantschraube 40 Stück)',
    },
  }
  for (const [text, style] of Object.entries(words)) {
    const title = { title: 'Stück) zł Regal', withtext: 'true' }
    const query = { type: 'ean8', text, format: 'pdf', orientation: 'landscape', ...title, ...style }
    t.same(contradictionsOn(query), [], text)
  }
  // with straight strokes, which are a fourth as high as the bars
  const tall = { showtext: 'true', orientation: 'landscape', layout: 'auto', dpi: '300', format: 'png' }
  for (const query of [
    { type: 'upca', text: '10212338448', size: '2.25x1.25', title: 'مあЩ', withtext: 'true' },
    { type: 'ean13', text: '(01)00036000291452', gs1: 'true', size: '57x32mm', title: '}Ï' },
  ]) {
    t.same(contradictionsOn({ ...tall, ...query }), [], query.title)
  }
  t.end()
})

t.test('lines with words beside them are lines of the bars', inLongRun, (t) => {
  const labels: readonly Query[] = [
    { type: 'ean8', text: '1068889', size: '62x100', dpi: '203', caption: '7/12\nЖסממЩЖמяوسהס' },
    {
      type: 'code128',
      text: '751',
      size: '70x50',
      dpi: '600',
      caption: '(10 Stück) Größe (10 (10 DIN 7/12',
      title: 'x 40',
    },
    { type: 'code128', text: '4', size: '2.7x1.2in', dpi: '300', title: 'Größe Sechskantschraube verzinkt\nM8' },
    // in which the words are beside nine of ten lines, and modules are 11 pixels wide
    { type: 'code128', text: '\t', size: '71.2x10.2mm', dpi: '300', title: 'DIN DIN Regal 40', layout: 'above' },
  ]
  for (const label of labels) {
    const query = { format: 'png', orientation: 'portrait', showtext: 'true', layout: 'beside', ...label }
    t.same(contradictionsOn(query), [], JSON.stringify(label))
  }
  t.end()
})

t.test('a plan takes the module width wanted, as the label does', (t) => {
  const label = { type: 'ean13', text: '590123412345', size: '50x30', orientation: 'landscape' }
  for (const xdim of ['0.2', '0.33', '0.6', '1.5']) t.same(contradictionsOn({ ...label, xdim }), [], xdim)
  t.end()
})

t.test('bars of 6 mm for logistics are a note of the plan and of the check, and no warning', inLongRun, (t) => {
  const gs1 = { type: 'code128', text: '(00)195012340000000012', gs1: 'true', application: 'logistics' }
  const label = { ...gs1, orientation: 'landscape', dpi: '203', showtext: 'false' }
  for (const [size, notes] of [
    ['100x8mm', 1],
    ['100x20mm', 1],
    ['100x150', 0],
  ] as const) {
    const verdicts = verdictsOn({ ...label, size })!
    t.match(verdicts, { warnings: [], plan: { scans: 'yes' } }, size)
    t.equal(verdicts.seen!().check.verdict, 'conforming', size)
    t.equal(verdicts.plan!.notes.length, notes, size)
    t.same(contradictions(verdicts), [], size)
  }
  t.end()
})

t.test('logistics without FNC1 is a fault of the check and a warning of the label', inLongRun, (t) => {
  const label = { size: '100x50', orientation: 'landscape', dpi: '203', application: 'logistics' }
  const message = '(01)09506000134352'
  const symbols: readonly (readonly [query: Query, isAccepted: boolean])[] = [
    [{ type: 'qr', text: 'QZ-0001' }, false],
    [{ type: 'qr', text: 'QZ-0001', fnc1: 'second', indicator: 'a' }, false],
    [{ type: 'datamatrix', text: 'QZ-0001' }, false],
    [{ type: 'code128', text: 'QZ-0001' }, false],
    [{ type: 'qr', text: 'https://example.com/401/1234567' }, false],
    [{ type: 'qr', text: 'https://id.gs1.org/01/09506000134352' }, true],
    [{ type: 'qr', text: message, gs1: 'link' }, true],
    [{ type: 'datamatrix', text: message, gs1: 'true' }, true],
    [{ type: 'code128', text: message, gs1: 'true' }, true],
  ]
  for (const [query, isAccepted] of symbols) {
    const verdicts = verdictsOn({ ...label, ...query })!
    t.equal(verdicts.warnings!.includes('not_in_application'), !isAccepted, JSON.stringify(query))
    t.equal(verdicts.seen!().check.findings.includes(`fault ${query.type}.gs1.application`), !isAccepted)
    t.same(contradictions(verdicts), [])
  }
  t.end()
})
