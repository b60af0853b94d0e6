/** What the file of printers says of how a printer prints, against what its language can be told. */

import { quoted } from '../../../symbologies/messages.ts'
import type { JsonValue } from '../../json-text.ts'
import { mostGain } from '../../layout/compensation.ts'
import { FitError } from '../../layout/fit.ts'
import { stockOf } from '../../layout/named-stock.ts'
import { type Dpi, resolutions } from '../../layout/resolution.ts'
import { quarterTurns, type RollArrangement } from '../../render/arrange.ts'
import { refuseUnfit } from '../../render/commands.ts'
import {
  cuts,
  type Handling,
  handlingFaults,
  isPrinterLanguage,
  type LanguageTraits,
  languageTraits,
  mediaOf,
  medias,
  modelDpis,
  type PrinterLanguage,
} from '../../render/language.ts'
import { paperOf } from '../channels/paper.ts'
import type { Printer } from './printer.ts'

export const handlingNames = [
  ...['model', 'media', 'gap', 'darkness', 'speed', 'offset', 'cut'],
  ...['turn', 'across', 'pitch', 'gain', 'scale'],
] as const
type HandlingName = keyof Handling | keyof RollArrangement

/** What is known of the printer besides; undefined where that has a fault of its own. */
type Described = { readonly [Name in 'address' | 'language' | 'dpi' | 'stock']?: Printer[Name] | undefined }

/** In mm. */
const [mostOffset, widestRoll] = [300, 300] as const
const mostAcross = 10
/** What a printer is set up to print longer or shorter is another fault than this. */
const scales = { least: 0.9, most: 1.1 }

/** The values that the fields of an entry give, and all mistakes, one line each. */
export function handlingIn(
  values: ReadonlyMap<string, JsonValue>,
  printer: Described,
): { readonly handling: Handling & RollArrangement; readonly faults: readonly string[] } {
  const faults: string[] = []
  const field = <T>(name: HandlingName, read: (value: JsonValue) => T | undefined, accepted: string): T | undefined => {
    const value = values.get(name)
    const found = value && read(value)
    if (value !== undefined && found === undefined) faults.push(`${name}: ${given(value)} is not ${accepted}`)
    return found
  }
  const number = (name: HandlingName): number | undefined => field(name, numberIn, 'a number')
  const handling = {
    model: field('model', textIn, 'a text'),
    media: field('media', wordIn(medias), `one of ${medias.join(', ')}`),
    gap: number('gap'),
    darkness: number('darkness'),
    speed: number('speed'),
    offset: field(
      'offset',
      pairIn(-mostOffset, mostOffset),
      `two numbers from -${mostOffset} to ${mostOffset}, to the right and down in mm`,
    ),
    cut: field('cut', wordIn(cuts), `one of ${cuts.join(', ')}`),
    turn: field('turn', (value) => quarterTurns.find((turn) => turn === numberIn(value)), 'one of 0, 90, 180, 270'),
    across: field('across', acrossIn, `a whole number from 1 to ${mostAcross}`),
    pitch: number('pitch'),
    gain: field(
      'gain',
      pairIn(-mostGain, mostGain),
      `two numbers from -${mostGain} to ${mostGain}, across and along the feed in mm`,
    ),
    scale: field(
      'scale',
      pairIn(scales.least, scales.most),
      `two numbers from ${scales.least} to ${scales.most}, across and along the feed, such as [1, 1.015]`,
    ),
  }
  const kept = Object.fromEntries(Object.entries(handling).filter(([, value]) => value !== undefined))
  if (faults.length === 0) faults.push(...faultsTogether(kept, printer))
  return { handling: kept, faults }
}

function faultsTogether(handling: Handling & RollArrangement, printer: Described): readonly string[] {
  const { language, dpi } = printer
  if (language === undefined) return []
  if (!isPrinterLanguage(language)) {
    const foreign = handlingNames.filter((name) => name !== 'turn' && name !== 'gain' && Object.hasOwn(handling, name))
    return foreign.map((name) => `${name}: is for the language of a printer, not ${quoted(language)}: leave it out`)
  }
  const faults = handlingFaults(language, handling).map(({ field, message }) => `${field}: ${message}`)
  const { title, dpis }: LanguageTraits = languageTraits[language]
  if (dpi !== undefined && !dpis.includes(dpi))
    faults.push(`dpi: ${dpi} is not one of ${dpis.join(', ')}, those of ${title}`)
  const ofModel = modelDpis(handling.model)
  if (faults.length === 0 && dpi !== undefined && ofModel !== undefined && !ofModel.includes(dpi)) {
    faults.push(`dpi: ${dpi} is not ${ofModel.join(' or ')}, that of ${handling.model}`)
  }
  if (handling.cut === 'end' && printer.address !== undefined && printer.address.kind !== 'socket') {
    faults.push('cut: a print server sends each label as a job of its own, so "end" is for a socket: give "each"')
  }
  faults.push(...mediaFaults(language, handling, printer), ...acrossFaults(language, handling, printer))
  if (faults.length > 0) return faults
  const fault = unfit(language, handling, printer)
  return fault === undefined ? [] : [fault]
}

/** Of media that is not what the stock is by its name. */
function mediaFaults(language: PrinterLanguage, { media }: Handling, { stock }: Described): readonly string[] {
  const named = stock === undefined ? undefined : stockOf(stock)?.stock
  if (named === undefined || media === undefined || !['brother', 'dymo'].includes(language)) return []
  const own = mediaOf({ stock: named }, {})
  return media === own ? [] : [`media: ${quoted(media)} is not ${quoted(own!)}, that of ${named.name}: leave it out`]
}

function acrossFaults(
  language: PrinterLanguage,
  { across = 1, pitch, turn = 0 }: RollArrangement,
  { dpi, stock }: Described,
): readonly string[] {
  const { title, isWide }: LanguageTraits = languageTraits[language]
  if (across === 1)
    return pitch === undefined ? [] : ['pitch: is for labels side by side: give across, or leave it out']
  if (!isWide) return [`across: ${title} is for one label at a time: leave it out`]
  if (pitch === undefined) return ['pitch: is missing: from one label to the next in mm, for across']
  if (dpi === undefined || stock === undefined) return []
  const width = paperOf({ dpi, stock, handling: { turn } }).x / 100
  const whole = (across - 1) * pitch + width
  if (pitch < width)
    return [`pitch: ${pitch} mm are less than the ${width} mm of a label, which would lie upon the next`]
  return whole > widestRoll ? [`across: ${across} labels are ${whole} mm wide, more than ${widestRoll} mm`] : []
}

/** Why the printer's labels do not fit its print head, if they do not. */
function unfit(
  language: PrinterLanguage,
  handling: Handling & RollArrangement,
  { dpi, stock }: Described,
): string | undefined {
  if (dpi === undefined || stock === undefined) return undefined
  const { x, y } = paperOf({ dpi, stock, handling })
  const [across, along] = [x / 100, y / 100]
  const resolution = resolutions[dpi as Dpi]
  const { scale = [1, 1] } = handling
  const [width, height] = [across / scale[0], along / scale[1]].map((mm) =>
    Math.round(mm * resolution.perMillimetre),
  ) as [number, number]
  try {
    const named = stockOf(stock)?.stock
    refuseUnfit({ dots: { width, height }, resolution, paper: { across, along }, stock: named }, { language, handling })
    return undefined
  } catch (error) {
    if (error instanceof FitError) return `stock: ${error.message}`
    throw error
  }
}

function textIn(value: JsonValue): string | undefined {
  return value.kind === 'other' && typeof value.value === 'string' ? value.value : undefined
}

function numberIn(value: JsonValue): number | undefined {
  return value.kind === 'other' && typeof value.value === 'number' ? value.value : undefined
}

function wordIn<T extends string>(words: readonly T[]): (value: JsonValue) => T | undefined {
  return (value) => words.find((word) => word === textIn(value))
}

function acrossIn(value: JsonValue): number | undefined {
  const across = numberIn(value)
  return across !== undefined && Number.isInteger(across) && across >= 1 && across <= mostAcross ? across : undefined
}

/** Two numbers in a range. */
function pairIn(least: number, most: number): (value: JsonValue) => readonly [number, number] | undefined {
  return (value) => {
    if (value.kind !== 'array' || value.items.length !== 2) return undefined
    const [x, y] = value.items.map(numberIn)
    if (x === undefined || y === undefined) return undefined
    return Math.min(x, y) >= least && Math.max(x, y) <= most ? [x, y] : undefined
  }
}

/** What was given, for messages. */
function given(value: JsonValue): string {
  if (value.kind !== 'other') return value.kind === 'array' ? 'this array' : 'an object'
  return typeof value.value === 'string' ? quoted(value.value) : `${value.value}`
}
