/** Forced ECIs, and several ECIs in one text. */

import t from 'tap'
import { characterSet, type Eci, ecis } from '../../symbologies/eci/index.ts'
import { qr, rowsOf } from '../../symbologies/index.ts'
import { isKanji, mixed, plainText, reads, segmentsOf } from '../oracle/qr-options.ts'
import { zintMissing, zintRows } from '../oracle/qr-peers.ts'
import { readQr } from '../oracle/qr-reader.ts'
import { fewestBitsOfAny } from '../oracle/qr-shortest.ts'
import { digits, lower, upper } from '../oracle/qr-texts.ts'
import { cases, random } from '../random.ts'

t.test('a forced ECI declares its set, and designators above 127 take two bytes', (t) => {
  t.equal(segmentsOf('Привет', { eci: 7 }), 'eci 7, byte 6')
  t.equal(segmentsOf('Привет', { eci: 25 }), 'eci 25, byte 12')
  t.equal(segmentsOf('12345', { eci: 25 }), 'eci 25, byte 10', 'digits are two bytes in UTF-16')
  t.equal(segmentsOf('12345', { eci: 22 }), 'eci 22, numeric 5')
  t.equal(segmentsOf('漢字漢字漢字ｱｲ', { eci: 20 }), 'eci 20, kanji 6, byte 2', 'bytes and kanji under Shift JIS')
  t.equal(segmentsOf('漢字', { eci: 28 }), 'eci 28, byte 4')
  const [declared] = qr('aé', { eci: 899 }).trace.segments
  t.strictSame(declared, { mode: 'eci', designator: 899, from: 0, to: 0, bits: 20 })
  t.same(
    Array.from(qr('a', { eci: 899 }).trace.data[0]!.slice(0, 3)),
    [0x78, 0x38, 0x34],
    '0111 10 00001110000011 0100',
  )
  t.same(Array.from(qr('a', { eci: 170 }).trace.data[0]!.slice(0, 3)), [0x78, 0x0a, 0xa4])
  t.end()
})

t.test('a character that the set lacks', (t) => {
  const at = (text: string, eci: Eci, position: number, message: RegExp): void => {
    t.throws(() => qr(text, { eci }), { code: 'invalid_character', at: position, message })
    t.throws(() => qr(text, { eci, parts: 2, part: 1 }), { code: 'invalid_character', at: position })
  }
  at(
    'aЖ',
    4,
    2,
    /^qr: "Ж" \(U\+0416\) at position 2; .* ISO 8859-2 under eci=4; eci=7 \(ISO 8859-5\) or eci=26 \(UTF-8\) carries/,
  )
  at('😀漢a', 20, 1, /Shift JIS under eci=20; eci=26 \(UTF-8\) carries the whole text/)
  at('漢a#', 170, 1, /ISO 646/)
  at('12$', 170, 3, /eci=3 \(ISO 8859-1\)/)
  at('C:\\', 20, 3, /eci=3 \(ISO 8859-1\)/)
  t.end()
})

t.test('equals zint under every ECI that it has', { skip: zintMissing }, (t) => {
  const numbers = random('qr eci zint')
  const faults: string[] = []
  for (const eci of ecis.filter((eci) => ![1, 2, 899].includes(eci))) {
    const texts = Array.from({ length: cases(8) }, () => plainText(numbers, eci))
    const forced = { eci, version: numbers.between(4, 12), level: 'L', mask: numbers.between(0, 7) } as const
    const zint = zintRows(false, texts, forced)
    texts.forEach((text, i) => {
      if (rowsOf(qr(text, forced).matrix).join() !== zint[i]!.join()) faults.push(`${eci} ${text}`)
    })
  }
  t.same(faults, [])
  t.end()
})

t.test('under a single-byte ECI never larger than zint', { skip: zintMissing }, (t) => {
  const numbers = random('qr eci smaller')
  const faults: string[] = []
  for (const [eci, letters] of [
    [7, 'ЖэшфиЯ'],
    [9, 'αβγδωΩ'],
    [4, 'žřšěŁ'],
    [13, 'กขคง'],
    [22, 'Жэшфи№'],
    [170, 'xyz'],
  ] as const) {
    const kinds = [digits, upper, lower, letters, letters, ' -./:']
    const texts = Array.from({ length: cases(40) }, () =>
      Array.from({ length: 5 }, () => numbers.text(numbers.pick(kinds), numbers.between(1, 30))).join(''),
    )
    const zint = zintRows(false, texts, { level: 'M', eci })
    texts.forEach((text, i) => {
      if (qr(text, { level: 'M', eci }).matrix.width > zint[i]!.length) faults.push(`${eci} ${text}`)
      if (qr(text, { level: 'M', eci: 'auto' }).matrix.width > zint[i]!.length) faults.push(`auto ${text}`)
    })
  }
  t.same(faults, [])
  t.end()
})

t.test('eci=auto: the shortest there is, never longer than any single ECI', (t) => {
  const numbers = random('qr eci auto')
  const headers = { numeric: 14, alphanumeric: 13, byte: 12, kanji: 12 }
  const candidates = [3, 4, 7, 9, 20, 25, 26, 30] as const
  const alphabets = ['01', 'AB', 'ab', 'é÷', 'ž', 'Жш', 'αω', '漢字', '한', '😀']
  const bytesIn = (eci: number | undefined, character: string): number | undefined => {
    const known = ecis.find((each) => each === eci)
    if (known !== undefined) return characterSet(known).encode(character)?.length
    return character <= '\x7f' ? 1 : undefined
  }
  const faults: string[] = []
  for (let i = 0; i < cases(100); i++) {
    let text = ''
    for (let runs = numbers.between(1, 4); runs > 0; runs--)
      text += numbers.text(numbers.pick(alphabets), numbers.between(1, 5))
    const { segments } = qr(text, { eci: 'auto', version: 9, level: 'L' }).trace
    const bits = segments.reduce((sum, segment) => sum + segment.bits, 0)
    const wanted = fewestBitsOfAny(text, headers, { ecis: candidates, bytesIn }, isKanji)
    const used = segments.flatMap((segment) => (segment.mode === 'eci' ? segment.designator : []))
    const known = used.every((eci) => candidates.some((each) => each === eci))
    if (known ? bits !== wanted : bits > wanted) faults.push(`${text}: ${bits}, shortest ${wanted}`)
  }
  t.same(faults, [])
  t.equal(segmentsOf('Привет Ελλάδα', { eci: 'auto' }), 'eci 7, byte 6, eci 9, byte 7')
  t.equal(segmentsOf('plain', { eci: 'auto' }), 'byte 5')
  t.equal(segmentsOf('漢字', { eci: 'auto' }), 'kanji 2')
  t.equal(segmentsOf('é', { eci: 'auto' }), 'eci 3, byte 1', 'ISO 8859-1 among all that have it')
  t.equal(segmentsOf('×', { eci: 'auto' }), 'kanji 1', 'no ECI before any')
  t.equal(segmentsOf('€', { eci: 'auto' }), 'eci 9, byte 1', 'the lower number')
  t.equal(segmentsOf('😀', { eci: 'auto' }), 'eci 26, byte 4', 'UTF-8 before UTF-16')
  t.equal(segmentsOf('12345678Ж', { eci: 'auto' }), 'numeric 8, kanji 1')
  t.equal(
    segmentsOf('é'.repeat(2953), { eci: 'auto' }),
    'byte 2953',
    'as without the option, where 40-L would not hold it',
  )
  t.end()
})

t.test('zxing-cpp reads several ECIs in one text', async (t) => {
  const numbers = random('qr eci auto zxing')
  const faults: string[] = []
  let several = 0
  for (let i = 0; i < cases(80); i++) {
    const text = mixed(numbers, 20)
    const { trace, matrix } = qr(text, { eci: 'auto' })
    if (trace.segments.filter(({ mode }) => mode === 'eci').length > 1) several++
    if ((await reads(text, { eci: 'auto' }))?.text !== text) faults.push(`zxing: ${text}`)
    const reading = readQr(matrix)
    if (reading.text !== text || reading.faults.length > 0) faults.push(`${text} ${reading.faults}`)
    if (matrix.width > qr(text).matrix.width) faults.push(`larger: ${text}`)
  }
  t.same(faults, [])
  t.ok(several > 0, `${several} texts with several ECIs`)
})
