import assert from 'node:assert/strict'
import t from 'tap'
import { dataMatrixEncodations, dataMatrixSizes, datamatrix } from '../../../symbologies/index.ts'
import { readDataMatrix } from '../../oracle/datamatrix-reader.ts'
import { forAll, inLongRun } from '../../random.ts'
import { textsOf } from '../../texts.ts'
import { errorOf } from './errors.ts'
import { alphabets, dataCapacity } from './texts.ts'

t.test('an encodation alone encodes a character as itself or refuses it, with every ECI', inLongRun, async (t) => {
  const characters = [
    ...Array.from({ length: 0x300 }, (_, i) => String.fromCodePoint(i)),
    '日',
    '\ufffd',
    '\uffff',
    '😀',
  ]
  const encodable = { ascii: /./s, c40: /./s, text: /./s, x12: /[\r*> 0-9A-Z]/, edifact: /[ -^]/, base256: /./s }
  for (const encodation of dataMatrixEncodations) {
    for (const eci of [undefined, 3, 26, 'none'] as const) {
      const options = { encodation, ...(eci !== undefined && { eci }) }
      const interpretable = eci === 3 || eci === 'none' ? /[\0-\xff]/ : /./s
      const faults: string[] = []
      for (const character of characters) {
        const text = `*A0${character}`
        if (encodable[encodation].test(character) && interpretable.test(character)) {
          if (readDataMatrix(datamatrix(text, options).matrix).text !== text) faults.push(`read: ${character}`)
        } else {
          const { code, at, message } = errorOf(() => datamatrix(text, options))
          if (code !== 'invalid_character' || at !== 4) faults.push(`${code} ${at}: ${character}`)
          const named =
            encodable[encodation].test(character) ||
            message.includes(` in ${encodation}; ascii, c40, text and base256 encode every character`)
          if (!named) faults.push(`message: ${message}`)
        }
      }
      t.strictSame(faults, [], `${encodation}, ECI ${eci}`)
    }
  }
})

t.test('every encodation forced, in every size', inLongRun, async (t) => {
  const choices = { ascii: 8, c40: 1, text: 2, x12: 3, edifact: 4, base256: 5 }
  for (const encodation of dataMatrixEncodations) {
    for (const { name, data } of dataMatrixSizes) {
      const texts = textsOf(alphabets[choices[encodation]]!, 1, Math.max(1, data - 3))
      await forAll([texts], { count: 4 }, (text) => {
        const symbol = datamatrix(text, { encodation, modules: name, eci: 'none' })
        const read = readDataMatrix(symbol.matrix)
        assert.deepEqual([read.text, read.padsFrom], [text, symbol.trace.padsFrom], name)
        const [first, ...others] = symbol.trace.segments
        assert.deepEqual([first!.encodation, first!.from], [encodation, 0])
        assert.ok(others.every((segment) => segment.encodation === 'ascii') && text.length - first!.to < 4)
      })
    }
    t.pass(encodation)
  }
})

t.test('C40, Text and X12 forced, up to the last codeword', inLongRun, async (t) => {
  const endings = new Set<string>()
  const alphabetOf = { c40: 'ABXYZ 019', text: 'abxyz 019', x12: 'AZ*>\r 09' }
  for (const encodation of ['c40', 'text', 'x12'] as const) {
    for (const { name, data } of dataMatrixSizes) {
      const most = 3 * ((data - 1) >> 1) + ((data - 1) & 1)
      for (let length = Math.max(1, most - 4); length <= most; length++) {
        // A shifted character at the end now and then: two values.
        const end = length % 2 === 0 && encodation !== 'x12' ? '!' : ''
        const texts = textsOf(alphabetOf[encodation], length - 2 * end.length).map((text) => text + end)
        // one text for each length, in npm test too
        await forAll([texts], { count: 1, times: 1 }, (text) => {
          const options = { encodation, modules: name } as const
          if (dataCapacity(text, options) === undefined) return
          const { trace, matrix } = datamatrix(text, options)
          const segment = trace.segments[0]!
          const values = segment.to + (segment.to === text.length ? end.length : 0)
          if (!segment.closed)
            endings.add(`${encodation}: ${text.length - segment.to} left, ${values % 3} in the last triplet`)
          const read = readDataMatrix(matrix)
          assert.deepEqual([read.text, read.padsFrom], [text, trace.padsFrom], name)
        })
      }
    }
  }
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
