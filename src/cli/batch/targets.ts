/** Where a batch goes: files, or a printer. */

import { dirname } from 'node:path'
import { quoted } from '../../../symbologies/index.ts'
import type { Given } from '../../api/request-reader.ts'
import type { Limits } from '../../draw.ts'
import type { Arguments } from '../arguments.ts'
import { exit, Failure } from '../command.ts'
import { type RowKind, rowEndpoints } from '../endpoints.ts'
import { labelsOf, printerFrom } from '../printers.ts'
import type { BatchOutput } from './batch-output.ts'
import { mostPages, tooManyPages } from './document-output.ts'
import type { DrawnRow, DrawRow } from './drawn-row.ts'
import { cleared } from './left-files.ts'
import { mostRows } from './manifest-values.ts'
import { drawRow, fileOutput, type RowStyle } from './outputs.ts'
import { placeOf } from './place.ts'
import { composeRow, printerOutput } from './printer-output.ts'

export interface Target {
  /** For people. */
  readonly name: string
  /** The first row that is wanted, from 1. */
  readonly from: number
  /** Whether nothing of it is there before all of it. */
  readonly isWhole: boolean
  /** The failure of a table that has too many rows for it; undefined if it has room. */
  tooManyRows(rows: number): Failure | undefined
  /** What becomes of it when a signal stops the batch. */
  readonly whenStopped: 'finish' | 'abandon'
  /** What rows are drawn for, if other threads can draw them. */
  style(limits: Limits): RowStyle | undefined
  open(limits: Limits): Promise<OpenTarget>
}

/** An open output, and how rows are drawn for it. */
export interface OpenTarget {
  readonly draw: DrawRow<DrawnRow>
  readonly output: BatchOutput<DrawnRow>
}

/**
 * The target that the command line gives, and the values for all rows that it needs.
 *
 * @param args  as the command got them
 * @throws Failure, Refused
 */
export function targetOf(read: Arguments, kind: RowKind, args: readonly string[]): Target & { readonly forAll: Given } {
  if (read.options.has('printer')) return printerTarget(read, kind, args)
  const stray = ['printers', 'from'].find((name) => read.options.has(name))
  if (stray !== undefined) throw new Failure(exit.usage, `--${stray} works only with --printer`)
  return fileTarget(read, kind)
}

function fileTarget(read: Arguments, kind: RowKind): Target & { readonly forAll: Given } {
  const { place, form } = placeOf(read)
  if (form?.format === 'zpl' && kind !== 'label') {
    throw new Failure(exit.usage, 'a file of ZPL has labels only; give --as label')
  }
  // labels of ZPL that have left are whole
  const isWhole = form !== undefined && !(form.format === 'zpl' && place === '-')
  return {
    name: place === '-' ? 'standard output' : place,
    from: 1,
    isWhole,
    tooManyRows: (rows) =>
      form?.format === 'pdf' && rows > mostPages ? tooManyPages(`the table has ${rows} rows`) : tooManyRows(rows),
    whenStopped: isWhole ? 'abandon' : 'finish',
    forAll: form === undefined ? read.given : { ...read.given, format: [form.format] },
    style: (limits) => ({ kind, limits, form }),
    open: async (limits) => {
      if (place !== '-') await cleared(form === undefined ? place : dirname(place))
      return { draw: drawRow({ kind, limits, form }), output: await fileOutput(place, form) }
    },
  }
}

function tooManyRows(rows: number): Failure | undefined {
  if (rows <= mostRows) return undefined
  const advice = 'draw it in parts with --shard 1/N, or split the file'
  return new Failure(exit.usage, `the table has ${rows} rows, and one run draws at most ${mostRows}: ${advice}`)
}

function printerTarget(
  { options, given }: Arguments,
  kind: RowKind,
  args: readonly string[],
): Target & { readonly forAll: Given } {
  if (options.has('output')) throw new Failure(exit.usage, '-o and --printer are two places; give one of them')
  if (kind !== 'label') throw new Failure(exit.usage, '--printer prints labels only; leave --as out')
  const from = rowIn(options.get('from') ?? '1')
  const printer = printerFrom(options)
  const labels = labelsOf(printer, given)
  const commandFrom = (row: number): string => continuation(args, row)
  return {
    name: `printer ${printer.name}`,
    from,
    isWhole: false,
    tooManyRows,
    whenStopped: 'abandon',
    forAll: labels.complete(given),
    style: () => undefined,
    open: async (limits) => ({
      draw: (row) => composeRow(row, { labels, endpoint: rowEndpoints[kind], limits }),
      output: printerOutput({ printer, labels, commandFrom }),
    }),
  }
}

function rowIn(text: string): number {
  if (/^[1-9][0-9]{0,8}$/.test(text)) return Number(text)
  throw new Failure(exit.usage, `--from: ${quoted(text)} is not the number of a row, from 1`)
}

/** The command that goes on with a row, for a shell. */
function continuation(args: readonly string[], row: number): string {
  const others = args.filter((arg, i) => !/^--from(=|$)/.test(arg) && args[i - 1] !== '--from')
  return commandLine(['--from', `${row}`, ...others])
}

/** The command with these arguments, for a shell. */
export const commandLine = (args: readonly string[]): string => ['quietzone', 'batch', ...args.map(shellWord)].join(' ')

const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
