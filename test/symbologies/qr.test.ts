import t from 'tap'
import './microqr.part.ts'
import './qr-eci.part.ts'
import './qr-options.part.ts'
import './qr-readers.part.ts'
import './qr-text.part.ts'
import {
  EncodeError,
  isDark,
  lightMatrix,
  type QrLevel,
  type QrOptions,
  qr,
  qrCodewordModules,
  rowsOf,
} from '../../symbologies/index.ts'
import { bitsInside, darken, transposedWords } from '../../symbologies/matrix/index.ts'
import { maskScore } from '../../symbologies/qr/penalty.ts'
import { plainly } from '../oracle/plain-matrix.ts'
import { bwipRows, zintMissing, zintRows } from '../oracle/qr-peers.ts'
import { penaltyOf } from '../oracle/qr-penalty.ts'
import { qrTables, readVectors } from '../oracle/qr-tables.ts'
import { digits, kanji, lower, upper, upTo } from '../oracle/qr-texts.ts'
import { cases, long, random } from '../random.ts'

const levels = ['L', 'M', 'Q', 'H'] as const
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()

interface Vector {
  source: string
  symbology: string
  text: string
  options: QrOptions
  mask?: number
  data: string[]
  errorCorrection: string[]
  rows?: string[]
}

const { vectors }: { vectors: Vector[] } = JSON.parse(readVectors('qr.json'))

t.test('worked examples', (t) => {
  for (const vector of vectors.filter(({ symbology }) => symbology === 'qr')) {
    const { matrix, trace } = qr(vector.text, vector.options)
    t.same(trace.data.map(hex), vector.data, vector.source)
    t.same(trace.errorCorrection.map(hex), vector.errorCorrection, vector.source)
    if (vector.mask !== undefined) t.equal(trace.mask, vector.mask, vector.source)
    if (vector.rows !== undefined) t.same(rowsOf(matrix), vector.rows, vector.source)
  }
  t.end()
})

/** Texts of a single mode, for which no encoder has a choice of segments: Table 7's four capacities. */
const plainAlphabets = [digits, upper, lower, kanji]

/** A text for version and level that fills half of the symbol to all of it. */
function fillingText(version: number, level: QrLevel, mode: number, numbers: ReturnType<typeof random>): string {
  const row = qrTables.rows.find(([v, l]) => v === version && l === level)!
  const most = [row[4], row[5], row[6], row[7]][mode]!
  return numbers.text(plainAlphabets[mode]!, numbers.between(Math.ceil(most / 2), most))
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((row, i) => row === b[i])

t.test('equals zint under every version, level and mask', { skip: zintMissing }, (t) => {
  const numbers = random('qr zint sweep')
  const faults: string[] = []
  let compared = 0
  for (let version = 1; version <= 40; version++) {
    for (const [l, level] of levels.entries()) {
      for (let mask = 0; mask < 8; mask++) {
        // npm test takes two of the 32 pairs for each version, others for the next, so that all pairs occur
        if (!long && (8 * l + mask + 7 * version) % 16 !== 0) continue
        const text = fillingText(version, level, compared % 4, numbers)
        const forced = { level, version, mask }
        if (!same(rowsOf(qr(text, forced).matrix), zintRows(false, [text], forced)[0]!))
          faults.push(`${version}-${level} mask ${mask} ${text}`)
        compared++
      }
    }
  }
  t.same(faults, [])
  t.ok(compared >= (long ? 1280 : 80), `${compared} symbols`)
  t.end()
})

t.test('equals bwip-js under every version, level and mask', (t) => {
  const numbers = random('qr bwip sweep')
  const faults: string[] = []
  const seen = new Set<string>()
  for (let version = 1; version <= 40; version++) {
    for (const [l, level] of levels.entries()) {
      for (let mask = 0; mask < 8; mask++) {
        if (!long && (8 * l + mask + 5 * version) % 32 !== 0) continue
        const text = fillingText(version, level, (version + l + mask) % 3, numbers)
        const forced = { level, version, mask }
        if (!same(rowsOf(qr(text, forced).matrix), bwipRows(false, text, forced)))
          faults.push(`${version}-${level} mask ${mask} ${text}`)
        seen.add(`${level}${mask}`).add(`${version}`)
      }
    }
  }
  t.same(faults, [])
  t.ok(seen.size >= (long ? 72 : 64), `${seen.size} versions and pairs of level and mask`)
  t.end()
})

t.test('capacity of every version and level in every mode, and one more', (t) => {
  const faults: string[] = []
  for (const [version, level, , , ...capacities] of qrTables.rows) {
    for (const [mode, most] of capacities.entries()) {
      const character = '7A~漢'[mode]!
      const options: QrOptions = { version, level: levels.find((each) => each === level)! }
      const full = qr(character.repeat(most), options)
      const { segments } = full.trace
      if (segments.length !== 1 || segments[0]!.mode !== ['numeric', 'alphanumeric', 'byte', 'kanji'][mode]) {
        faults.push(`${version}-${level} ${character} ${segments.map((segment) => segment.mode)}`)
      }
      try {
        qr(character.repeat(most + 1), options)
        faults.push(`${version}-${level} takes ${most + 1} ${character}`)
      } catch (error) {
        const right = error instanceof EncodeError && error.code === 'data_too_long'
        if (!right || !error.message.includes(` ${most} `)) faults.push(`${version}-${level} ${error}`)
      }
    }
  }
  t.same(faults, [])
  t.end()
})

t.test('by default the smallest version at M, then its highest level; L if 40-M is too small', (t) => {
  const numbers = random('qr versions')
  const holds = (version: number, level: string, count: number): boolean =>
    qrTables.rows.find(([v, l]) => v === version && l === level)![6] >= count
  const faults: string[] = []
  for (let i = 0; i < cases(150); i++) {
    const count = numbers.between(1, 2953)
    const asked = count > 2331 ? 'L' : 'M'
    const version = upTo(40).find((v) => holds(v + 1, asked, count))! + 1
    const level = levels.findLast((each) => holds(version, each, count))
    const { trace } = qr('~'.repeat(count))
    if (trace.version !== version || trace.level !== level) faults.push(`${count}: ${trace.version}-${trace.level}`)
  }
  t.same(faults, [])
  t.match(qr('1'.repeat(7089)).trace, { version: 40, level: 'L' })
  t.match(qr('~'.repeat(100), { level: 'H' }).trace, { version: 10, level: 'H' })
  t.match(qr('~'.repeat(100), { version: 40 }).trace, { version: 40, level: 'H' })
  t.match(qr('~'.repeat(2332), { version: 40 }).trace, { version: 40, level: 'L' })
  t.end()
})

t.test('scores are those of the standard, and the mask with the lowest wins', (t) => {
  const numbers = random('qr scores')
  const faults: string[] = []
  for (let i = 0; i < cases(40); i++) {
    const version = i % 8 === 7 ? numbers.between(11, 40) : numbers.between(1, 10)
    const text = numbers.text(lower, numbers.between(1, 30))
    const level = version < 4 ? 'L' : numbers.pick(levels)
    const { trace } = qr(text, { version: Math.max(version, 2), level })
    for (let mask = 0; mask < 8; mask++) {
      const rows = rowsOf(qr(text, { version: Math.max(version, 2), level, mask }).matrix)
      const { runs, areas, finders, balance } = penaltyOf(rows)
      const score = { runs, areas, finders, balance, total: runs + areas + finders + balance }
      if (JSON.stringify(trace.scores[mask]) !== JSON.stringify(score))
        faults.push(`${text} ${version}-${level} ${mask}`)
    }
    const totals = trace.scores.map(({ total }) => total)
    if (trace.mask !== totals.indexOf(Math.min(...totals))) faults.push(`${text} took mask ${trace.mask} of ${totals}`)
  }
  t.same(faults, [])
  t.end()
})

t.test('of equal scores the lower mask number wins', (t) => {
  for (const text of ['81', '90', '113', '287', '291', '338']) {
    const { mask, scores } = qr(text).trace
    const totals = scores.map(({ total }) => total)
    const best = Math.min(...totals)
    t.equal(totals.filter((total) => total === best).length, 2, `${text} has a tie`)
    t.equal(mask, totals.indexOf(best), text)
  }
  t.end()
})

t.test('the mask is the first of those with the lowest score, at every version and level', (t) => {
  const numbers = random('qr best masks')
  const wrong: string[] = []
  for (let i = 0; i < cases(320, 3); i++) {
    const version = 1 + (i % 40)
    const level = numbers.pick(levels)
    const text = numbers.text(lower, numbers.between(1, 7))
    const { mask, scores } = qr(text, { version, level }).trace
    const totals = scores.map(({ total }) => total)
    if (mask !== totals.indexOf(Math.min(...totals))) wrong.push(`${version}-${level} ${text}: ${mask} of ${totals}`)
  }
  t.same(wrong, [])
  t.end()
})

t.test('zint takes the same mask', { skip: zintMissing }, (t) => {
  const numbers = random('qr zint masks')
  const texts = Array.from({ length: cases(200) }, () => numbers.text(lower, numbers.between(3, 400)))
  const zint = zintRows(false, texts, { level: 'M' })
  const others = texts.filter((text, i) => !same(rowsOf(qr(text, { level: 'M' }).matrix), zint[i]!))
  t.same(others, [])
  t.end()
})

t.test('scores of arbitrary matrices, and their transposed copies', (t) => {
  const numbers = random('qr matrices')
  const faults: string[] = []
  for (let i = 0; i < cases(800, 19); i++) {
    // Sizes around whole words, few large ones; from nearly light to nearly dark, in rows repeated or not.
    const size = i % 50 === 0 ? numbers.between(90, 177) : numbers.pick([21, 25, 29, 31, 32, 33, 45, 63, 64, 65])
    const matrix = lightMatrix(size, size)
    const dark = numbers.pick([3, 30, 50, 50, 70, 97])
    const repeat = numbers.pick([1, 1, 2, 3, 6])
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        const again = y % repeat !== 0 && isDark(matrix, x, y - 1)
        if (again || (y % repeat === 0 && numbers.between(1, 100) <= dark)) darken(matrix, x, y)
      }
    }
    const { stride, words } = matrix
    const columns = transposedWords(words, size, size)
    if (hex(new Uint8Array(columns.buffer)) !== hex(new Uint8Array(plainly.transposed(matrix).words.buffer)))
      faults.push('transposed')
    // any symbol, and the mask that makes the matrix of it
    const layer = words.map((_, at) => (numbers.between(0, 0xffff) * 0x10001) & bitsInside(at % stride, size))
    const masked = words.map((word, at) => word ^ layer[at]!)
    const unmasked = { rows: masked, columns: transposedWords(masked, size, size), size, stride }
    const { total, ...parts } = maskScore(unmasked, { rows: layer, columns: transposedWords(layer, size, size) })
    const wanted = penaltyOf(rowsOf(matrix))
    if (JSON.stringify(parts) !== JSON.stringify(wanted))
      faults.push(`${size}: ${JSON.stringify(parts)} ${JSON.stringify(wanted)}`)
    if (total !== wanted.runs + wanted.areas + wanted.finders + wanted.balance) faults.push(`total ${total}`)
  }
  t.same(faults, [])
  t.end()
})

t.test('codewords of the trace are in the modules of qrCodewordModules', (t) => {
  const faults: string[] = []
  for (let version = 1; version <= 40; version++) {
    // Mask 1 turns even rows.
    const { matrix, trace } = qr('quietzone', { version, mask: 1, level: 'L' })
    const modules = qrCodewordModules(version)
    if (modules.length !== trace.codewords.length) faults.push(`${version}: ${modules.length} codewords`)
    const read = modules.map((eight) =>
      eight.reduce((value, { x, y }) => 2 * value + Number(isDark(matrix, x, y) !== (y % 2 === 0)), 0),
    )
    if (hex(Uint8Array.from(read)) !== hex(trace.codewords)) faults.push(`${version}`)
  }
  t.same(faults, [])
  t.end()
})
