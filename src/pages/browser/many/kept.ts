/** What a visit leaves for the next one: where the rows come from. */

import { encodings } from '../../../table/encoding-names.ts'
import { Remembered } from '../remembered.ts'
import type { SeriesFields } from './series.ts'

/** Where the rows come from, as data that can be written down. */
export interface KeptSource {
  readonly rows: 'table' | 'series'
  /** What is pasted or typed. */
  readonly pasted: string
  /** A file in its place; its bytes in base64. */
  readonly file: { readonly name: string; readonly base64: string } | undefined
  /** The worksheet of a workbook; empty for the first. */
  readonly worksheet: string
  /** The index of the row with the headings, if a person has said which it is; -1 for none. */
  readonly headings: number | undefined
  /** The encoding, if a person has said it. */
  readonly encoding: string | undefined
  readonly series: SeriesFields
}

export const noSource: KeptSource = {
  rows: 'table',
  pasted: '',
  file: undefined,
  worksheet: '',
  headings: undefined,
  encoding: undefined,
  series: { prefix: '', first: '', last: '', step: '', digits: '', suffix: '' },
}

/** The source, as this browser keeps it: a table of 1 MiB in base64, which is what one request takes, and some choices. */
export const keptSource = (): Remembered => new Remembered('rows', 1_500_000)

/** The source that `text` was written from; none if it was not, or by another version of the page. */
export function sourceIn(text: string | undefined): KeptSource {
  try {
    const found: unknown = JSON.parse(text ?? '')
    return isLike(found, noSource) ? { ...noSource, ...found } : noSource
  } catch {
    return noSource
  }
}

/** Whether `value` has parts of the same types as `model`. What is optional may be absent. */
function isLike(value: unknown, model: KeptSource): value is KeptSource {
  if (!isObject(value)) return false
  const { rows, pasted, file, worksheet, headings, encoding, series } = value
  const isFile =
    file === undefined || (isObject(file) && isText(file.name) && isText(file.base64) && base64Form.test(file.base64))
  const isSeries = isObject(series) && Object.keys(model.series).every((name) => isText(series[name]))
  const isSaid =
    isText(worksheet) &&
    (headings === undefined || (Number.isInteger(headings) && Number(headings) >= -1)) &&
    (encoding === undefined || encodings.some((name) => name === encoding))
  return (rows === 'table' || rows === 'series') && isText(pasted) && isFile && isSaid && isSeries
}

const base64Form = /^(?:[\w+/]{4})*(?:[\w+/]{2}==|[\w+/]{3}=)?$/

const isText = (value: unknown): value is string => typeof value === 'string'

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Bytes for each call of fromCharCode, whose number of arguments is limited. */
const pieceLength = 8192

export function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += pieceLength) text += String.fromCharCode(...bytes.subarray(i, i + pieceLength))
  return btoa(text)
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
