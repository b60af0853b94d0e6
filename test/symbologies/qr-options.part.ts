/** Structured append, FNC1 in the second position, and all options at once. */

import t from 'tap'
import { ecis } from '../../symbologies/eci/index.ts'
import { EncodeError, type QrLevel, type QrOptions, qr, rowsOf } from '../../symbologies/index.ts'
import { memoize } from '../../symbologies/memoize.ts'
import { searchesFor } from '../../symbologies/qr/choice.ts'
import { headerBits } from '../../symbologies/qr/division.ts'
import { kindsOf } from '../../symbologies/qr/kinds.ts'
import { PlaneCosts } from '../../symbologies/qr/plane-costs.ts'
import { allPlanes } from '../../symbologies/qr/planes.ts'
import { reachIn } from '../../symbologies/qr/reach.ts'
import { runsOf } from '../../symbologies/qr/runs.ts'
import { classOf } from '../../symbologies/qr/version-classes.ts'
import { mixed, plainText, reads, segmentsOf } from '../oracle/qr-options.ts'
import { zintMissing, zintRows } from '../oracle/qr-peers.ts'
import { readQr } from '../oracle/qr-reader.ts'
import { digits, lower, upper } from '../oracle/qr-texts.ts'
import { cases, type Random, random } from '../random.ts'

/** All bytes of what the standard calls the input data, kanji as Shift JIS where kanji mode has them. */
const asciiParity = (text: string): number => [...text].reduce((sum, character) => sum ^ character.charCodeAt(0), 0)

t.test('structured append: the parts are the text, alike in size and parity', async (t) => {
  const numbers = random('qr parts')
  const faults: string[] = []
  for (let i = 0; i < cases(60); i++) {
    const text = `ab${mixed(numbers, 40)}`
    const parts = numbers.between(2, Math.min(16, [...text].length))
    const eci = numbers.pick([undefined, 'auto', 26] as const)
    const level = numbers.pick([undefined, 'L', 'Q'] as const)
    const options = { parts, ...(eci && { eci }), ...(level && { level }) }
    const fault = (why: string): number => faults.push(`${why}: ${JSON.stringify(text)} ${JSON.stringify(options)}`)
    const symbols = Array.from({ length: parts }, (_, i) => qr(text, { ...options, part: i + 1 }))
    const readings = symbols.map(({ matrix }) => readQr(matrix))
    if (readings.map((each) => each.text).join('') !== text) fault('text')
    if (readings.some(({ faults }) => faults.length > 0)) fault('faults')
    if (new Set(readings.map(({ version, level }) => `${version}-${level}`)).size > 1) fault('sizes')
    if (new Set(readings.map(({ append }) => append?.parity)).size > 1) fault('parities')
    if (readings.some(({ append, text }, i) => append?.index !== i || append.parts !== parts || text === ''))
      fault('places')
    if (readings.some(({ text }) => !text.isWellFormed())) fault('half of a pair')
    const { version } = readings[0]!
    if (version > 1 && fits(text, { ...options, version: version - 1, level: level ?? 'M' })) fault('version too large')
    const part = numbers.between(1, parts)
    const found = await reads(text, { ...options, part })
    const { append } = readings[part - 1]!
    const sequence = { index: part - 1, size: parts, id: `${append?.parity}` }
    if (found?.text !== readings[part - 1]!.text || JSON.stringify(found.sequence) !== JSON.stringify(sequence))
      fault('zxing')
  }
  t.same(faults, [])
  const [header] = qr('ABCDEFGHIJ', { parts: 3, part: 2 }).trace.segments
  const parity = asciiParity('ABCDEFGHIJ')
  t.strictSame(header, { mode: 'structured-append', part: 2, parts: 3, parity, from: 0, to: 0, bits: 20 })
  t.equal(readQr(qr('漢字', { parts: 2, part: 1 }).matrix).append?.parity, 0x8a ^ 0xbf ^ 0x8e ^ 0x9a, 'Shift JIS')
  t.equal(readQr(qr('éa', { parts: 2, part: 1, eci: 26 }).matrix).append?.parity, 0xc3 ^ 0xa9 ^ 0x61, 'UTF-8')
})

function fits(text: string, options: Omit<QrOptions, 'part'>): boolean {
  try {
    qr(text, { ...options, part: 1 })
    return true
  } catch (error) {
    if (error instanceof EncodeError && error.code === 'data_too_long') return false
    throw error
  }
}

t.test('the parts of a text are cut where they take the fewest bits', (t) => {
  const lengths = (text: string, options: QrOptions, parts: number): number[] =>
    Array.from({ length: parts }, (_, i) => {
      const { range } = qr(text, { ...options, parts, part: i + 1 }).trace
      return range!.to - range!.from
    })
  t.same(lengths('a'.repeat(60), {}, 4), [15, 15, 15, 15])
  t.same(lengths('ab', {}, 2), [1, 1])
  t.same(lengths('😀😀😀', {}, 3), [2, 2, 2])
  // 122 digits need 407 bits, and 3-L has 406 of them behind both headers
  t.same(lengths('0'.repeat(242), { version: 3, level: 'L' }, 2), [121, 121])
  t.throws(() => qr('0'.repeat(243), { version: 3, level: 'L', parts: 2, part: 1 }), { code: 'data_too_long' })
  const most = qr('0'.repeat(16 * 7083), { parts: 16, part: 16 }).trace
  t.same(
    [most.range, most.version, most.level],
    [{ from: 15 * 7083, to: 16 * 7083 }, 40, 'L'],
    'the most digits there are',
  )
  t.throws(() => qr('0'.repeat(16 * 7083 + 1), { parts: 16, part: 1 }), { code: 'data_too_long' })
  t.end()
})

t.test('structured append: the longest part takes as few codewords as in an exhaustive search', (t) => {
  const numbers = random('qr exhaustive parts')
  const alphabets = ['01', 'AB', 'ab\\~', 'é÷', 'ž', 'Жш', '漢字', '한', '😀']
  const faults: string[] = []
  for (let i = 0; i < cases(80); i++) {
    let text = ''
    for (let runs = numbers.between(2, 5); runs > 0; runs--)
      text += numbers.text(numbers.pick(alphabets), numbers.between(1, 6))
    const parts = numbers.between(2, Math.min(3, [...text].length))
    const options: QrOptions = { version: 5, ...(numbers.pick([true, false]) && { eci: 'auto' }) }
    const ours = Array.from({ length: parts }, (_, part) => {
      const { segments } = qr(text, { ...options, parts, part: part + 1 }).trace
      return codewordsOf(segments.reduce((sum, { bits }) => sum + bits, 0))
    })
    const piece = memoize((piece: string) =>
      codewordsOf(searchesFor(piece, options)[0]!(classOf(5))!.bits + headerBits),
    )
    const fewest = Math.min(
      ...cutsOf([...text], parts).map((pieces) => Math.max(...pieces.map((each) => piece(each.join(''))))),
    )
    if (Math.max(...ours) !== fewest) faults.push(`${text} in ${parts}: ${Math.max(...ours)}, fewest ${fewest}`)
  }
  t.same(faults, [])
  t.end()
})

const codewordsOf = (bits: number): number => Math.ceil(bits / 8)

/** All divisions into so many pieces of one character or more. */
function cutsOf<Item>(items: readonly Item[], parts: number): Item[][][] {
  if (parts === 1) return [[[...items]]]
  return Array.from({ length: items.length - parts + 1 }, (_, i) => i + 1).flatMap((end) =>
    cutsOf(items.slice(end), parts - 1).map((rest) => [items.slice(0, end), ...rest]),
  )
}

t.test('as many characters fit as if each was added to those before it', (t) => {
  const numbers = random('qr reach')
  const faults: string[] = []
  for (let i = 0; i < cases(60); i++) {
    const text = `ž${mixed(numbers, 300)}`
    const planes = allPlanes(text)
    const kinds = kindsOf(text, runsOf(text, 'qr'), planes)
    const { headers } = classOf(numbers.between(1, 40))
    const reach = reachIn(kinds, new PlaneCosts(planes, headers))
    for (let n = 0; n < 12; n++) {
      const from = numbers.between(0, kinds.length - 1)
      const limit = numbers.between(from + 1, kinds.length)
      const bits = numbers.between(1, 2000)
      const costs = new PlaneCosts(planes, headers)
      const exceeding = kinds.slice(from, limit).findIndex((kind) => {
        costs.add(kind, 1)
        return costs.bits > bits
      })
      const expected = exceeding < 0 ? limit : from + exceeding
      const found = reach({ from, limit, bits })
      if (found !== expected) faults.push(`${text}: ${found} of ${from} to ${limit} in ${bits} bits, not ${expected}`)
    }
  }
  t.same(faults, [])
  t.end()
})

t.test('equals zint in every part of a structured append', { skip: zintMissing }, (t) => {
  const numbers = random('qr parts zint')
  const faults: string[] = []
  for (let i = 0; i < cases(40); i++) {
    const text = numbers.text(numbers.pick([digits, upper, lower]), numbers.between(20, 200))
    const parts = numbers.between(2, 16)
    const part = numbers.between(1, parts)
    const { matrix, trace } = qr(text, { parts, part })
    const { version, level, mask, range } = trace
    const append = [part, parts, asciiParity(text)] as const
    const [zint] = zintRows(false, [text.slice(range!.from, range!.to)], { version, level, mask, append })
    if (rowsOf(matrix).join() !== zint!.join()) faults.push(`${text} ${part} of ${parts}`)
  }
  t.same(faults, [])
  t.end()
})

t.test('FNC1 in the second position', async (t) => {
  const numbers = random('qr fnc1 second')
  const faults: string[] = []
  for (let i = 0; i < cases(60); i++) {
    const alphabet = numbers.pick(['AB12%\x1d', 'ab%\x1d', '0123\x1d', 'aé\x1d%AB', '%\x1d'])
    const text = numbers.text(alphabet, numbers.between(1, 30))
    const indicator = numbers.pick(['00', '37', '99', 'A', 'z'])
    const options: QrOptions = { fnc1: 'second', indicator, ...(numbers.between(0, 2) === 0 && { eci: 'auto' }) }
    const { matrix } = qr(text, options)
    const reading = readQr(matrix)
    if (reading.text !== text || reading.indicator !== indicator || reading.faults.length > 0)
      faults.push(`reader ${text}`)
    const found = await reads(text, options)
    if (found?.text !== indicator + text || !/^\]Q[56]$/.test(found.identifier))
      faults.push(JSON.stringify([text, found]))
  }
  t.same(faults, [])
  t.equal(segmentsOf('AB%12\x1dAB', { fnc1: 'second', indicator: '37' }), 'fnc1-second false, alphanumeric 9')
  const modes = (text: string, options: QrOptions): string[] => qr(text, options).trace.segments.map(({ mode }) => mode)
  const all = { fnc1: 'second', indicator: 'a', eci: 7, parts: 2, part: 1 } as const
  t.same(modes('ЖЖЖЖ', all), ['structured-append', 'eci', 'fnc1-second', 'byte'], 'the order of headers')
  t.end()
})

t.test('options that cannot hold the text name those that can', (t) => {
  const refused = (text: string, options: QrOptions, message: RegExp): void => {
    t.throws(() => qr(text, options), { code: 'data_too_long', message })
  }
  refused('a'.repeat(20), { version: 1, level: 'H' }, /version 1-H holds .*; version=3 holds it$/)
  refused('a'.repeat(11), { version: 1, level: 'H' }, /; level=Q or version=2 holds it$/)
  refused('a'.repeat(2000), { level: 'H' }, /; level=M holds it$/)
  refused('a'.repeat(3000), {}, /; parts divides a text among up to 16 symbols$/)
  refused('a'.repeat(300), { version: 2, parts: 2, part: 1 }, /version 2-L, which .*; version=7 or parts=10 holds it$/)
  refused('a'.repeat(12000), { parts: 2, part: 1 }, /; parts=5 holds it$/)
  refused('0'.repeat(70000), { parts: 2, part: 1 }, /; it needs parts=10 or more, of version 40-L$/)
  refused('0'.repeat(120000), { parts: 2, part: 1 }, /; 16 of them do not hold it either$/)
  const short = {
    code: 'invalid_length',
    message: 'qr: parts is 5, and the text has 3 characters; accepted: parts up to 3',
  }
  t.throws(() => qr('a😀b', { parts: 5, part: 1 }), short)
  t.throws(() => qr('a', { parts: 2, part: 1 }), { message: /1 character; accepted: a text of 2 characters or more$/ })
  t.end()
})

t.test('options that do not go together', (t) => {
  const refused: [QrOptions, RegExp][] = [
    [{ parts: 2 }, /parts needs part, 1 to 2/],
    [{ part: 2 }, /part needs parts/],
    [{ parts: 2, part: 3 }, /part is 3 of 2 parts/],
    [{ parts: 17, part: 1 }, /parts is "17"/],
    [{ fnc1: 'second' }, /needs indicator/],
    [{ indicator: 'a' }, /needs fnc1/],
    [{ fnc1: 'second', indicator: 'ab' }, /indicator is "ab"; accepted: a letter or two digits/],
    [{ fnc1: 'second', indicator: 'a', gs1: true }, /first position/],
    [{ fnc1: 'second', indicator: 'a', eci: 25 }, /eci 25 does not go with fnc1/],
    [{ parts: 2, part: 1, gs1: true }, /gs1 does not go with parts/],
    [{ gs1: true, eci: 26 }, /no ECI/],
  ]
  for (const [options, message] of refused) {
    t.throws(() => qr('abc', options), RangeError)
    t.throws(() => qr('abc', options), { message })
  }
  t.end()
})

/** A value of `choices`, or nothing. */
const maybe = <T>(numbers: Random, choices: ArrayLike<T>): T | undefined =>
  numbers.between(0, 2) === 0 ? numbers.pick(choices) : undefined

t.test('any options at once: the text comes back, or an error says what to do', async (t) => {
  const numbers = random('qr all options')
  const faults: string[] = []
  let refusals = 0
  for (let i = 0; i < cases(200); i++) {
    const eci = maybe(numbers, ['none', 'auto', 'auto', ...ecis] as const)
    const set = typeof eci === 'number' ? plainText(numbers, eci) : ''
    const text = numbers.between(0, 3) > 0 && set !== '' ? set : mixed(numbers, numbers.pick([5, 30, 200]))
    const parts = maybe(numbers, [2, 3, 5, 16])
    const level: QrLevel | undefined = maybe(numbers, ['L', 'M', 'Q', 'H'] as const)
    const version = maybe(numbers, [1, 2, 5, 9, 10, 26, 27, 40])
    const mask = maybe(numbers, [0, 3, 7])
    // UTF-16 and UTF-32 do not go with an indicator
    const indicator = eci === 25 || eci === 35 ? undefined : maybe(numbers, ['a', '42'])
    const options: QrOptions = {
      ...(eci !== undefined && { eci }),
      ...(parts !== undefined && { parts, part: numbers.between(1, parts) }),
      ...(level !== undefined && { level }),
      ...(version !== undefined && { version }),
      ...(mask !== undefined && { mask }),
      ...(indicator !== undefined && { fnc1: 'second', indicator }),
    }
    const given = `${JSON.stringify(text)} ${JSON.stringify(options)}`
    try {
      const { matrix, trace } = qr(text, options)
      const carried = trace.range === undefined ? text : text.slice(trace.range.from, trace.range.to)
      const reading = readQr(matrix)
      if (reading.text !== carried || reading.faults.length > 0) faults.push(`${given}: read as ${reading.text}`)
      if (reading.level !== (level ?? trace.level) || reading.version !== (version ?? trace.version)) faults.push(given)
      // zxing-cpp takes the application indicator for UTF-16 or UTF-32, if the text is
      if (indicator !== undefined && (eci === 25 || eci === 35)) continue
      // zxing-cpp guesses the character set of bytes that no ECI declares
      if (eci === 'none' || (eci === undefined && reading.version === 40)) continue
      const found = await reads(text, options)
      if (found?.text !== (indicator ?? '') + carried) faults.push(`${given}: zxing ${found?.text}`)
    } catch (error) {
      refusals++
      const remedy =
        /; (accepted: |.* holds it$|parts divides|it needs parts=|16 of them do not hold it either)|holds at most/
      if (!(error instanceof EncodeError && remedy.test(error.message))) faults.push(`${given}: ${error}`)
    }
  }
  t.same(faults.slice(0, 10), [])
  t.ok(refusals > 0, `${refusals} refusals`)
})
