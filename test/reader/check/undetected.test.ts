import t from 'tap'
import { checkImage, findingsIn, type Report } from '../../../src/reader/check/index.ts'
import { type Barcode, encode, rowsOf, type Symbology, symbologies } from '../../../symbologies/index.ts'
import { all, inLongRun, long, random } from '../../random.ts'
import { barsPicture, rowsPicture, widthsIn } from './paint.ts'
import { sampleTexts } from './sample-texts.ts'

const matrices: readonly Symbology[] = ['qr', 'microqr', 'datamatrix']

/** How many symbols of each symbology: the quick run takes a third of the elements of one, and an eleventh of the modules. */
const symbolsOfEach = all ? 10 : long ? 2 : 1

/** Texts of a symbology: its sample, and others of random digits. */
function textsOf(type: Symbology, r: ReturnType<typeof random>): string[] {
  const sample = sampleTexts[type]
  const other = (): string => sample.replace(/\d/g, () => `${r.between(0, 9)}`).replace(/^\d/, '0')
  return [sample, ...Array.from({ length: symbolsOfEach - 1 }, other)]
}

const isTold = ({ verdict }: Report): boolean => verdict !== 'conforming'

t.test(
  'every element of bars that is a module wider, in the long run narrower too, is a fault',
  inLongRun,
  async (t) => {
    const r = random('elements of bars')
    const undetected: string[] = []
    let count = 0
    for (const type of symbologies.filter((each) => !matrices.includes(each))) {
      for (const text of textsOf(type, r)) {
        const dots = r.between(1, 5)
        const widths = widthsIn(encode(type, text), dots)
        const bearers = type === 'itf14' ? ([5 * dots, 5 * dots] as const) : undefined
        for (const i of widths.keys()) {
          // the quick run takes every third
          if (!long && i % 3 !== 1) continue
          for (const more of long && widths[i]! > dots ? [dots, -dots] : [dots]) {
            const changed = widths.map((width, at) => (at === i ? width + more : width))
            const picture = barsPicture(changed, {
              left: 15 * dots,
              right: 15 * dots,
              height: 100,
              ...(bearers && { bearers }),
            })
            count++
            if (!isTold(checkImage(picture))) undetected.push(`${type} ${text}, ${dots} dots: element ${i} ${more}`)
          }
        }
      }
    }
    t.comment(`${count} elements, ${undetected.length} undetected`)
    t.same(undetected, [])
  },
)

t.test('every module of a matrix symbol that is turned over is a fault that names it', async (t) => {
  const r = random('modules of matrices')
  const undetected: string[] = []
  const unnamed: string[] = []
  let count = 0
  for (const type of matrices) {
    for (const text of textsOf(type, r)) {
      const barcode: Barcode = encode(type, text)
      const rows = rowsOf(barcode.matrix)
      const dots = r.between(1, 4)
      for (const [row, line] of rows.entries()) {
        for (let column = 0; column < line.length; column++) {
          // the quick run takes every eleventh
          if (!long && (row * line.length + column) % 11 !== 0) continue
          const flipped = rows.map((each, y) =>
            y === row ? each.slice(0, column) + (each[column] === '1' ? '0' : '1') + each.slice(column + 1) : each,
          )
          const report = checkImage(rowsPicture(flipped, { dots }))
          const name = `${type} ${text}, ${dots} dots: row ${row}, column ${column}`
          count++
          if (!isTold(report)) undetected.push(name)
          const isNamed = findingsIn(report).some(
            ({ kind, modules = [] }) =>
              kind === 'fault' && modules.some((each) => each.row === row && each.column === column),
          )
          if (!isNamed)
            unnamed.push(
              `${name}: ${report.symbology} ${report.verdict} ${report.findings.filter(({ kind }) => kind === 'fault').map(({ code }) => code)}`,
            )
        }
      }
    }
  }
  t.comment(`${count} modules, ${undetected.length} undetected, ${unnamed.length} not named`)
  t.same(undetected, [])
  t.same(unnamed, [])
})
