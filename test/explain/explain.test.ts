import t from 'tap'
import { type Explanation, explain, explanationJson, modulesIn } from '../../src/explain/index.ts'
import { EncodeError, encode, isDark, type OptionsOf, type Symbology, symbologies } from '../../symbologies/index.ts'
import { cases, inLongRun, type Random, random } from '../random.ts'
import { linearOptions, randomText } from '../texts.ts'
import { partsOf, stepOf, values } from './steps-of.ts'

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

const all = randomCases('explain', cases(300, 2))

const named = ({ symbology, text, options }: Case): string =>
  `${symbology} ${JSON.stringify(text)} ${JSON.stringify(options)}`

t.test('every module of the symbol and of its quiet zones is explained, and no other', inLongRun, async (t) => {
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

t.test(
  'explanations are the symbol that the encoder gives, plain data, with names of their own',
  inLongRun,
  async (t) => {
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
        if (!/^[a-z0-9-]+$/.test(id) || clause === '' || title === '' || text === '')
          faults.push(`${named(each)}: ${id}`)
        if (/undefined|NaN|\[object| {2}/.test(`${title.replace(/".*"/s, '')}|${text}`))
          faults.push(`${named(each)}: ${title} ${text}`)
      }
    }
    t.same(faults, [])
  },
)

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

t.test('an explanation of the largest symbols stays of a size that can be sent', inLongRun, async (t) => {
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
