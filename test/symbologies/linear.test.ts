import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import type { ReaderOptions } from 'zxing-wasm/reader'
import {
  type Barcode,
  type Encodable,
  EncodeError,
  type EncodeErrorCode,
  encode,
  lightMatrix,
  type Matrix,
  rowsOf,
} from '../../symbologies/index.ts'
import { bwipWidths } from '../oracle/bwip.ts'
import { code128Text, shortestCode128 } from '../oracle/code128.ts'
import { plainPicture } from '../oracle/picture.ts'
import { zintAbsent, zintModules } from '../oracle/zint.ts'
import { zxingTexts } from '../oracle/zxing.ts'
import { cases, random } from '../random.ts'

const digits = '0123456789'
const code39Characters = `${digits}ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%`

const modulesOf = (barcode: Barcode): string => rowsOf(barcode.matrix)[0]!
/** The lengths of runs, which are the widths of bars and spaces in turn. */
const widthsOf = (modules: string): string => modules.replace(/1+|0+/g, (run) => String(run.length))
const encoded = (symbology: Encodable, text: string): string => widthsOf(modulesOf(encode(symbology, text)))
/** Drawings with other ratios have the same wide elements. */
const ratio3 = (widths: string): string => widths.replace(/2/g, '3')

/** A random valid text for each symbology; GS1 keys come without their check digit. */
const randomTexts: Record<Exclude<Encodable, 'code128'>, (r: ReturnType<typeof random>) => string> = {
  ean13: (r) => r.text(digits, 12),
  ean8: (r) => r.text(digits, 7),
  upca: (r) => r.text(digits, 11),
  upce: (r) => r.pick('01') + r.text(digits, 6),
  code39: (r) => r.text(code39Characters, r.between(1, 20)),
  itf14: (r) => r.text(digits, 13),
}
const others = Object.keys(randomTexts) as (keyof typeof randomTexts)[]

interface Vectors {
  readonly modules: readonly { symbology: Encodable; source: string; text: string; widths: string }[]
  readonly code128: readonly { source: string; text: string; values: number[] }[]
  readonly checkDigits: readonly { symbology: 'ean13' | 'ean8' | 'upca' | 'itf14'; text: string; digits: string }[]
}

function vectors(): Vectors {
  let folder = import.meta.dirname
  for (;;) {
    try {
      readFileSync(join(folder, 'package.json'))
      return JSON.parse(readFileSync(join(folder, 'test/vectors/linear.json'), 'utf8'))
    } catch (error) {
      if (folder === dirname(folder)) throw error
      folder = dirname(folder)
    }
  }
}

t.test('worked examples', async (t) => {
  const { modules, code128, checkDigits } = vectors()
  for (const { symbology, source, text, widths } of modules) t.equal(encoded(symbology, text), widths, source)
  for (const { text, values, source } of code128) t.same([...encode('code128', text).trace.values], values, source)
  for (const { symbology, text, digits } of checkDigits) {
    const { trace } = encode(symbology, text)
    t.equal(trace.digits, digits)
    t.equal(trace.given, false)
    t.equal(encode(symbology, digits).trace.given, true)
    const sum = trace.weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0)
    t.equal(trace.sum, sum)
    t.equal((sum + Number(digits.at(-1))) % 10, 0)
  }
})

t.test('bars are those of bwip-js', async (t) => {
  for (const symbology of others) {
    const r = random(`bwip ${symbology}`)
    const wrong: string[] = []
    for (let i = 0; i < cases(500); i++) {
      const text = randomTexts[symbology](r)
      const theirs = bwipWidths(symbology, text).join('')
      if ((symbology === 'itf14' ? ratio3(theirs) : theirs) !== encoded(symbology, text)) wrong.push(text)
    }
    t.same(wrong, [], symbology)
  }
})

t.test('bars are those of zint', { skip: zintAbsent }, async (t) => {
  const types = { ean13: 'EANX', ean8: 'EANX', upca: 'UPCA', upce: 'UPCE', code39: 'CODE39', itf14: 'ITF14' }
  for (const symbology of others) {
    const r = random(`zint ${symbology}`)
    const texts = Array.from({ length: cases(500) }, () => randomTexts[symbology](r)).filter(
      (text) => symbology !== 'upce' || isPrescribed(text.slice(1)),
    )
    const theirs = zintModules(types[symbology], texts).map(widthsOf)
    const wrong = texts.filter((text, i) => {
      return (symbology === 'code39' ? ratio3(theirs[i]!) : theirs[i]!) !== encoded(symbology, text)
    })
    t.same(wrong, [], symbology)
  }
})

/** Whether six digits of UPC-E are what zero suppression gives; zint refuses the others. */
function isPrescribed(six: string): boolean {
  return /[012]$|[3-9]..3$|[1-9].4$|[1-9][5-9]$/.test(six)
}

const controls = Array.from({ length: 32 }, (_, i) => String.fromCharCode(i)).join('')
const lower = `\x60abcdefghijklmnopqrstuvwxyz{|}~\x7f`
const upper = ' !"#$%&\'()*+,-./:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_'
const above = (text: string): string => text.replace(/./gs, (c) => String.fromCharCode(c.charCodeAt(0) + 128))
const classes = [digits, controls, lower, upper, above(controls), above(lower), above(upper + digits), lower + upper]

/** Runs out of all the classes that Code 128 tells apart; sometimes of a few classes only, so that latches pay. */
function code128Random(r: ReturnType<typeof random>, longest: number): string {
  const some = Array.from({ length: r.between(1, 4) }, () => r.pick(classes))
  let text = ''
  for (const length = r.between(1, longest); text.length < length; ) {
    text += r.text(r.pick(some), Math.min(r.between(1, 6), length - text.length))
  }
  return text
}

/** Unless told, zxing-cpp takes letter pairs for Extended Code 39, and some texts for Code 32. */
const plain39: Partial<Record<Encodable, ReaderOptions>> = { code39: { formats: ['Code39Std'] } }

t.test('zxing reads what went in', async (t) => {
  for (const symbology of [...others, 'code128'] as const) {
    const r = random(`zxing ${symbology}`)
    const wrong: unknown[] = []
    for (let i = 0; i < cases(500, 4); i++) {
      const text = symbology === 'code128' ? code128Random(r, 24) : randomTexts[symbology](r)
      const barcode = encode(symbology, text)
      const found = await zxingTexts(plainPicture(barcode, r.between(1, 3)), symbology, plain39[symbology])
      if (found.length !== 1 || found[0] !== readText(barcode, text)) wrong.push({ text, found })
    }
    t.same(wrong, [], symbology)
  }
})

/** zxing-cpp gives UPC-A, and UPC-E expanded, as the EAN-13 that they are. */
function readText({ symbology, trace }: Barcode, text: string): string {
  if (trace === null || typeof trace !== 'object' || !('digits' in trace)) return text
  return symbology === 'upca' || symbology === 'upce' ? `0${trace.digits}` : `${trace.digits}`
}

t.test('every Code 128 symbol reads as its text, by a reader of symbol characters', async (t) => {
  const r = random('code128 reader')
  const wrong: unknown[] = []
  for (let i = 0; i < cases(5000); i++) {
    const text = code128Random(r, 60)
    const { matrix, trace } = encode('code128', text)
    const last = trace.stretches.reduce((at, stretch) => (stretch.from === at ? stretch.to : Number.NaN), 0)
    const read = code128Text(trace.values)
    if (read !== text || last !== text.length || matrix.width !== trace.values.length * 11 + 2)
      wrong.push({ text, read })
  }
  t.same(wrong, [])
})

t.test('Code 128 is as short as can be: exhaustive search over short texts', async (t) => {
  const r = random('code128 exhaustive')
  // Every pattern of six characters out of the seven kinds that the code sets tell apart would be 117,649; a draw of them.
  const kinds = ['5', '\x01', 'a', 'A', '\x81', 'á', 'Á']
  const texts = [
    ...kinds,
    ...kinds.flatMap((a) => kinds.map((b) => a + b)),
    ...kinds.flatMap((a) => kinds.flatMap((b) => kinds.map((c) => a + b + c))),
    ...Array.from({ length: cases(250) }, () => r.text(kinds.join(''), r.between(4, 9))),
    ...Array.from({ length: cases(250) }, () => code128Random(r, 14)),
  ]
  const longer = texts.filter((text) => encode('code128', text).trace.values.length - 2 !== shortestCode128(text))
  t.same(longer, [])
})

t.test('Code 128 is never longer than bwip-js or zint draw it', async (t) => {
  const r = random('code128 peers')
  const texts = Array.from({ length: cases(2000) }, () => code128Random(r, 30))
  const bwip = texts.map((text) => modulesOfWidths(bwipWidths('code128', text)))
  t.same(await shorterAndRight(texts, bwip), [], 'bwip-js')
  t.test('zint', { skip: zintAbsent }, async (t) => {
    t.same(await shorterAndRight(texts, zintModules('CODE128', texts)), [])
  })
})

/**
 * Texts whose symbol in `theirs` is shorter than ours and reads as the text. A few of theirs are shorter and wrong: with the
 * FNC4 latch on, bwip-js 4.11.4 sends ²³¹ and the like as digits in set C, and zint 2.11.1 leaves out an unlatch around
 * digits in set C; both come back as other characters. No more than 1 in 100 may need that excuse.
 */
async function shorterAndRight(texts: readonly string[], theirs: readonly string[]): Promise<string[]> {
  const shorter = texts.filter((text, i) => theirs[i]!.length < encode('code128', text).matrix.width)
  const right: string[] = []
  for (const text of shorter) {
    const barcode = { ...encode('code128', text), matrix: matrixOf(theirs[texts.indexOf(text)]!) }
    if ((await zxingTexts(plainPicture(barcode), 'code128')).includes(text)) right.push(text)
  }
  return shorter.length * 100 > texts.length ? shorter : right
}

function modulesOfWidths(widths: readonly number[]): string {
  return widths.map((width, i) => (i % 2 === 0 ? '1' : '0').repeat(width)).join('')
}

function matrixOf(modules: string): Matrix {
  const matrix = lightMatrix(modules.length, 1)
  for (let x = 0; x < modules.length; x++) if (modules[x] === '1') matrix.words[x >> 5]! |= 0x80000000 >>> (x & 31)
  return matrix
}

t.test('Code 128 takes texts of any length, and forgets nothing between two of them', async (t) => {
  const text = '12ab\x01é'.repeat(3000)
  const first = encode('code128', 'abc')
  const { trace, matrix } = encode('code128', text)
  t.equal(code128Text(trace.values), text)
  t.equal(matrix.width, trace.values.length * 11 + 2)
  t.equal(code128Text(first.trace.values), 'abc')
  t.equal(modulesOf(first), modulesOf(encode('code128', 'abc')))
})

t.test('Code 128 says how the text is carried', async (t) => {
  const { trace } = encode('code128', 'abc123456éééé')
  t.same(trace.stretches, [
    { codeSet: 'B', latched: false, from: 0, to: 3 },
    { codeSet: 'C', latched: false, from: 3, to: 9 },
    { codeSet: 'B', latched: true, from: 9, to: 13 },
  ])
  t.same([...trace.values.slice(0, -2)], [104, 65, 66, 67, 99, 12, 34, 56, 100, 100, 100, 73, 73, 73, 73])
  t.equal(trace.sum % 103, trace.values.at(-2))
})

// GS1 General Specifications, 5.2: the UPC-A of the six digits abcdef, by the last of them; s is the number system.
const expansions: Record<string, string> = {
  0: 'sab00000cde',
  1: 'sab10000cde',
  2: 'sab20000cde',
  3: 'sabc00000de',
  4: 'sabcd00000e',
  5: 'sabcde00005',
  6: 'sabcde00006',
  7: 'sabcde00007',
  8: 'sabcde00008',
  9: 'sabcde00009',
}

t.test('UPC-E stands for the UPC-A of the table, in all its forms', async (t) => {
  const r = random('upce')
  const wrong: string[] = []
  for (let i = 0; i < cases(5000); i++) {
    const system = r.pick('01')
    const six = r.text(digits, 6)
    const upca = expansions[six[5]!]!.replace('s', system).replace(/[a-e]/g, (letter) => six['abcde'.indexOf(letter)]!)
    const whole = encode('upca', upca).trace.digits
    const barcode = encode('upce', system + six)
    const same = [`${system}${six}${whole[11]}`, ...(system === '0' ? [six] : [])]
    if (isPrescribed(six)) same.push(upca, whole)
    if (barcode.trace.digits !== whole || barcode.trace.suppressed !== six) wrong.push(six)
    for (const text of same) if (modulesOf(encode('upce', text)) !== modulesOf(barcode)) wrong.push(text)
    // The endings that are not prescribed: their UPC-A has a shorter way, which the long forms take.
    const again = encode('upce', whole).trace
    if (again.digits !== whole || (again.suppressed === six) !== isPrescribed(six)) wrong.push(whole)
  }
  t.same(wrong, [])
})

t.test('captions, guards, quiet zones and bearers', async (t) => {
  const face = (symbology: Encodable, text: string) => {
    const { captions, guards, quiet, bearer, matrix } = encode(symbology, text) as Barcode
    const placed = captions.map((caption) =>
      caption.kind === 'line' ? caption.text : `${caption.text} ${caption.columns.from}..${caption.columns.to}`,
    )
    const small = captions.filter((caption) => caption.kind === 'outer' && caption.small).length
    const lowered = guards?.map(({ from, to }) => [from, to])
    return {
      placed,
      small,
      lowered,
      quiet: [quiet.left, quiet.right, quiet.top, quiet.bottom],
      bearer,
      width: matrix.width,
    }
  }
  t.match(face('ean13', '590123412345'), {
    placed: ['5 -9..-2', '901234 3..45', '123457 50..92'],
    small: 0,
    lowered: [
      [0, 3],
      [45, 50],
      [92, 95],
    ],
    quiet: [11, 7, 0, 0],
    width: 95,
  })
  t.match(face('ean8', '9638507'), {
    placed: ['9638 3..31', '5074 36..64'],
    lowered: [
      [0, 3],
      [31, 36],
      [64, 67],
    ],
    quiet: [7, 7, 0, 0],
    width: 67,
  })
  t.match(face('upca', '03600029145'), {
    placed: ['0 -9..-5', '36000 10..45', '29145 50..85', '2 100..104'],
    small: 2,
    lowered: [
      [0, 10],
      [45, 50],
      [85, 95],
    ],
    quiet: [9, 9, 0, 0],
    width: 95,
  })
  t.match(face('upce', '123456'), {
    placed: ['0 -9..-5', '123456 3..45', '5 54..58'],
    small: 2,
    lowered: [
      [0, 3],
      [45, 51],
    ],
    quiet: [9, 7, 0, 0],
    width: 51,
  })
  t.match(face('itf14', '1540014128876'), { placed: ['15400141288763'], bearer: 2, quiet: [10, 10, 0, 0], width: 135 })
  t.match(face('code39', 'A B'), {
    placed: ['A B'],
    bearer: undefined,
    lowered: undefined,
    quiet: [10, 10, 0, 0],
    width: 79,
  })
  t.match(face('code128', 'a\tb'), { placed: ['a\tb'], lowered: undefined, quiet: [10, 10, 0, 0], width: 79 })
})

t.test('lowered bars begin and end the symbol and no other bar is cut by their edges', async (t) => {
  for (const symbology of ['ean13', 'ean8', 'upca', 'upce'] as const) {
    const barcode = encode(symbology, randomTexts[symbology](random(symbology)))
    const modules = modulesOf(barcode)
    const cut = barcode
      .guards!.flatMap(({ from, to }) => [from, to])
      .filter((x) => modules.slice(x - 1, x + 1) === '11')
    t.same(cut, [], symbology)
    t.equal(barcode.guards![0]!.from, 0)
    t.equal(barcode.guards!.at(-1)!.to, modules.length)
  }
})

t.test('number sets', async (t) => {
  t.equal(encode('ean13', '590123412345').trace.numberSets, 'ABBAABCCCCCC')
  t.equal(encode('ean8', '9638507').trace.numberSets, 'AAAACCCC')
  t.equal(encode('upca', '03600029145').trace.numberSets, 'AAAAAACCCCCC')
  t.equal(encode('upce', '0123456').trace.numberSets, 'BAABBA')
  t.equal(encode('upce', '1123456').trace.numberSets, 'AABBAB')
  t.same([...encode('code39', '0Z%').trace.values], [0, 35, 42])
})

const refusals: readonly [Encodable, string, EncodeErrorCode, string, number?][] = [
  ['code128', '', 'invalid_length', 'code128: the text is empty; accepted: 1 character or more'],
  ['code128', 'a€', 'invalid_character', 'code128: "€" at position 2; accepted: ISO 8859-1 (U+0000 to U+00FF)', 2],
  ['code128', 'é😀', 'invalid_character', 'code128: "😀" at position 2; accepted: ISO 8859-1 (U+0000 to U+00FF)', 2],
  ['code39', '', 'invalid_length', 'code39: the text is empty; accepted: 1 character or more'],
  [
    'code39',
    'CODe',
    'invalid_character',
    'code39: "e" at position 4; accepted: 0 to 9, A to Z (upper case), space and - . $ / + %',
    4,
  ],
  [
    'code39',
    'A*',
    'invalid_character',
    'code39: "*" at position 2; accepted: 0 to 9, A to Z (upper case), space and - . $ / + %',
    2,
  ],
  [
    'code39',
    'Ä',
    'invalid_character',
    'code39: "Ä" at position 1; accepted: 0 to 9, A to Z (upper case), space and - . $ / + %',
    1,
  ],
  ['itf14', '', 'invalid_length', 'itf14: "" has 0 digits; accepted: 13, or 14 with the check digit'],
  [
    'itf14',
    '15400141288764',
    'bad_check_digit',
    'itf14: check digit 4 of "15400141288764" at position 14 is wrong; the right one is 3',
    14,
  ],
  ['ean13', '', 'invalid_length', 'ean13: "" has 0 digits; accepted: 12, or 13 with the check digit'],
  ['ean13', '5', 'invalid_length', 'ean13: "5" has 1 digit; accepted: 12, or 13 with the check digit'],
  [
    'ean13',
    '59012341234570',
    'invalid_length',
    'ean13: "59012341234570" has 14 digits; accepted: 12, or 13 with the check digit',
  ],
  ['ean13', '5901x', 'invalid_character', 'ean13: "x" at position 5; accepted: digits 0 to 9', 5],
  ['ean13', '59012341234٥', 'invalid_character', 'ean13: "٥" at position 12; accepted: digits 0 to 9', 12],
  [
    'ean13',
    '5901234123450',
    'bad_check_digit',
    'ean13: check digit 0 of "5901234123450" at position 13 is wrong; the right one is 7',
    13,
  ],
  ['ean8', '123456', 'invalid_length', 'ean8: "123456" has 6 digits; accepted: 7, or 8 with the check digit'],
  ['ean8', '', 'invalid_length', 'ean8: "" has 0 digits; accepted: 7, or 8 with the check digit'],
  [
    'ean8',
    '96385070',
    'bad_check_digit',
    'ean8: check digit 0 of "96385070" at position 8 is wrong; the right one is 4',
    8,
  ],
  ['upca', '', 'invalid_length', 'upca: "" has 0 digits; accepted: 11, or 12 with the check digit'],
  ['upca', ' 12', 'invalid_character', 'upca: " " at position 1; accepted: digits 0 to 9', 1],
  [
    'upca',
    '036000291453',
    'bad_check_digit',
    'upca: check digit 3 of "036000291453" at position 12 is wrong; the right one is 2',
    12,
  ],
  [
    'upce',
    '',
    'invalid_length',
    'upce: "" has 0 digits; accepted: 6, 7 (number system first), 8 (number system and check digit), or a UPC-A of 11, or 12 with the check digit',
  ],
  [
    'upce',
    '9999999999',
    'invalid_length',
    'upce: "9999999999" has 10 digits; accepted: 6, 7 (number system first), 8 (number system and check digit), or a UPC-A of 11, or 12 with the check digit',
  ],
  ['upce', '12345a', 'invalid_character', 'upce: "a" at position 6; accepted: digits 0 to 9', 6],
  [
    'upce',
    '2123456',
    'invalid_character',
    'upce: "2" at position 1; accepted: number system 0 or 1; upca takes every number system',
    1,
  ],
  [
    'upce',
    '912345000060',
    'invalid_character',
    'upce: "9" at position 1; accepted: number system 0 or 1; upca takes every number system',
    1,
  ],
  [
    'upce',
    '01234567',
    'bad_check_digit',
    'upce: check digit 7 of "01234567" at position 8 is wrong; the right one is 5',
    8,
  ],
  [
    'upce',
    '012345000066',
    'bad_check_digit',
    'upce: check digit 6 of "012345000066" at position 12 is wrong; the right one is 5',
    12,
  ],
  [
    'upce',
    '01234567890',
    'data_too_long',
    'upce: "01234567890" lacks the zeros that UPC-E leaves out, so its six digits cannot hold it; use upca',
  ],
]

t.test('refusals name what, where, and what was wanted', async (t) => {
  for (const [symbology, text, code, message, at] of refusals) {
    try {
      encode(symbology, text)
      t.fail(`${symbology} took ${JSON.stringify(text)}`)
    } catch (error) {
      t.ok(error instanceof EncodeError)
      t.match(error, { code, message, at }, message)
      if (error instanceof EncodeError) t.equal(error.at, at)
    }
  }
})
