/** EAN-13, EAN-8, UPC-A and UPC-E, and the add-ons beside them. ISO/IEC 15420:2009; GS1 General Specifications, 5.2 */

import {
  type Addon,
  type AddonOptions,
  type Barcode,
  catalogue,
  type EanTrace,
  ean8,
  ean13,
  rowsOf,
  type Symbology,
  structure,
  type UpceTrace,
  upca,
  upce,
} from '../../symbologies/index.ts'
import {
  type Area,
  type Explanation,
  explanationOf,
  type Modules,
  type Part,
  quietZone,
  type Step,
} from './explanation.ts'
import { checkDigitStep, columns, gs1, weightedSum, widthsIn } from './linear.ts'

/** One standard covers EAN and UPC. */
const { standard } = catalogue.ean13

const digitWidth = structure.eanDigitWidth
const normalGuard = structure.eanNormalGuard.width
const centreGuard = structure.eanCentreGuard.width

export function explainEan13(text: string, options?: AddonOptions): Explanation {
  const barcode = ean13(text, options)
  return explainHalves(barcode, { text, first: 1, leading: parityStep(barcode.trace) })
}

export function explainEan8(text: string, options?: undefined): Explanation {
  return explainHalves(ean8(text, options), { text, first: 0 })
}

export function explainUpca(text: string, options?: AddonOptions): Explanation {
  return explainHalves(upca(text, options), { text, first: 0 })
}

interface Halves {
  readonly text: string
  /** Index of the first digit that is encoded in bars. */
  readonly first: number
  /** The step about the digit before it, which no bars encode. */
  readonly leading?: Step
}

function explainHalves(barcode: Barcode<EanTrace>, { text, first, leading }: Halves): Explanation {
  const { trace, matrix } = barcode
  const width = mainWidth(barcode)
  const row = rowsOf(matrix)[0]!
  const half = trace.numberSets.length / 2
  const centre = normalGuard + half * digitWidth
  const digits = trace.digits.slice(first)
  const left = { digits: digits.slice(0, half), sets: trace.numberSets.slice(0, half), from: normalGuard }
  const right = { digits: digits.slice(half), sets: trace.numberSets.slice(half), from: centre + centreGuard }
  return explanationOf(barcode, {
    text,
    summary: `${trace.digits}${addonSummary(trace)}, number sets ${trace.numberSets}`,
    steps: [
      quietZone(barcode, `${gs1}, 5.2.3.4`),
      guard({ id: 'guard-left', title: 'Left guard', from: 0, to: normalGuard }, row),
      ...(leading ? [leading] : []),
      digitsStep({ id: 'left', title: `Left half ${left.digits}`, ...left }, row),
      guard({ id: 'guard-centre', title: 'Centre guard', from: centre, to: right.from }, row),
      digitsStep({ id: 'right', title: `Right half ${right.digits}`, ...right }, row),
      checkDigitStep(trace, columns(width - normalGuard - digitWidth, width - normalGuard)),
      guard({ id: 'guard-right', title: 'Right guard', from: width - normalGuard, to: width }, row),
      ...addonSteps(barcode, width, row),
      captionsStep(barcode),
    ],
  })
}

export function explainUpce(text: string, options?: AddonOptions): Explanation {
  const barcode = upce(text, options)
  const { trace, matrix } = barcode
  const { digits, suppressed, numberSets } = trace
  const width = mainWidth(barcode)
  const row = rowsOf(matrix)[0]!
  const from = normalGuard
  const to = from + suppressed.length * digitWidth
  const inBars = columns(from, to)
  return explanationOf(barcode, {
    text,
    summary: `${digits[0]} ${suppressed} ${digits[11]} for the UPC-A ${digits}${addonSummary(trace)}, number sets ${numberSets}`,
    steps: [
      quietZone(barcode, `${gs1}, 5.2.3.4`),
      expansionStep(trace, inBars),
      checkDigitStep(trace, inBars),
      paritiesStep(trace, inBars),
      guard({ id: 'guard-left', title: 'Left guard', from: 0, to: from }, row),
      digitsStep({ id: 'digits', title: `Digits ${suppressed}`, digits: suppressed, sets: numberSets, from }, row),
      guard({ id: 'guard-right', title: 'Right guard', from: to, to: width }, row),
      ...addonSteps(barcode, width, row),
      captionsStep(barcode),
    ],
  })
}

/** The columns of a symbol without its add-on, to the end of its last guard. */
const mainWidth = ({ guards, matrix }: Barcode): number => guards?.at(-1)?.to ?? matrix.width

/** For summaries. */
const addonSummary = ({ addon }: EanTrace): string => (addon === undefined ? '' : ` with add-on ${addon.digits}`)

function parityStep({ digits, numberSets }: EanTrace): Step {
  const left = numberSets.slice(0, 6)
  return {
    id: 'parity',
    title: `First digit ${digits[0]}: number sets ${left}`,
    clause: `${standard}, Table 3`,
    text: `No bars encode ${digits[0]}. The order of the number sets in the left half, ${left}, stands for it.`,
    values: { digit: Number(digits[0]), numberSets: left },
    modules: columns(normalGuard, normalGuard + 6 * digitWidth),
  }
}

function expansionStep({ digits, suppressed }: UpceTrace, modules: Modules): Step {
  return {
    id: 'expansion',
    title: `Six digits ${suppressed} for ${digits}`,
    clause: `${gs1}, 5.2.2.4.2`,
    text:
      `${suppressed} ${rule(suppressed)}. So the symbol stands for number system ${digits[0]}, ` +
      `${digits.slice(1, 11)}, check digit ${digits[11]}.`,
    values: { suppressed, expanded: digits },
    modules,
  }
}

/** The ten digits that the six stand for, by the last of the six. */
function rule(six: string): string {
  const last = six[5]!
  if (last <= '2') return `ends in ${last}: ${last} and four zeros follow the second digit`
  if (last === '3') return 'ends in 3: five zeros follow the third digit, and the 3 is dropped'
  if (last === '4') return 'ends in 4: five zeros follow the fourth digit, and the 4 is dropped'
  return `ends in ${last}: four zeros precede it`
}

function paritiesStep({ digits, numberSets }: UpceTrace, modules: Modules): Step {
  return {
    id: 'parity',
    title: `Number system ${digits[0]} and check digit ${digits[11]}: number sets ${numberSets}`,
    clause: digits[0] === '0' ? `${standard}, number sets of UPC-E` : 'UPC Symbol Specification: number system 1',
    text:
      'No bars encode these two digits: the order of the number sets stands for them. ' +
      'The orders for number system 1 are those for 0 with A and B exchanged.',
    values: { system: Number(digits[0]), check: Number(digits[11]), numberSets },
    modules,
  }
}

interface Guard {
  readonly id: string
  readonly title: string
  readonly from: number
  readonly to: number
}

function guard({ id, title, from, to }: Guard, row: string): Step {
  const order = row[from] === '1' ? 'beginning with a bar' : 'beginning with a space'
  return {
    id,
    title,
    clause: `${standard}, 4.3.2.2 and 4.3.3`,
    text: `${to - from} bars and spaces of one module each, ${order}. Its bars extend ${guardDrop} modules below those of the digits.`,
    values: { widths: widthsIn(row, from, to) },
    modules: columns(from, to),
  }
}

/** ISO/IEC 15420:2009, 4.3.3 */
const guardDrop = 5

interface Digits {
  readonly id: string
  readonly title: string
  readonly digits: string
  /** The number set of each. */
  readonly sets: string
  /** The first column. */
  readonly from: number
}

function digitsStep({ id, title, digits, sets, from }: Digits, row: string): Step {
  return {
    id,
    title,
    clause: `${standard}, symbol character encodation`,
    text: `Each digit is two bars and two spaces over ${digitWidth} modules. Number sets: ${sets}. ${numberSetRules(sets)}`,
    values: { digits, numberSets: sets },
    modules: columns(from, from + digits.length * digitWidth),
    parts: digitParts({ digits, sets, from, pitch: digitWidth }, row),
  }
}

/** What each number set of these digits is. */
function numberSetRules(sets: string): string {
  return [...new Set(sets)]
    .sort()
    .map((set) => `${set} has ${numberSetNames[set]}.`)
    .join(' ')
}

const numberSetNames: Readonly<Record<string, string>> = {
  A: 'a space first and an odd number of dark modules',
  B: 'a space first and an even number of dark modules; it is C read backwards',
  C: 'a bar first and an even number of dark modules; it is A with dark and light exchanged',
}

/** @param digits.pitch  columns from one digit to the next */
function digitParts(
  { digits, sets, from, pitch }: Pick<Digits, 'digits' | 'sets' | 'from'> & { readonly pitch: number },
  row: string,
): Part[] {
  return Array.from(digits, (digit, i): Part => {
    const at = from + i * pitch
    const set = sets[i]!
    return {
      title: `${digit} in set ${set}`,
      values: { digit: Number(digit), numberSet: set, widths: widthsIn(row, at, at + digitWidth) },
      modules: columns(at, at + digitWidth),
    }
  })
}

const places: Partial<Record<Symbology, string>> = {
  ean13: 'the first digit to the left of the symbol, in its quiet zone, the others in two groups between the guards',
  ean8: 'two groups between the guards',
  upca: 'the first and the last digit smaller and in the quiet zones, the others in two groups between the guards; the bars of the first and the last digit are longer',
  upce: 'the number system to the left and the check digit to the right of the symbol, both smaller, and the six digits between the guards',
}

function captionsStep({ symbology, captions, addon }: Barcode): Step {
  return {
    id: 'captions',
    title: `Human-readable text: ${captions.map(({ text }) => text).join(' ')}`,
    clause: `${gs1}, 5.2.5`,
    text: `Below the bars: ${places[symbology]}.${addon === undefined ? '' : ' Those of the add-on are above its bars, which begin lower than the others.'}`,
    parts: captions.map((caption): Part => {
      const { text } = caption
      return caption.kind === 'line'
        ? { title: text }
        : { title: text, modules: columns(caption.columns.from, caption.columns.to) }
    }),
  }
}

const addonGuard = structure.eanAddonGuard.width
const separatorWidth = structure.eanAddonSeparator.width
const addonPitch = digitWidth + separatorWidth

/**
 * The steps of an add-on; none without one.
 *
 * @param width  the columns of the symbol before it
 */
function addonSteps({ addon, trace, captions }: Barcode<EanTrace>, width: number, row: string): Step[] {
  if (addon === undefined || trace.addon === undefined) return []
  const { from, to } = addon
  const first = from + addonGuard
  const hasDigit = captions.some((caption) => caption.kind === 'outer' && caption.columns.from >= width)
  return [
    gapStep(width, from, hasDigit),
    {
      id: 'addon-guard',
      title: 'Guard of the add-on',
      clause: `${standard}, 4.3.2.2`,
      text: 'A bar, a space and two modules of bar. It differs from the guards of the symbol, so that readers tell one from the other.',
      values: { widths: widthsIn(row, from, first) },
      modules: columns(from, first),
    },
    setsStep(trace.addon, first, to),
    addonDigitsStep(trace.addon, first, row),
    separatorsStep(trace.addon, first),
  ]
}

function gapStep(from: number, to: number, hasDigit: boolean): Step {
  // GS1 General Specifications, 5.2.3.4
  const most = 12
  const reason = hasDigit ? '; one more than the least keeps the last digit of the symbol off the add-on' : ''
  return {
    id: 'addon-gap',
    title: 'Gap before the add-on',
    clause: `${gs1}, 5.2.3.4`,
    text: `${to - from} light modules, at once the quiet zone of the symbol and of the add-on. ${to - from - Number(hasDigit)} to ${most} are allowed${reason}.`,
    values: { width: to - from },
    modules: columns(from, to),
  }
}

function setsStep({ digits, numberSets, sum }: Addon, from: number, to: number): Step {
  const weights = structure.eanAddonWeights
  const isShort = digits.length === 2
  const base = isShort ? 4 : 10
  const rest = sum % base
  const how = isShort
    ? `${digits} as a number is ${sum}`
    : `The sum of the digits with their weights: ${weightedSum(digits, weights, sum)}`
  return {
    id: 'addon-parity',
    title: `Add-on ${digits}: number sets ${numberSets}`,
    clause: `${standard}, number sets of add-ons`,
    text: `${how}. ${sum} modulo ${base} is ${rest}, which stands for ${numberSets}. An add-on has no check digit: readers compare the order of the number sets instead.`,
    values: { sum, remainder: rest, numberSets, ...(!isShort && { weights }) },
    modules: columns(from, to),
  }
}

function addonDigitsStep({ digits, numberSets }: Addon, from: number, row: string): Step {
  const parts = digitParts({ digits, sets: numberSets, from, pitch: addonPitch }, row)
  return {
    id: 'addon-digits',
    title: `Digits ${digits} of the add-on`,
    clause: `${standard}, symbol character encodation`,
    text: `Each digit is two bars and two spaces over ${digitWidth} modules, as in the symbol. Number sets: ${numberSets}. ${numberSetRules(numberSets)}`,
    values: { digits, numberSets },
    modules: { areas: parts.flatMap(({ modules }) => modules?.areas ?? []) },
    parts,
  }
}

function separatorsStep({ digits }: Addon, from: number): Step {
  const areas = Array.from({ length: digits.length - 1 }, (_, i): Area => {
    return [from + i * addonPitch + digitWidth, 0, separatorWidth, 1]
  })
  return {
    id: 'addon-separators',
    title: 'Separators of the add-on',
    clause: `${standard}, 4.3.2.2`,
    text: 'A space and a bar of one module each separate one digit from the next. No guard ends the add-on.',
    values: { widths: '11', count: areas.length },
    modules: { areas },
  }
}
