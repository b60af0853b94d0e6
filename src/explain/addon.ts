import type { Addon, Barcode, EanTrace } from '../../symbologies/index.ts'
import { digitParts, digitWidth, gs1, numberSetRules, standard } from './ean-digits.ts'
import type { Area, Step } from './explanation.ts'
import { columns, weightedSum, widthsIn } from './linear.ts'

const guardWidth = 4
const separatorWidth = 2
/** GS1 General Specifications, 5.2.3.4 */
const mostGap = 12

/**
 * The steps of an add-on; none without one.
 *
 * @param width  the columns of the symbol before it
 */
export function addonSteps({ addon, trace, captions }: Barcode<EanTrace>, width: number, row: string): Step[] {
  if (addon === undefined || trace.addon === undefined) return []
  const { from, to } = addon
  const first = from + guardWidth
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
    digitsStep(trace.addon, first, row),
    separatorsStep(trace.addon, first),
  ]
}

function gapStep(from: number, to: number, hasDigit: boolean): Step {
  const reason = hasDigit ? `; one more than the least keeps the last digit of the symbol off the add-on` : ''
  return {
    id: 'addon-gap',
    title: 'Gap before the add-on',
    clause: `${gs1}, 5.2.3.4`,
    text: `${to - from} light modules, at once the quiet zone of the symbol and of the add-on. ${to - from - Number(hasDigit)} to ${mostGap} are allowed${reason}.`,
    values: { width: to - from },
    modules: columns(from, to),
  }
}

const weights = [3, 9, 3, 9, 3]

function setsStep({ digits, numberSets, sum }: Addon, from: number, to: number): Step {
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

const pitch = digitWidth + separatorWidth

function digitsStep({ digits, numberSets }: Addon, from: number, row: string): Step {
  const parts = digitParts({ digits, sets: numberSets, from, pitch }, row)
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
    return [from + i * pitch + digitWidth, 0, separatorWidth, 1]
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
