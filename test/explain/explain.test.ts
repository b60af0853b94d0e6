import t from 'tap'
import './explain-api.part.ts'
import './gs1.part.ts'
import './qr-options.part.ts'
import { type Explanation, explain, explanationJson, modulesIn, type Part, type Step } from '../../src/explain/index.ts'
import { EncodeError, encode, isDark, type OptionsOf, type Symbology, symbologies } from '../../symbologies/index.ts'
import { cases, type Random, random } from '../random.ts'
import { linearOptions, randomText } from '../texts.ts'

const stepOf = ({ steps }: Explanation, id: string): Step => {
  const step = steps.find((each) => each.id === id)
  if (step === undefined) throw new Error(`no step ${id} among ${steps.map((each) => each.id)}`)
  return step
}

const partsOf = (explanation: Explanation, id: string): readonly Part[] => stepOf(explanation, id).parts ?? []
const values = (parts: readonly Part[], name: string): unknown[] => parts.map((part) => part.values?.[name])

t.test('QR: the example of ISO/IEC 18004:2015, Annex I.2', async (t) => {
  const explanation = explain('qr', '01234567', { level: 'M' })
  t.match(explanation, { standard: 'ISO/IEC 18004:2015', summary: 'version 1-M, mask 2' })
  const segment = partsOf(explanation, 'segment-1')
  t.same(values(segment, 'bits'), ['0001', '0000001000', '0000001100', '0101011001', '1000011'])
  t.same(
    segment.map(({ title }) => title),
    ['mode indicator', 'count 8', '012', '345', '67'],
  )
  t.equal(stepOf(explanation, 'terminator').values?.bits, '0000')
  t.equal(stepOf(explanation, 'fill').values?.bits, '000')
  const data =
    '00010000 00100000 00001100 01010110 01100001 10000000 11101100 00010001 11101100 00010001 11101100 00010001 11101100 00010001 11101100 00010001'
  const errorCorrection = '10100101 00100100 11010100 11000001 11101101 00110110 11000111 10000111 00101100 01010101'
  t.same(values(partsOf(explanation, 'block-1'), 'bits'), `${data} ${errorCorrection}`.split(' '))
  t.match(stepOf(explanation, 'format').values, {
    data: '00010',
    errorCorrection: '1001101110',
    bits: '101111001111100',
  })
  t.match(partsOf(explanation, 'format'), [{ title: 'level M' }, { title: 'mask 2' }, { title: /^error correction/ }])
  t.equal(
    explanation.steps.some(({ id }) => /alignment|^version$|remainder/.test(id)),
    false,
  )
})

t.test('Micro QR: the example of ISO/IEC 18004:2015, Annex I.3', async (t) => {
  const explanation = explain('microqr', '01234567', { version: 2, level: 'L' })
  t.equal(explanation.summary, 'version M2-L, mask 1')
  t.same(values(partsOf(explanation, 'segment-1'), 'bits'), ['0', '1000', '0000001100', '0101011001', '1000011'])
  t.equal(stepOf(explanation, 'terminator').values?.bits, '00000')
  const listing = '01000000 00011000 10101100 11000011 00000000 10000110 00001101 00100010 10101110 00110000'
  t.same(values(partsOf(explanation, 'block-1'), 'bits'), listing.split(' '))
  t.match(stepOf(explanation, 'format').values, {
    data: '00101',
    errorCorrection: '0011011100',
    bits: '101000010011001',
  })
  t.match(partsOf(explanation, 'mask')[1], { title: 'mask 01, chosen' })
})

t.test('Data Matrix: the examples of ISO/IEC 16022:2006, Annexes O and B and 5.2', async (t) => {
  const explanation = explain('datamatrix', '123456')
  t.same(stepOf(explanation, 'placement').values?.codewords, [142, 164, 186, 114, 25, 5, 88, 102])
  t.same(
    partsOf(explanation, 'encodation-1').map(({ title, text }) => `${title}: ${text}`),
    ['digits 12: 12 + 130 = 142.', 'digits 34: 34 + 130 = 164.', 'digits 56: 56 + 130 = 186.'],
  )
  t.same(values(partsOf(explanation, 'block-1'), 'value'), [114, 25, 5, 88, 102])
  t.equal(
    explanation.steps.some(({ id }) => id === 'pads'),
    false,
  )
  const c40 = partsOf(explain('datamatrix', 'AIMAIMAIM', { encodation: 'c40' }), 'encodation-1')
  t.match(c40.slice(0, 2), [
    { title: 'latch to C40', values: { value: 230 } },
    { title: '"A" "I" "M"', text: '1600×14 + 40×22 + 26 + 1 = 23307 = 256×91 + 11.', values: { codewords: [91, 11] } },
  ])
  const edifact = partsOf(explain('datamatrix', 'DATADATA', { encodation: 'edifact' }), 'encodation-1')
  t.match(edifact.slice(0, 2), [
    { values: { value: 240 } },
    { title: '"D" "A" "T" "A"', values: { codewords: [16, 21, 1] } },
  ])
  // the pads after "DATADATADATA": positions 11 and 12
  const pads = partsOf(explain('datamatrix', 'DATADATADATA', { encodation: 'edifact' }), 'pads')
  t.match(pads, [{ values: { value: 129 } }, { text: '129 + (149×12 mod 253) + 1 = 147.', values: { value: 147 } }])
})

t.test('Code 128: figure 1 of ISO/IEC 15417:2007', async (t) => {
  const explanation = explain('code128', 'AIM')
  t.match(stepOf(explanation, 'start'), { title: 'Start B', values: { value: 104, widths: '211214' } })
  t.same(values(partsOf(explanation, 'code-set-1'), 'value'), [33, 41, 45])
  t.match(stepOf(explanation, 'check'), {
    text: /: 1×104 \+ 1×33 \+ 2×41 \+ 3×45 = 354\. 354 modulo 103 is 45\.$/,
    values: { value: 45 },
  })
  t.match(stepOf(explanation, 'stop').values, { value: 106, widths: '2331112' })
})

t.test('Code 128: code sets, shift, FNC4 single and latched', async (t) => {
  const told = (text: string): string[] =>
    explain('code128', text).steps.flatMap(({ id, title, parts }) =>
      id.startsWith('code-set') || id === 'start' ? [title, ...(parts ?? []).map((part) => part.title)] : [],
    )
  t.same(told('1234ab'), [
    'Start C',
    'Code set C: "1234"',
    'digits 12',
    'digits 34',
    'Code set B: "ab"',
    'Code B',
    '"a"',
    '"b"',
  ])
  t.same(told('a\tb'), ['Start B', 'Code set B: "a\\tb"', '"a"', 'Shift', '"\\t"', '"b"'])
  t.same(told('aéa'), ['Start B', 'Code set B: "aéa"', '"a"', 'FNC4', '"é"', '"a"'])
  const latched = told('éèêëaé')
  t.same(latched.slice(1, 6), ['Code set B, FNC4 latched: "éèêëaé"', 'FNC4', 'FNC4', '"é"', '"è"'])
  t.match(partsOf(explain('code128', 'éèêëaé'), 'code-set-1').at(-2), { title: '"a"', text: 'In code set B.' })
})

t.test('EAN-13, UPC-E, ITF-14, Code 39: numbers by hand', async (t) => {
  const ean = explain('ean13', '629104150021')
  t.match(stepOf(ean, 'check'), {
    text: /^1×6 \+ 3×2 \+ 1×9 \+ 3×1 \+ 1×0 \+ 3×4 \+ 1×1 \+ 3×5 \+ 1×0 \+ 3×0 \+ 1×2 \+ 3×1 = 57; with 3 it is 60, .* does not include it\.$/,
    values: { value: 3, sum: 57, given: false },
  })
  t.match(stepOf(ean, 'parity').values, { digit: 6, numberSets: 'ABBBAA' })
  t.same(values(partsOf(ean, 'left'), 'widths'), ['2122', '2113', '1222', '1123', '1132', '2221'])
  const upc = explain('upce', '01234565')
  t.match(stepOf(upc, 'expansion').values, { suppressed: '123456', expanded: '012345000065' })
  t.match(stepOf(upc, 'parity').values, { system: 0, check: 5, numberSets: 'BAABBA' })
  t.match(stepOf(explain('itf14', '1540014128876'), 'check').values, { value: 3, sum: 97 })
  t.same(values(partsOf(explain('code39', '1A'), 'characters'), 'widths'), ['311311113', '311113113'])
  for (const [six, eleven, rule] of [
    ['123400', '01200000340', 'ends in 0: 0 and four zeros follow the second digit'],
    ['123403', '01230000040', 'ends in 3: five zeros follow the third digit'],
    ['123454', '01234000005', 'ends in 4: five zeros follow the fourth digit'],
    ['123457', '01234500007', 'ends in 7: four zeros precede it'],
  ] as const) {
    const expansion = stepOf(explain('upce', six), 'expansion')
    t.match(String(expansion.values?.expanded), new RegExp(`^${eleven}\\d$`))
    t.match(expansion.text, `${six} ${rule}`)
  }
})

t.test('add-ons: sums by hand, guard, separators and gap', async (t) => {
  const five = explain('ean13', '9781234567897', { addon: '51999' })
  t.match(stepOf(five, 'addon-parity'), {
    title: 'Add-on 51999: number sets AABAB',
    text: /^The sum of the digits with their weights: 3×5 \+ 9×1 \+ 3×9 \+ 9×9 \+ 3×9 = 159\. 159 modulo 10 is 9, which stands for AABAB\./,
    values: { sum: 159, remainder: 9, numberSets: 'AABAB', weights: [3, 9, 3, 9, 3] },
  })
  t.match(stepOf(five, 'addon-guard'), { values: { widths: '112' }, modules: { areas: [[102, 0, 4, 1]] } })
  t.match(stepOf(five, 'addon-gap'), { values: { width: 7 }, modules: { areas: [[95, 0, 7, 1]] } })
  t.match(stepOf(five, 'addon-separators').modules, {
    areas: [
      [113, 0, 2, 1],
      [122, 0, 2, 1],
      [131, 0, 2, 1],
      [140, 0, 2, 1],
    ],
  })
  t.match(stepOf(five, 'quiet-zone'), { text: /: at least 11 modules left and 5 right\.$/ })
  t.match(five, { addon: { from: 102, to: 149 }, summary: /^9781234567897 with add-on 51999, number sets/ })
  const two = explain('upce', '01234565', { addon: '24' })
  t.match(stepOf(two, 'addon-parity'), {
    text: /^24 as a number is 24\. 24 modulo 4 is 0, which stands for AA\./,
    values: { sum: 24, remainder: 0 },
  })
  t.match(
    stepOf(two, 'addon-gap').text,
    /^8 light modules, .* 7 to 12 are allowed; one more than the least keeps the last digit/,
  )
  t.match(partsOf(two, 'captions').at(-1), { title: '24', modules: { areas: [[59, 0, 20, 1]] } })
  t.match(stepOf(explain('upca', '036000291452', { addon: '24' }), 'addon-gap').values, { width: 10 })
})

t.test('Code 39 and ITF-14: check character, pairs, ratio, frame', async (t) => {
  // a usual example: its values are 12, 24, 13, 14, 38, 3 and 9
  const checked = explain('code39', 'CODE 39', { checkdigit: true })
  t.match(stepOf(checked, 'check'), {
    title: 'Check character "R"',
    text: /^The sum of all values: 12 \+ 24 \+ 13 \+ 14 \+ 38 \+ 3 \+ 9 = 113\. 113 modulo 43 is 27\./,
    values: { value: 27, sum: 113 },
    modules: { areas: [[128, 0, 15, 1]] },
  })
  t.match(stepOf(explain('code39', 'A'.repeat(100), { checkdigit: true }), 'check').text, /60 more values, .* = 1000\./)
  const ascii = explain('code39', 'A\t$', { fullascii: true, ratio: 2.5 })
  t.match(partsOf(ascii, 'characters'), [
    { title: '"A"', text: 'Value 10; wide: bar 1, space 3, bar 5.', values: { value: 10 } },
    { title: '"\\t"', text: 'The pair $I, values 39 and 18.', values: { values: [39, 18] } },
    { title: '"$"', text: 'The pair /D, values 40 and 13.' },
  ])
  t.match(stepOf(ascii, 'ratio'), { title: 'Ratio 2.5 : 1', values: { ratio: 2.5, columnsPerModule: 2 } })
  t.match(stepOf(ascii, 'quiet-zone').text, /at least 10 modules left and 10 right/)
  t.match(ascii, { columnsPerModule: 2, quiet: { left: 20, right: 20 } })
  const frame = explain('itf14', '1540014128876', { bearer: 'frame', ratio: 2.5 })
  t.match(frame, { bearer: 4, isFramed: true, summary: /wide elements 2\.5 times the narrow ones$/ })
  t.match(stepOf(frame, 'bearer'), { title: 'Frame of bearer bars', values: { thickness: 2, isFramed: true } })
  t.match(stepOf(explain('itf14', '1540014128876', { bearer: 'none' }), 'bearer'), {
    title: 'No bearer bars',
    values: { thickness: 0 },
  })
})

/** Options that the symbology takes, some of them left out; those that a text may not fit in are few. */
function randomOptions(r: Random, symbology: Symbology): object {
  const some = <T>(name: string, from: readonly T[]): object => (r.between(0, 2) === 0 ? { [name]: r.pick(from) } : {})
  switch (symbology) {
    case 'qr':
      return {
        ...some('level', ['L', 'M', 'Q', 'H']),
        ...some('version', [7, 10, 14, 22, 27, 40]),
        ...some('mask', [0, 1, 2, 3, 4, 5, 6, 7]),
        ...r.pick([some('eci', [25, 899]), { fnc1: 'second', indicator: '37' }, { parts: 3, part: r.between(1, 3) }]),
        ...some('eci', [3, 26, 'none', 'auto', 9, 20]),
      }
    case 'microqr':
      return { ...some('version', [3, 4]), ...some('mask', [0, 1, 2, 3]) }
    case 'datamatrix':
      return {
        ...some('shape', ['square', 'rectangle', 'dmre', 'any']),
        ...some('modules', ['64x64', '72x72', '144x144', '52x52', '16x48', '26x40']),
        ...some('encodation', ['ascii', 'c40', 'text', 'base256', 'edifact']),
        ...some('eci', [3, 26, 23, 25, 32, 899, 'none', 'auto']),
        ...r.pick([{}, {}, { reader: 'init' }, { parts: 2, part: r.between(1, 2) }]),
      }
    case 'code128':
      return { ...some('reader', ['init']) }
    default:
      return linearOptions(r, symbology)
  }
}

interface Case {
  readonly symbology: Symbology
  readonly text: string
  readonly options: OptionsOf<Symbology>
  readonly explanation: Explanation
}

/** Random symbols of all symbologies; what a symbology cannot carry is left out. */
function randomCases(stream: string, each: number): Case[] {
  const r = random(stream)
  return symbologies.flatMap((symbology) =>
    Array.from({ length: each }).flatMap((): Case[] => {
      const text = randomText[symbology](r)
      const options = randomOptions(r, symbology) as OptionsOf<Symbology>
      try {
        return [{ symbology, text, options, explanation: explain(symbology, text, options) }]
      } catch (error) {
        if (error instanceof EncodeError) return []
        throw error
      }
    }),
  )
}

const all = randomCases('explain', cases(240, 2.5))

const named = ({ symbology, text, options }: Case): string =>
  `${symbology} ${JSON.stringify(text)} ${JSON.stringify(options)}`

t.test('every module of the symbol and of its quiet zones is explained, and no other', async (t) => {
  const faults: string[] = []
  for (const each of all) {
    const { explanation, symbology } = each
    const { width, height, quiet, steps } = explanation
    const inside = new Set<number>()
    const margin = new Set<string>()
    const outside = new Set<string>()
    for (const { id, modules = {}, parts = [] } of steps) {
      for (const [x, y] of [modules, ...parts.map((part) => part.modules ?? {})].flatMap((m) =>
        modulesIn(explanation, m),
      )) {
        if (x >= 0 && y >= 0 && x < width && y < height) inside.add(y * width + x)
        else if (id === 'quiet-zone') margin.add(`${x},${y}`)
        else if (id !== 'captions') outside.add(`${id} ${x},${y}`)
      }
    }
    const around = (width + quiet.left + quiet.right) * (height + quiet.top + quiet.bottom) - width * height
    if (inside.size !== width * height) faults.push(`${named(each)}: ${inside.size} of ${width * height} modules`)
    if (margin.size !== around) faults.push(`${named(each)}: ${margin.size} of ${around} in the quiet zone`)
    if (outside.size > 0) faults.push(`${named(each)}: ${[...outside].slice(0, 3)}`)
    if (height === 1 && symbology === 'qr') faults.push('a linear QR')
  }
  t.ok(all.length > 400, `${all.length} symbols`)
  t.same(faults, [])
})

t.test('patterns and codewords share no module', async (t) => {
  const patterns = /^(finder|separator|timing|alignment|format|version|dark-module|clock|corner|quiet-zone)$/
  const faults: string[] = []
  for (const each of all) {
    const { explanation } = each
    const { path, steps } = explanation
    const filled = new Set(path)
    if (filled.size !== path.length) faults.push(`${named(each)}: a module twice in the path`)
    for (const { id, modules = {} } of steps.filter(({ id }) => patterns.test(id))) {
      const both = modulesIn(explanation, modules).filter(
        ([x, y]) => x >= 0 && x < explanation.width && filled.has(y * explanation.width + x),
      )
      if (both.length > 0) faults.push(`${named(each)}: ${id} at ${both[0]}`)
    }
  }
  t.same(faults, [])
})

t.test('explanations are the symbol that the encoder gives, plain data, with names of their own', async (t) => {
  const faults: string[] = []
  for (const each of all) {
    const { explanation, symbology, text, options } = each
    const { matrix } = encode(symbology, text, options)
    const rows = Array.from({ length: matrix.height }, (_, y) =>
      Array.from({ length: matrix.width }, (_, x) => (isDark(matrix, x, y) ? '1' : '0')).join(''),
    )
    const ids = explanation.steps.map(({ id }) => id)
    if (rows.join() !== explanation.rows.join()) faults.push(`${named(each)}: another symbol`)
    if (new Set(ids).size !== ids.length) faults.push(`${named(each)}: ${ids}`)
    if (JSON.stringify(JSON.parse(JSON.stringify(explanation))) !== JSON.stringify(explanation))
      faults.push(named(each))
    for (const { id, clause, title, text } of explanation.steps) {
      if (!/^[a-z0-9-]+$/.test(id) || clause === '' || title === '' || text === '') faults.push(`${named(each)}: ${id}`)
      if (/undefined|NaN|\[object| {2}/.test(`${title.replace(/".*"/s, '')}|${text}`))
        faults.push(`${named(each)}: ${title} ${text}`)
    }
  }
  t.same(faults, [])
})

/** ISO/IEC 18004:2015, table 10; of Micro QR by the number of the same mask there. */
const turned: readonly ((i: number, j: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => ((i >> 1) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
]

/** The bits of the codewords as the modules of the symbol show them, unmasked. */
function shown({ symbology, explanation }: Case): string {
  const { path, width, rows } = explanation
  const mask = Number(explanation.steps.find(({ id }) => id === 'mask')?.values?.mask)
  const condition = symbology === 'datamatrix' ? () => false : turned[symbology === 'qr' ? mask : [1, 4, 6, 7][mask]!]!
  return path
    .map((place) => {
      const y = Math.floor(place / width)
      const dark = rows[y]![place % width] === '1'
      return dark !== condition(y, place % width) ? '1' : '0'
    })
    .join('')
}

t.test('codewords and bits are those that stand in the modules that a part names', async (t) => {
  const faults: string[] = []
  let compared = 0
  for (const each of all.filter(({ explanation }) => explanation.height > 1)) {
    const bits = shown(each)
    const { steps } = each.explanation
    const blocks = steps.filter(({ id }) => id.startsWith('block-')).length
    for (const { id, modules, parts = [], values = {} } of steps) {
      // the path has the order of the stream and of the blocks
      if (id === 'placement' && blocks > 1) continue
      for (const part of [{ modules, values }, ...parts]) {
        const [[from, to] = [0, 0], ...more] = part.modules?.path ?? []
        if (from === to || more.length > 0) continue
        const own = bits.slice(from, to)
        const { value, bits: told, codewords } = part.values ?? {}
        const expected =
          typeof told === 'string'
            ? told
            : typeof value === 'number'
              ? value.toString(2).padStart(to - from, '0')
              : Array.isArray(codewords)
                ? codewords.map((codeword) => codeword.toString(2).padStart(8, '0')).join('')
                : undefined
        if (expected === undefined) continue
        compared++
        // of the pads, the first codeword is told; of the remainder the number of bits
        if (!own.startsWith(expected)) faults.push(`${named(each)}: ${id} ${from} ${own} ${expected}`)
      }
    }
  }
  t.ok(compared > 5000, `${compared} parts`)
  t.same(faults.slice(0, 10), [])
})

/** The characters of the text that the parts name, in order. */
function spelled({ explanation, symbology }: Case): string {
  const segments = explanation.steps.filter(({ id }) => /^(segment|code-set|encodation|characters)/.test(id))
  return segments
    .flatMap(({ parts = [], title }) =>
      parts.map((part) => {
        const digits = /^(?:digits )?(\d+)$/.exec(part.title)
        if (digits !== null && (title.startsWith('Numeric') || part.title.startsWith('digits'))) return digits[1]!
        if (symbology === 'qr' && title.startsWith('Kanji') && part.title.length === 1) return part.title
        return [...part.title.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([quoted]) => JSON.parse(quoted) as string).join('')
      }),
    )
    .join('')
}

t.test('the parts of the message spell the text', async (t) => {
  const faults: string[] = []
  for (const each of all) {
    if (!/^(qr|microqr|code128|datamatrix|code39)$/.test(each.symbology)) continue
    // UTF-8 and UTF-16 in Data Matrix are told byte by byte
    if (each.symbology === 'datamatrix' && /[^\0-\x7f]/.test(each.text)) continue
    if ('eci' in (each.options ?? {}) && Reflect.get(each.options!, 'eci') === 25) continue
    if (each.symbology === 'microqr' && stepOf(each.explanation, 'segment-1').title.startsWith('Kanji')) continue
    // FNC1 and % itself are % and %% in alphanumeric mode
    const plain = (text: string): string => text.replaceAll('\x1d', '%').replaceAll(/%+/g, '%')
    if (plain(spelled(each)) !== plain(each.explanation.text))
      faults.push(`${named(each)}: ${JSON.stringify(spelled(each))}`)
  }
  t.same(faults.slice(0, 10), [])
})

t.test('structured append, reader programming, ECIs and DMRE', async (t) => {
  const ids = (text: string, options: OptionsOf<'datamatrix'>): string[] =>
    explain('datamatrix', text, options).steps.map(({ id }) => id)
  const append = explain('datamatrix', 'Hello é', { parts: 3, part: 3, fileid: '5,9' })
  t.match(stepOf(append, 'structured-append'), {
    title: 'Structured append: part 3 of 3',
    clause: 'ISO/IEC 16022:2006, 5.6',
    values: { part: 3, parts: 3, fileid: [5, 9] },
  })
  t.same(values(partsOf(append, 'structured-append'), 'value'), [233, 2 * 16 + 14, 5, 9])
  t.match(partsOf(append, 'structured-append')[1], { text: '16×2 + 17 − 3 = 46.' })
  t.match(stepOf(append, 'eci'), { title: 'ECI 3: ISO/IEC 8859-1', modules: { path: [[32, 48]] } })
  t.match(stepOf(explain('datamatrix', 'a', { reader: 'init' }), 'reader'), { values: { value: 234 } })
  const two = explain('datamatrix', 'МоскваМосква ΑθήναΑθήνα', { eci: 'auto' })
  t.match(stepOf(two, 'eci-1').title, 'ECI 7: ISO/IEC 8859-5')
  t.match(stepOf(two, 'eci-2').title, 'ECI 9: ISO/IEC 8859-7')
  t.same(
    ids('МоскваМосква ΑθήναΑθήνα', { eci: 'auto' }).filter((id) => /^(eci|encodation)/.test(id)),
    ['eci-1', 'encodation-1', 'eci-2', 'encodation-2', 'encodation-3'],
  )
  const long = partsOf(explain('datamatrix', 'a', { eci: 899 }), 'eci')
  t.same(values(long, 'value'), [241, 131, 11])
  t.match(long[1], { text: '(899 − 127) divided by 254 is 3, plus 128.' })
  t.match(stepOf(explain('datamatrix', 'a', { modules: '8x64' }), 'size').clause, 'ISO/IEC 21471:2020')
  t.match(stepOf(explain('datamatrix', '漢字', { eci: 20 }), 'encodation-1').title, /^[^:]+: "漢字"$/)
  const init = explain('code128', '1234', { reader: 'init' })
  t.match(stepOf(init, 'reader'), { title: 'FNC3', values: { value: 96, weight: 1 } })
  t.match(partsOf(init, 'code-set-1')[0], { title: 'Code C', values: { weight: 2 } })
})

t.test('sums that are written out are right', async (t) => {
  const value = (sum: string): number =>
    sum
      .replaceAll('−', '-')
      .split(/ (?=[+-])/)
      .map((term) => term.replace(/^([+-]) /, '$1').replace(/[()]/g, ''))
      .reduce((total, term) => {
        const modulo = / mod (\d+)$/.exec(term)
        const product = term
          .replace(/ mod \d+$/, '')
          .split('×')
          .map(Number)
          .reduce((a, b) => a * b)
        return total + (modulo ? product % Number(modulo[1]) : product)
      }, 0)
  const faults: string[] = []
  let sums = 0
  for (const each of all) {
    for (const { title, text, parts = [] } of each.explanation.steps) {
      for (const said of [text, ...parts.map((part) => part.text ?? '')]) {
        const found = /(?:^|: )(\(?[\d(][\d ×+−()mod]*(?: [+−] |×)[\d ×+−()mod]*) = (\d+)/.exec(said)
        if (found === null) continue
        sums++
        if (value(found[1]!) !== Number(found[2])) faults.push(`${named(each)}: ${title}: ${said}`)
      }
    }
  }
  t.ok(sums > 1500, `${sums} sums`)
  t.same(faults.slice(0, 5), [])
})

t.test('an explanation of the largest symbols stays of a size that can be sent', async (t) => {
  for (const [symbology, text] of [
    ['qr', '7'.repeat(7089)],
    ['qr', 'é'.repeat(1400)],
    ['datamatrix', 'Ab1'.repeat(510)],
    ['code128', 'é\t'.repeat(3544)],
    ['code39', 'A'.repeat(7089)],
    // as many parts as are written at once, and one more
    ['code39', 'A'.repeat(256)],
    ['code39', 'A'.repeat(257)],
  ] as const) {
    const explanation = explain(symbology, text)
    const json = JSON.stringify(explanation)
    t.ok(json.length < 2_500_000, `${symbology}: ${json.length}`)
    t.ok(Buffer.from(json).equals(explanationJson(explanation)), `${symbology}: the same bytes, written step by step`)
  }
})

t.test('texts that cannot be encoded, and unknown options', async (t) => {
  t.throws(() => explain('ean13', 'x'), { code: 'invalid_character' })
  t.throws(() => explain('qr', 'x', { version: 41 }), RangeError)
  t.throws(() => explain('datamatrix', 'x'.repeat(5000)), { code: 'data_too_long' })
})
