import t from 'tap'
import './explain-api.part.ts'
import './gs1.part.ts'
import { type Explanation, explain, explanationJson, modulesIn, type Part, type Step } from '../../src/explain/index.ts'
import { EncodeError, encode, isDark, type OptionsOf, type Symbology, symbologies } from '../../symbologies/index.ts'
import { cases, type Random, random } from '../random.ts'
import { randomText } from '../texts.ts'

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

/** Options that the symbology takes, some of them left out; those that a text may not fit in are few. */
function randomOptions(r: Random, symbology: Symbology): object {
  const some = <T>(name: string, from: readonly T[]): object => (r.between(0, 2) === 0 ? { [name]: r.pick(from) } : {})
  switch (symbology) {
    case 'qr':
      return {
        ...some('level', ['L', 'M', 'Q', 'H']),
        ...some('version', [7, 10, 14, 22, 27, 40]),
        ...some('mask', [0, 1, 2, 3, 4, 5, 6, 7]),
        ...some('eci', [3, 26, 'none']),
      }
    case 'microqr':
      return { ...some('version', [3, 4]), ...some('mask', [0, 1, 2, 3]) }
    case 'datamatrix':
      return {
        ...some('shape', ['square', 'rectangle', 'any']),
        ...some('size', ['64x64', '72x72', '144x144', '52x52', '16x48']),
        ...some('encodation', ['ascii', 'c40', 'text', 'base256', 'edifact']),
        ...some('eci', [3, 26, false]),
      }
    default:
      return {}
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
    // UTF-8 in Data Matrix is told byte by byte
    if (each.symbology === 'datamatrix' && /[^\0-\x7f]/.test(each.text)) continue
    if (each.symbology === 'microqr' && stepOf(each.explanation, 'segment-1').title.startsWith('Kanji')) continue
    if (spelled(each) !== each.text) faults.push(`${named(each)}: ${JSON.stringify(spelled(each))}`)
  }
  t.same(faults.slice(0, 10), [])
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
