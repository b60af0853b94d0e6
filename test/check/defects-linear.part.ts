import t from 'tap'
import { checkImage, type Picture } from '../../src/check/index.ts'
import { encode, type Symbology, tables } from '../../symbologies/index.ts'
import { type Defect, testDefects } from './defects.ts'
import { flippedModules } from './inject-bar-defects.ts'
import { type Bars, barsPicture, blotted, invertedPicture, widthsIn } from './paint.ts'

const dots = 3

interface Sample {
  readonly symbology: Symbology
  readonly text: string
  readonly quiet: { readonly left: number; readonly right: number }
  readonly bearers?: readonly [number, number]
}

const samples: Sample[] = [
  { symbology: 'ean13', text: '5901234123457', quiet: { left: 11, right: 7 } },
  { symbology: 'ean8', text: '96385074', quiet: { left: 7, right: 7 } },
  { symbology: 'upca', text: '036000291452', quiet: { left: 9, right: 9 } },
  { symbology: 'upce', text: '01234565', quiet: { left: 9, right: 7 } },
  { symbology: 'code128', text: 'Code 128', quiet: { left: 10, right: 10 } },
  { symbology: 'code39', text: 'CODE-39', quiet: { left: 10, right: 10 } },
  { symbology: 'itf14', text: '15400141288763', quiet: { left: 10, right: 10 }, bearers: [6, 6] },
]

const paint = (
  widths: readonly number[],
  { quiet, bearers }: Sample,
  bars: Partial<Bars> = {},
): ReturnType<typeof barsPicture> =>
  barsPicture(widths, { left: quiet.left * dots, right: quiet.right * dots, ...(bearers && { bearers }), ...bars })

/** Bars that lack some of their lines at an end, and spaces that have some of them dark; bearer bars are whole. */
function frayed(sample: Sample, lines: number): { end: string; picture: Picture }[] {
  const { symbology, text, quiet, bearers } = sample
  const widths = widthsIn(encode(symbology, text), dots)
  const bar = 12
  const left = quiet.left * dots + widths.slice(0, bar).reduce((sum, width) => sum + width, 0)
  const ofBar = { left, width: widths[bar]!, height: lines, grey: 255 }
  const ofSpace = { left: left + widths[bar]!, width: widths[bar + 1]!, height: lines, grey: 0 }
  const top = bearers?.[0] ?? 0
  const bottom = top + 30 - lines
  const sound = paint(widths, sample)
  return [
    { end: 'a bar cut short at the top', picture: blotted(sound, { ...ofBar, top }) },
    { end: 'a bar cut short at the bottom', picture: blotted(sound, { ...ofBar, top: bottom }) },
    { end: 'a space filled at the top', picture: blotted(sound, { ...ofSpace, top }) },
    { end: 'a space filled at the bottom', picture: blotted(sound, { ...ofSpace, top: bottom }) },
  ]
}

/** What every linear symbology has in common. */
const common = samples.flatMap((sample): Defect[] => {
  const { symbology, text, quiet, bearers } = sample
  const widths = widthsIn(encode(symbology, text), dots)
  const sound = paint(widths, sample)
  const fault = (rule: string): { type: Symbology; text: string; faults: string[] } => ({
    type: symbology,
    text,
    faults: [`${symbology}.${rule}`],
  })
  const changed = (at: number, by: number): number[] => widths.map((width, i) => (i === at ? width + by : width))
  // Neither in a guard nor in the gaps between characters.
  const bar = 12
  return [
    { name: `${symbology}: sound`, picture: sound, text },
    {
      name: `${symbology}: thin quiet zone at the left`,
      picture: paint(widths, sample, { left: (quiet.left - 1) * dots }),
      ...fault('quiet.left'),
    },
    {
      name: `${symbology}: no quiet zone at the right`,
      picture: paint(widths, sample, { right: 0 }),
      ...fault('quiet.right'),
    },
    { name: `${symbology}: a bar one dot too wide`, picture: paint(changed(bar, 1), sample), ...fault('widths') },
    { name: `${symbology}: a bar one dot too narrow`, picture: paint(changed(bar, -1), sample), ...fault('widths') },
    { name: `${symbology}: a space one dot too wide`, picture: paint(changed(bar + 1, 1), sample), ...fault('widths') },
    {
      name: `${symbology}: a bar one dot to the left`,
      picture: paint(
        widths.map((width, i) => (i === bar - 1 ? width - 1 : i === bar + 1 ? width + 1 : width)),
        sample,
      ),
      ...fault('widths'),
    },
    { name: `${symbology}: light on dark`, picture: invertedPicture(sound), ...fault('polarity') },
    {
      name: `${symbology}: a scratch across the bars`,
      picture: blotted(sound, { left: 0, top: (bearers?.[0] ?? 0) + 10, width: sound.width, height: 2, grey: 255 }),
      ...fault('bars'),
    },
    ...[1, 12].flatMap((lines) =>
      frayed(sample, lines).map(({ end, picture }) => ({
        name: `${symbology}: ${end} by ${lines} of 30 lines`,
        picture,
        ...fault('bars'),
      })),
    ),
    {
      name: `${symbology}: another text`,
      picture: sound,
      ...fault('text'),
      text: symbology === 'code39' ? 'CODE39' : '12345670',
    },
  ]
})

const ofSymbology = (symbology: Symbology): Sample => samples.find((sample) => sample.symbology === symbology)!

function eanFlip(symbology: Symbology, rule: string, ...columns: number[]): Defect {
  const sample = ofSymbology(symbology)
  return {
    name: `${symbology}: ${rule} at ${columns.join()}`,
    picture: paint(flippedModules(symbology, sample.text, ...columns), sample),
    type: symbology,
    faults: [`${symbology}.${rule}`],
    at: columns.map((column) => [0, column] as const),
  }
}

/** An EAN or UPC symbol of digits in number sets, whatever they are. */
function eanOf(digits: string, sets: string, parts: { left: string; centre?: string; right: string }): number[] {
  const modules = Array.from(digits, (digit, i) => {
    const value = tables.eanSymbolCharacters[10 * 'ABC'.indexOf(sets[i]!) + Number(digit)]!
    return value.toString(2).padStart(7, '0')
  })
  const half = parts.centre === undefined ? digits.length : digits.length / 2
  const all = [parts.left, ...modules.slice(0, half), parts.centre ?? '', ...modules.slice(half), parts.right].join('')
  return (all.match(/1+|0+/g) ?? []).map((run) => run.length * dots)
}

const full = { left: '101', centre: '01010', right: '101' }
const short = { left: '101', right: '010101' }
const eanCase = (
  name: string,
  symbology: Symbology,
  widths: number[],
  faults: string[],
  notes: string[] = [],
): Defect => ({
  name,
  picture: paint(widths, ofSymbology(symbology)),
  type: symbology,
  faults: faults.map((rule) => `${symbology}.${rule}`),
  notes: notes.map((rule) => `${symbology}.${rule}`),
})

const ean: Defect[] = [
  eanFlip('ean13', 'guard.left', 1),
  eanFlip('ean13', 'guard.centre', 47),
  eanFlip('ean13', 'guard.right', 93),
  eanFlip('ean8', 'guard.centre', 33),
  eanFlip('upca', 'guard.left', 1),
  eanFlip('upce', 'guard.right', 48),
  eanCase('ean13: an invalid character', 'ean13', flippedModules('ean13', '5901234123457', 10), ['character']),
  eanCase('ean13: number sets that stand for nothing', 'ean13', eanOf('901234123457', 'ABABBBCCCCCC', full), [
    'parity',
  ]),
  eanCase(
    'ean13: number sets of another first digit',
    'ean13',
    eanOf('901234123457', 'AABABBCCCCCC', full),
    ['check'],
    ['reference'],
  ),
  eanCase('ean13: a wrong check digit', 'ean13', eanOf('901234123458', 'ABBAABCCCCCC', full), ['check'], ['reference']),
  eanCase('ean8: a digit of number set B', 'ean8', eanOf('96385074', 'ABAACCCC', full), ['parity'], ['reference']),
  eanCase(
    'ean8: a digit at the right of number set A',
    'ean8',
    eanOf('96385074', 'AAAACACC', full),
    ['parity'],
    ['reference'],
  ),
  eanCase('ean8: a wrong check digit', 'ean8', eanOf('96385075', 'AAAACCCC', full), ['check']),
  eanCase('upca: number sets of an EAN-13', 'upca', eanOf('036000291452', 'AABABBCCCCCC', full), ['parity']),
  eanCase('upca: a wrong check digit', 'upca', eanOf('036000291453', 'AAAAAACCCCCC', full), ['check']),
  eanCase('upce: number sets that stand for nothing', 'upce', eanOf('123456', 'AAAAAA', short), ['parity']),
  eanCase(
    'upce: number sets of another check digit',
    'upce',
    eanOf('123456', 'BBBAAA', short),
    ['check'],
    ['reference'],
  ),
  eanCase(
    'upce: six digits that suppression does not give',
    'upce',
    widthsIn(encode('upce', '585308'), dots),
    [],
    ['zeros'],
  ),
]

t.test('defects common to all linear symbologies', async (t) => testDefects(t, common))
t.test('bearer bars are seen behind bars that are cut short', async (t) => {
  for (const { end, picture } of frayed(ofSymbology('itf14'), 5)) {
    const { findings } = checkImage(picture)
    t.match(
      findings.filter(({ code }) => code === 'itf14.bearer'),
      [{ kind: 'pass' }],
      end,
    )
  }
})
t.test('EAN and UPC', async (t) => testDefects(t, ean))

t.test('damaged symbols have a name even if it was not asked for', async (t) => {
  // With number sets of another symbology, or of none, the structure does not tell which it was.
  const unnamed = ['upca: number sets of an EAN-13', 'upce: number sets that stand for nothing']
  const wrong = [...common, ...ean].filter(
    ({ picture, type, name }) =>
      type !== undefined && !unnamed.includes(name) && checkImage(picture).symbology !== type,
  )
  t.same(
    wrong.map(({ name }) => name),
    [],
  )
})
