/** What a visit leaves for the next one: where the rows come from. */

import { Remembered } from '../remembered.ts'
import type { Chosen } from './columns.ts'
import type { SeriesFields } from './rows.ts'

/** Where the rows come from, as data that can be written down. */
export interface Source {
  readonly rows: 'table' | 'series'
  /** What is pasted or typed. */
  readonly pasted: string
  /** A file in its place; its bytes in base64. */
  readonly file: { readonly name: string; readonly base64: string } | undefined
  readonly columns: Chosen
  /** Whether the first row of the table has headings, if a person has said so. */
  readonly hasHeadings: boolean | undefined
  readonly series: SeriesFields
}

export const noSource: Source = {
  rows: 'table',
  pasted: '',
  file: undefined,
  columns: {},
  hasHeadings: undefined,
  series: { prefix: '', first: '', last: '', step: '', digits: '', suffix: '' },
}

/** The source, as this browser keeps it: a table of 1 MiB in base64, which is what one request takes, and some choices. */
export const keptSource = (): Remembered => new Remembered('rows', 1_500_000)

/** The source that `text` was written from; none if it was not, or by another version of the page. */
export function sourceIn(text: string | undefined): Source {
  try {
    const found: unknown = JSON.parse(text ?? '')
    return isLike(found, noSource) ? { ...noSource, ...found } : noSource
  } catch {
    return noSource
  }
}

/** Whether `value` has parts of the same types as `model`. What is optional may be absent; choices of columns are all texts. */
function isLike(value: unknown, model: Source): value is Source {
  if (!isObject(value)) return false
  const { rows, pasted, file, columns, hasHeadings, series } = value
  const isFile =
    file === undefined || (isObject(file) && isText(file.name) && isText(file.base64) && base64Form.test(file.base64))
  const isSeries = isObject(series) && Object.keys(model.series).every((name) => isText(series[name]))
  const isColumns = isObject(columns) && Object.values(columns).every(isText)
  const isSaid = hasHeadings === undefined || typeof hasHeadings === 'boolean'
  return (rows === 'table' || rows === 'series') && isText(pasted) && isFile && isColumns && isSaid && isSeries
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
