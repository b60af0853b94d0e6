import t from 'tap'
import { dataMatrixEncodations, dataMatrixSizes, datamatrix } from '../../symbologies/index.ts'
import { readDataMatrix } from '../oracle/datamatrix-reader.ts'
import { fewestCodewords } from '../oracle/datamatrix-shortest.ts'
import { cases, long, random } from '../random.ts'
import { alphabets, bytesOf, dataCapacity, fillingTexts, mixedText } from './datamatrix-texts.ts'

t.test('every encodation forced, in every size', async (t) => {
  const stream = random('forced')
  const faults: string[] = []
  const choices = { ascii: 8, c40: 1, text: 2, x12: 3, edifact: 4, base256: 5 }
  for (const encodation of dataMatrixEncodations) {
    for (const { name, data } of dataMatrixSizes) {
      for (let i = 0; i < cases(4); i++) {
        const text = stream.text(alphabets[choices[encodation]]!, stream.between(1, Math.max(1, data - 3)))
        const symbol = datamatrix(text, { encodation, modules: name, eci: 'none' })
        const read = readDataMatrix(symbol.matrix)
        const [first, ...others] = symbol.trace.segments
        const forced = first!.encodation === encodation && first!.from === 0
        const few = others.every((segment) => segment.encodation === 'ascii') && text.length - first!.to < 4
        if (!forced || !few || read.text !== text || read.padsFrom !== symbol.trace.padsFrom)
          faults.push(JSON.stringify(text))
      }
    }
  }
  t.strictSame(faults, [])
})

t.test('C40, Text and X12 forced, up to the last codeword', async (t) => {
  const stream = random('forced to the end')
  const faults: string[] = []
  const endings = new Set<string>()
  const alphabetOf = { c40: 'ABXYZ 019', text: 'abxyz 019', x12: 'AZ*>\r 09' }
  for (const encodation of ['c40', 'text', 'x12'] as const) {
    for (const { name, data } of dataMatrixSizes) {
      const most = 3 * ((data - 1) >> 1) + ((data - 1) & 1)
      for (let length = Math.max(1, most - 4); length <= most; length++) {
        // A shifted character at the end now and then: two values.
        const end = length % 2 === 0 && encodation !== 'x12' ? '!' : ''
        const text = stream.text(alphabetOf[encodation], length - 2 * end.length) + end
        const options = { encodation, modules: name } as const
        if (dataCapacity(text, options) === undefined) continue
        const { trace, matrix } = datamatrix(text, options)
        const segment = trace.segments[0]!
        const values = segment.to + (segment.to === text.length ? end.length : 0)
        if (!segment.closed)
          endings.add(`${encodation}: ${text.length - segment.to} left, ${values % 3} in the last triplet`)
        const read = readDataMatrix(matrix)
        if (read.text !== text || read.padsFrom !== trace.padsFrom) faults.push(JSON.stringify(text))
      }
    }
  }
  t.strictSame(faults, [])
  const wanted = ['c40', 'text'].flatMap((encodation) => [
    `${encodation}: 0 left, 0 in the last triplet`,
    `${encodation}: 0 left, 2 in the last triplet`,
    `${encodation}: 1 left, 0 in the last triplet`,
  ])
  wanted.push('x12: 0 left, 0 in the last triplet', 'x12: 1 left, 0 in the last triplet')
  t.strictSame([...endings].sort(), wanted.sort())
})

t.test('every byte in every encodation', async (t) => {
  const bytes = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte))
  const wanted = { ascii: /./s, c40: /./s, text: /./s, x12: /[\r*> 0-9A-Z]/, edifact: /[ -^]/, base256: /./s }
  for (const encodation of dataMatrixEncodations) {
    const text = bytes.filter((character) => wanted[encodation].test(character)).join('')
    const { trace, matrix } = datamatrix(text, { encodation, eci: 'none' })
    t.equal(trace.segments[0]!.encodation, encodation)
    t.ok(trace.segments[0]!.to > text.length - 4)
    t.equal(readDataMatrix(matrix).text, text, encodation)
  }
})

/** The faults of `text`: what it becomes is legal, says the same, and no size or sequence is shorter by plain search. */
function faultsOf(text: string, searched: boolean): string[] {
  const { trace, matrix } = datamatrix(text, { eci: 'none' })
  const faults: string[] = []
  const fault = (what: string): number => faults.push(`${what}: ${JSON.stringify(text)}`)
  const read = readDataMatrix(matrix)
  if (read.text !== text) fault('text')
  if (read.padsFrom !== trace.padsFrom) fault('pads')
  if (trace.segments.map(({ from, to }) => to - from).reduce((sum, length) => sum + length) !== text.length)
    fault('trace')
  if (!searched) return faults
  const bytes = bytesOf(text)
  const smaller = dataMatrixSizes[dataMatrixSizes.indexOf(trace.size) - 1]
  if (smaller && fewestCodewords(bytes, smaller.data) !== undefined) fault('size')
  if (fewestCodewords(bytes, trace.size.data) !== trace.padsFrom) fault('codewords')
  return faults
}

t.test('no shorter symbol: all texts over an alphabet that reaches every encodation', async (t) => {
  const longest = long ? 6 : 4
  // What is shortest for no text of up to 6 characters is still tried for each.
  const shortest = long ? ['ascii', 'base256', 'c40', 'text', 'x12'] : ['ascii', 'base256']
  let texts = ['']
  const faults: string[] = []
  const reached = new Set<string>()
  for (let length = 1; length <= longest; length++) {
    texts = texts.flatMap((text) => Array.from('1A*a(é', (character) => text + character))
    for (const text of texts) faults.push(...faultsOf(text, true))
    for (const text of texts) {
      for (const { encodation } of datamatrix(text, { eci: 'none' }).trace.segments) reached.add(encodation)
    }
  }
  t.strictSame(faults.slice(0, 10), [])
  t.strictSame([...reached].sort(), shortest)
})

t.test('no shorter symbol: random texts', async (t) => {
  const stream = random('shortest')
  const faults: string[] = []
  const reached = new Set<string>()
  for (let i = 0; i < cases(1500); i++) {
    const text = mixedText(stream, stream.pick([4, 8, 12])).slice(0, 30)
    faults.push(...faultsOf(text, true))
    for (const { encodation } of datamatrix(text, { eci: 'none' }).trace.segments) reached.add(encodation)
  }
  for (const length of [248, 249, 250, 251, 277, 278]) {
    for (const [before, after] of ['  ', 'Aé', '1é1'].map((ends) => [ends, [...ends].reverse().join('')])) {
      faults.push(...faultsOf(before + stream.text('éàÿ\x80', length) + after, length < 252 && long))
    }
  }
  t.strictSame(faults.slice(0, 10), [])
  t.equal(reached.size, 6, 'every encodation reached')
})

t.test('no shorter symbol: every alphabet at every short length', async (t) => {
  const stream = random('lengths')
  const faults: string[] = []
  for (const alphabet of alphabets) {
    for (let length = 1; length <= 24; length++) {
      for (let i = 0; i < cases(3); i++) {
        const before = stream.text(stream.pick(alphabets), i % 3)
        faults.push(...faultsOf(before + stream.text(alphabet, length), true))
      }
    }
  }
  t.strictSame(faults.slice(0, 10), [])
})

t.test('long texts and texts that fill a symbol', async (t) => {
  const stream = random('filling')
  const faults: string[] = []
  for (let i = 0; i < cases(100); i++) {
    for (const text of fillingTexts(stream, i % 23)) faults.push(...faultsOf(text, false))
    faults.push(...faultsOf(mixedText(stream, 300), false))
  }
  t.strictSame(faults.slice(0, 10), [])
})

t.test('two long Base 256 fields, or one over the digits between them', async (t) => {
  const used = (text: string): number => datamatrix(text, { eci: 'none' }).trace.padsFrom
  const bytes = 'é'.repeat(260)
  // One field: latch, length in two codewords, the bytes. Four digits in ASCII save two codewords and cost a latch and
  // a length in two codewords; eight save four.
  t.equal(used(`${bytes}1234${bytes}`), 3 + 524)
  t.equal(used(`${bytes}12345678${bytes}`), 2 * (3 + 260) + 4)
  t.equal(used(`${bytes}1234${bytes.slice(0, 240)}`), 3 + 504)
})
