/**
 * Encoders and decoders of others, measured against the standards by seeded cases: for their test suites, in node.
 *
 * @module
 */

import { type Symbology, symbologies } from '../../symbologies/index.ts'
import { requireNames } from '../../symbologies/option-names.ts'
import { type Answer, answerInJson } from '../explain/judge/answer.ts'
import { casesOf } from '../explain/judge/cases.ts'
import {
  type DecoderAnswer,
  decoderCasesOf,
  failingDecoders,
  failingDecodersStrictly,
  judgeDecoder as measuredDecoder,
} from '../explain/judge/decoders/index.ts'
import { failing, failingStrictly, judge } from '../explain/judge/judge.ts'
import { reportOf } from '../explain/judge/measure.ts'
import {
  type Class,
  type DecoderClass,
  type Failure,
  passes,
  type Report,
  type Treatment,
} from '../explain/judge/report.ts'

export type { Class, DecoderClass, Failure, Report, Treatment }

/** What an encoder is asked for. */
export interface EncoderCase {
  readonly type: Symbology
  readonly text: string
  /** As requests have them: `{ "level": "H" }`; `gs1` is `true` for a message of GS1. */
  readonly options: Failure['options']
}

/** A symbol as rows of modules, 1 dark, without a quiet zone, or as a picture; or why there is none. */
export type EncoderAnswer =
  | { readonly matrix: readonly string[] }
  | { readonly png: Uint8Array }
  | { readonly svg: string }
  | { readonly error: string }
  | { readonly unsupported: string }

/** What a decoder is shown: one symbol of a type. */
export interface ShownSymbol {
  readonly type: Symbology
  readonly png: Uint8Array
}

/** What a decoder read, as text or in bytes, with the symbology by our names if it says so; undefined for nothing. */
export type DecoderReading =
  | string
  | Uint8Array
  | { readonly text: string; readonly type?: string }
  | { readonly bytes: Uint8Array; readonly type?: string }
  | { readonly unsupported: string }
  | undefined

export interface JudgeSettings {
  /** Symbologies; all if omitted. */
  readonly types?: readonly Symbology[]
  /** How many cases, 1 to 100,000; 500 if omitted. */
  readonly cases?: number
  /** Which cases, 0 to 4,294,967,295; 1 if omitted. A seed has the same cases in every run of the same version. */
  readonly seed?: number
  /** Whether symbols that are larger than needed, drawn where they must be refused, or missed by choice count as failures. */
  readonly strict?: boolean
  /** Aborted where no more cases are asked; what is judged by then is told. */
  readonly signal?: AbortSignal
}

/** A report, and whether any case was judged and none failed. */
export type Verdict<Name extends string> = Report<Name> & { readonly passed: boolean }

/**
 * Measures an encoder: docs/judge.md has the classes.
 *
 * @param encode  what it throws is a refusal of the text
 * @throws RangeError for an unknown option or symbology, or a number out of its range
 */
export async function judgeEncoder(
  encode: (asked: EncoderCase) => EncoderAnswer | Promise<EncoderAnswer>,
  settings: JudgeSettings = {},
): Promise<Verdict<Class>> {
  const { request, options, strict } = requireSettings('judgeEncoder', settings)
  const asked = async ({ type, text, options }: EncoderCase): Promise<Answer> => {
    try {
      const given = await encode({ type, text, options })
      if (typeof given === 'object' && given !== null) {
        if ('png' in given && given.png instanceof Uint8Array) return { kind: 'file', file: given.png }
        const answer = answerInJson(given as Readonly<Record<string, unknown>>)
        if (answer !== undefined) return answer
      }
      return { kind: 'none', code: 'form', why: 'the answer has none of matrix, png, svg, error and unsupported' }
    } catch (error) {
      return { kind: 'refusal', why: messageOf(error) }
    }
  }
  const report = await judge(asked, casesOf(request), options)
  return verdict(reportOf(report), strict ? failingStrictly : failing)
}

/**
 * Measures a decoder: docs/judge.md has the treatments and the classes.
 *
 * @param decode  what it throws is that nothing was read
 * @throws RangeError for an unknown option or symbology, or a number out of its range
 */
export async function judgeDecoder(
  decode: (shown: ShownSymbol) => DecoderReading | Promise<DecoderReading>,
  settings: JudgeSettings = {},
): Promise<Verdict<DecoderClass>> {
  const { request, options, strict } = requireSettings('judgeDecoder', settings)
  const shown = async (symbol: ShownSymbol): Promise<DecoderAnswer> => {
    try {
      return readingAnswer(await decode(symbol))
    } catch (error) {
      return { kind: 'nothing', why: messageOf(error) }
    }
  }
  const report = await measuredDecoder(shown, decoderCasesOf(request), options)
  return verdict(reportOf(report), strict ? failingDecodersStrictly : failingDecoders)
}

function readingAnswer(reading: DecoderReading): DecoderAnswer {
  if (reading === undefined || reading === null) return { kind: 'nothing', why: 'nothing was read' }
  if (typeof reading === 'string' || reading instanceof Uint8Array) return { kind: 'read', data: reading }
  if ('unsupported' in reading) return { kind: 'unsupported', why: reading.unsupported }
  const type = reading.type === undefined ? {} : { type: reading.type }
  if ('text' in reading) return { kind: 'read', data: reading.text, ...type }
  if ('bytes' in reading) return { kind: 'read', data: reading.bytes, ...type }
  return { kind: 'none', code: 'form', why: 'the answer has none of text, bytes and unsupported' }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const verdict = <Name extends string>(report: Report<Name>, counted: readonly Name[]): Verdict<Name> => ({
  ...report,
  passed: passes(report, counted),
})

/** The most cases, and the largest seed. */
const [mostCases, mostSeed] = [100_000, 2 ** 32 - 1]

function requireSettings(name: string, settings: JudgeSettings) {
  requireNames(name, settings, ['types', 'cases', 'seed', 'strict', 'signal'])
  const { types = symbologies, cases = 500, seed = 1, strict = false, signal } = settings
  for (const type of types) {
    if (!symbologies.includes(type)) throw new RangeError(`${name}: ${JSON.stringify(type)} is not a symbology`)
  }
  if (types.length === 0) throw new RangeError(`${name}: no symbology is given`)
  for (const [what, value, least, most] of [
    ['cases', cases, 1, mostCases],
    ['seed', seed, 0, mostSeed],
  ] as const) {
    if (Number.isInteger(value) && value >= least && value <= most) continue
    throw new RangeError(`${name}: ${what} is ${value}; it is a whole number from ${least} to ${most}`)
  }
  const options = { seed, ...(signal && { ended: signal }) }
  return { request: { types, count: cases, seed }, options, strict }
}
