import fc from 'fast-check'
import t from 'tap'
import { PrinterFailure } from '../../../src/printing/channels/failure.ts'
import { chosenPaper, fixedPaper, type KnownPaper, paperOf, sizeInName } from '../../../src/printing/channels/paper.ts'
import { cases, seed } from '../../random.ts'

t.test('the label of a printer as it is fed', async (t) => {
  for (const [stock, x, y] of [
    ['50x30', 5000, 3000],
    ['4x6', 10_160, 15_240],
    ['62x29mm', 6200, 2900],
    ['29x62mm', 2900, 6200],
    ['2.25x1.25in', 5715, 3175],
    ['4x4', 10_160, 10_160],
  ] as const) {
    t.same(paperOf({ stock, dpi: '203' }), { x, y }, stock)
    t.same(paperOf({ stock, dpi: '203', handling: { turn: 180 } }), { x, y })
    t.same(paperOf({ stock, dpi: '203', handling: { turn: 90 } }), { x: y, y: x }, 'a quarter turn')
  }
})

t.test('the size in a name', async (t) => {
  for (const [name, size] of [
    ['A4', { x: 21_000, y: 29_700 }],
    ['A4.Fullbleed', { x: 21_000, y: 29_700 }],
    ['w288h432', { x: 10_160, y: 15_240 }],
    ['w288h432.1', { x: 10_160, y: 15_240 }],
    ['4x6in', { x: 10_160, y: 15_240 }],
    ['iso_a4_210x297mm', { x: 21_000, y: 29_700 }],
    ['na_index-4x6_4x6in', { x: 10_160, y: 15_240 }],
    ['custom_50.09x80.08mm_50.09x80.08mm', { x: 5009, y: 8008 }],
    ['oe_md-multipurpose-label_2.25x1.25in', { x: 5715, y: 3175 }],
    ['toString', undefined],
    ['Env10', undefined],
    ['4x6', undefined],
  ] as const) {
    t.same(sizeInName(name), size, name)
  }
})

const usual = { x: 10_160, y: 12_700 }
const range: KnownPaper = {
  least: { x: 1270, y: 1270 },
  most: { x: 20_320, y: 127_000 },
  name: ({ x, y }) => `${x} ${y}`,
}

t.test('the paper that is asked for', async (t) => {
  const wanted = { x: 5000, y: 3000 }
  const near = fixedPaper({ x: 5010, y: 2990 }, 'near')
  const nearer = fixedPaper({ x: 4995, y: 3005 }, 'nearer')
  const far = fixedPaper({ x: 5080, y: 3175 }, 'far')
  const turned = fixedPaper({ x: 3000, y: 5000 }, 'turned')
  const chosen = (known: readonly KnownPaper[]) => chosenPaper(wanted, { known, usual })
  t.same(chosen([range, near, nearer, far]), { x: 4995, y: 3005, name: 'nearer' }, 'as the server has it')
  t.same(chosen([far, range]), { ...wanted, name: '5000 3000' })
  t.same(chosen([far, turned]), undefined, 'a label does not lie across where its paper stands')
  t.same(chosen([]), undefined)
  const cut = (width: number, height: number) => () => chosenPaper({ x: width, y: height }, { known: [far], usual })
  t.throws(
    cut(10_300, 10_300),
    new PrinterFailure(
      'printer_refused',
      'has no paper of 103 x 103 mm, and would cut the label to the 101.6 x 127 mm that it has',
    ),
  )
  t.equal(cut(12_700, 10_160)(), undefined, 'servers turn a page')
  t.equal(chosenPaper({ x: 30_000, y: 30_000 }, { known: [far], usual: undefined }), undefined)
  t.equal(
    chosenPaper({ x: 30_000, y: 30_000 }, { known: [], usual }),
    undefined,
    'a server that does not list its paper',
  )
})

t.test('what is chosen is never more than half a millimetre off', async () => {
  const size = fc.record({ x: fc.integer({ min: 400, max: 30_000 }), y: fc.integer({ min: 400, max: 30_000 }) })
  const known = fc.array(size, { maxLength: 20 }).map((sizes) => sizes.map((each) => fixedPaper(each, '')))
  const property = fc.property(size, known, (wanted, papers) => {
    const chosen = chosenPaper(wanted, { known: papers, usual: undefined })
    const isNear = ({ x, y }: { x: number; y: number }) => Math.abs(x - wanted.x) <= 50 && Math.abs(y - wanted.y) <= 50
    return chosen === undefined ? !papers.some(({ least }) => isNear(least)) : isNear(chosen)
  })
  fc.assert(property, { numRuns: cases(2000), seed })
})
