import t from 'tap'
import { checkImage, type Picture } from '../../src/reader/check/index.ts'
import { type Vector, vectorSets } from '../../src/explain/vectors/index.ts'
import { type EncodeErrorCode, type Symbology, symbologies } from '../../symbologies/index.ts'
import { code39Characters } from '../../symbologies/tables.ts'
import { zxingTexts } from '../oracle/zxing.ts'
import { long, inLongRun } from '../random.ts'
import { barsPicture, rowsPicture } from '../reader/check/paint.ts'

const sets = vectorSets()

/** Drawn from the vector alone; the bars of an add-on are as high as the others. */
function pictureOf({ widths = '', rows, quiet, columnsPerModule = 1 }: Vector): Picture {
  if (quiet === undefined) throw new Error('a symbol without a quiet zone')
  if (rows !== undefined)
    return rowsPicture(rows, { dots: 2, margins: [quiet.top, quiet.right, quiet.bottom, quiet.left] })
  // a gap before an add-on stands between blanks, as a number
  const [bars = '', ...addon] = widths.split(' ')
  const columns = [...bars, ...addon.flatMap((part, i) => (i === 0 ? [part] : [...part]))].map(Number)
  const bearer = 4 * columnsPerModule
  return barsPicture(
    columns.map((width) => 2 * width),
    { left: 2 * quiet.left, right: 2 * quiet.right, bearers: [bearer, bearer] },
  )
}

/** What a reader transmits that is not set to check characters and full ASCII; by the standard bytes without an ECI are ISO 8859-1. */
function transmitted(symbology: Symbology, { text, part = text, options, details }: Vector): string {
  if (symbology !== 'code39') {
    const isUtf8 = options !== undefined && 'eci' in options && options.eci === 'utf8'
    return isUtf8 ? Buffer.from(part).toString('latin1') : part
  }
  const { values, check } = details as { values: readonly number[]; check?: { value: number } }
  return [...values, ...(check === undefined ? [] : [check.value])].map((value) => code39Characters[value]).join('')
}

/** Options can ask for more than is needed; the checker says so. */
const asked = /\.(smallest|shortest|reference|mask|zeros|end|append|programming|fnc1|ratio|check|fullascii|bytes)$/

t.test('every vector is a conforming symbol of its text, or a refusal', inLongRun, async (t) => {
  const wrong: string[] = []
  const codes: readonly EncodeErrorCode[] = ['invalid_character', 'invalid_length', 'bad_check_digit', 'data_too_long']
  for (const { symbology, vectors } of sets) {
    for (const [i, vector] of vectors.entries()) {
      const { name, error, rows } = vector
      if (error !== undefined) {
        if (!codes.some((code) => code === error.code) || vector.quiet !== undefined)
          wrong.push(`${symbology}, ${name}: ${error.code}`)
        continue
      }
      if (!long && i % ((rows?.length ?? 0) > 60 ? 48 : 2) !== 0) continue
      const report = checkImage(pictureOf(vector), { type: symbology, text: transmitted(symbology, vector) })
      const said = report.findings
        .filter(({ kind, code }) => kind === 'fault' || (kind === 'note' && !asked.test(code)))
        // macros are shown by texts that are no messages of ISO/IEC 15434, which is not a fault of the symbol
        .filter(({ code }) => !(code === 'datamatrix.content.iso15434' && /\bmacro\b/.test(name)))
      wrong.push(...said.map(({ code, message }) => `${symbology}, ${name}: ${code}: ${message}`))
    }
  }
  t.same(wrong, [])
})

t.test('all symbologies, versions, sizes and levels are there, and each vector once', async (t) => {
  t.same(sets.map(({ symbology }) => symbology).toSorted(), [...symbologies].toSorted())
  for (const { symbology, vectors } of sets) {
    const names = vectors.map(({ name }) => name)
    t.equal(new Set(names).size, names.length, `${symbology}: names are different`)
  }
  const sidesOf = (symbology: string): Set<string> =>
    new Set(
      sets
        .find((set) => set.symbology === symbology)
        ?.vectors.flatMap(({ rows }) => (rows ? [`${rows.length}x${rows[0]?.length}`] : [])),
    )
  t.equal(sidesOf('qr').size, 40)
  t.equal(sidesOf('microqr').size, 4)
  t.equal(sidesOf('datamatrix').size, 48)
})

t.test('zxing-cpp reads the vectors', async (t) => {
  const wrong: string[] = []
  for (const { symbology, vectors } of sets) {
    const drawn = vectors.filter(({ error, text }) => error === undefined && /^[ -~]+$/.test(text))
    const few = drawn.filter((_, i) => i % Math.ceil(drawn.length / (long ? 100 : 10)) === 0)
    for (const vector of few) {
      const picture = pictureOf(vector)
      const text = transmitted(symbology, vector)
      const read = await zxingTexts({ ...picture, grey: Uint8Array.from(picture.grey) }, symbology)
      const digits = vector.details !== undefined && 'digits' in vector.details ? String(vector.details.digits) : text
      if (![text, digits, `0${digits}`].some((each) => read.includes(each)))
        wrong.push(`${symbology}, ${vector.name}: ${read.join()}`)
    }
  }
  t.same(wrong, [])
})
