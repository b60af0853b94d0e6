import { existsSync, readFileSync } from 'node:fs'
import bidiFactory from 'bidi-js/dist/bidi.mjs'
import t from 'tap'
import './installed.ts'
import { levelsAfter, levelsOf, lineLevels, visualOrder } from '../../src/text/bidi.ts'
import { clean, firstUnits } from '../../src/text/shown-text.ts'
import { cases, inLongRun, long, random } from '../random.ts'

const bidiData = '/usr/share/unicode/BidiCharacterTest.txt'
const noData = !existsSync(bidiData) && 'BidiCharacterTest.txt (Debian package unicode-data) is not installed'

const unitOf = (points: readonly number[], index: number): number =>
  points.slice(0, index).reduce((sum, code) => sum + (code > 0xffff ? 2 : 1), 0)

interface Run {
  readonly level: number
  readonly indices: number[]
}

/** As the room orders: runs of one level, each laid out by itself. */
function runsOf(items: readonly { readonly index: number; readonly level: number }[]): Run[] {
  const runs: Run[] = []
  for (const { index, level } of items) {
    if (runs.at(-1)?.level === level) runs.at(-1)!.indices.push(index)
    else runs.push({ level, indices: [index] })
  }
  return runs
}

const inRun = ({ level, indices }: Run): number[] => (level % 2 === 1 ? [...indices].reverse() : indices)

t.test('the 91,707 cases of BidiCharacterTest; in npm test one in eight', { skip: noData || inLongRun.skip }, (t) => {
  const wrong: string[] = []
  let count = 0
  for (const line of readFileSync(bidiData, 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    count++
    if (!long && count % 8 !== 0) continue
    const [codes, direction, base, levels, order] = line.split(';')
    const points = codes!.split(' ').map((code) => Number.parseInt(code, 16))
    const text = String.fromCodePoint(...points)
    const found = levelsOf(text, direction === '0' ? 'ltr' : direction === '1' ? 'rtl' : 'auto')
    const units = lineLevels(text, found, 0, text.length)
    const expected = levels!.split(' ')
    // a level x: the character is taken out by rule X9, and may have any
    const items = points.map((code, index) => ({ index, level: units[unitOf(points, index)]!, code }))
    const seen = items.filter(({ index }) => expected[index] !== 'x')
    const isRight =
      String(found.base) === base &&
      seen.every(({ index, level }) => String(level) === expected[index]) &&
      visualOrder(runsOf(seen)).flatMap(inRun).join(' ') === order
    if (!isRight) wrong.push(line)
  }
  t.same(wrong.slice(0, 5), [])
  t.equal(count, 91707)
  t.end()
})

t.test('characters beyond the Basic Multilingual Plane have levels of their own', (t) => {
  t.same([...levelsOf('a\u{1e922}\u{1e923}b').levels], [0, 1, 1, 1, 1, 0])
  t.same([...levelsOf('\u{10d30}\u{10d31}').levels], [2, 2, 2, 2])
  t.equal(levelsOf('\u{10800}').base, 1)
  t.same([...levelsOf('\u{20000}\u05d0').levels], [0, 0, 1])
  t.end()
})

t.test('white space and controls at a line’s end take the paragraph’s level', (t) => {
  const text = 'אב \u200b גד'
  const levels = levelsOf(text, 'ltr')
  t.same([...levels.levels], [1, 1, 1, 1, 1, 1, 1])
  t.same([...lineLevels(text, levels, 0, 4)], [1, 1, 0, 0])
  t.same([...lineLevels(text, levels, 1, 3)], [1, 0])
  t.same([...lineLevels(text, levels, 5, 7)], [1, 1])
  t.end()
})

t.test('levels of long numbers are those that bidi-js finds with all of their digits', async (t) => {
  const r = random('long numbers')
  const { getEmbeddingLevels } = bidiFactory()
  const others = [...'aא\u0627 .,+-%()\u0660\u0301\u2066\u2067\u2068\u2069\u202a\u202b\u202c\u202d\u202e\u200f\t']
  const faults: string[] = []
  for (let i = 0; i < cases(2000); i++) {
    const parts = Array.from({ length: r.between(1, 12) }, () =>
      r.between(0, 1) > 0 ? r.text('0123456789', r.between(1, 9)) : r.pick(others),
    )
    const text = parts.join('')
    const direction = r.pick(['ltr', 'rtl', 'auto'] as const)
    const { levels, base } = levelsOf(text, direction)
    const whole = getEmbeddingLevels(text, direction)
    const isSame = Buffer.compare(levels, whole.levels) === 0 && base === whole.paragraphs[0]!.level
    if (!isSame) faults.push(`${direction} ${JSON.stringify(text)}`)
  }
  t.same(faults, [])
})

t.test(
  'levels of a start of a text, and of what follows it, are those that are found without the text',
  inLongRun,
  async (t) => {
    const r = random('starts of texts')
    const others = [
      ...'aא\u0627\u07ec\u0661 .,+-%/1…()[\u0301\u00ad\u2066\u2069\u202e\u202c\u200f',
      '\u{1e922}',
      '\u{10d30}',
      '\u{20000}',
    ]
    const faults: string[] = []
    let rightToLeft = 0
    for (let i = 0; i < cases(20_000); i++) {
      // brackets and controls in one text of three
      const from = i % 3 === 0 ? others : others.filter((other) => !/[()[\u2066-\u2069\u202a-\u202e]/.test(other))
      const points = Array.from({ length: r.between(1, 30) }, () => r.pick(from))
      const whole = clean(points.join(''))
      const start = firstUnits(whole, r.between(0, whole.length))
      const text = start + r.pick(['', '…', 'a', 'א', '1'])
      const found = levelsAfter(levelsOf(whole), text, start.length)
      const expected = levelsOf(text)
      if (expected.base === 1) rightToLeft++
      const isSame = Buffer.compare(found.levels, expected.levels) === 0 && found.base === expected.base
      if (!isSame) faults.push(`${start.length} of ${JSON.stringify(whole)}: ${JSON.stringify(text)}`)
    }
    t.same(faults.slice(0, 5), [])
    t.ok(rightToLeft > cases(20_000) / 5, `${rightToLeft} from right to left`)
  },
)

t.test('marks of right-to-left scripts alone turn nothing', async (t) => {
  const { getEmbeddingLevels } = bidiFactory()
  for (const text of ['\u07ec', ' 7\u07ec'.repeat(30), 'a\u05b0-1\u0651', '\u{10f46}1']) {
    t.same(levelsOf(text), { levels: new Uint8Array(text.length), base: 0 })
    t.same([...getEmbeddingLevels(text, 'auto').levels], new Array(text.length).fill(0))
  }
})
