/** Shards: a batch as several runs, each of which draws a contiguous range of its rows. */

import { quoted } from '../../../symbologies/index.ts'
import type { Arguments } from '../arguments.ts'
import { exit, Failure } from '../command.ts'
import type { DrawingEndpoint, DrawingLimits, RowKind } from '../endpoints.ts'
import { pathOf, type Shell } from '../shell.ts'
import { type Destination, placeOf } from './document-output.ts'
import type { BatchReading } from './table.ts'

export interface Shard {
  /** From 1. */
  readonly number: number
  /** How many shards there are. */
  readonly of: number
}

/** Rows of the whole table, counted from 1; none if `last` is before `first`. */
export interface RowRange {
  readonly first: number
  readonly last: number
}

export const mostShards = 100_000

/** In the name of an output, stands for the number of the shard. */
export const shardPlace = '%d'

/** What a run of a shard is to do. */
export interface ShardPlan {
  readonly shell: Shell
  /** The file of the table. */
  readonly file: string
  readonly kind: RowKind
  /** Of this kind. */
  readonly endpoint: DrawingEndpoint
  readonly reading: BatchReading
  readonly shard: Shard
  /** Where this shard goes. */
  readonly place: Destination
  /** What the command line gives that shapes the outputs. */
  readonly options: { readonly [name: string]: string }
  readonly limits: DrawingLimits
  /** Aborted when the user stops the shard. */
  readonly signal: AbortSignal
  /** The command, as it can be typed again. */
  readonly command: string
}

/** Options that shape no output: where it goes, and how it is made. */
const shapeless = ['output', 'shard', 'jobs', 'help']

/** The shard that the command line asks for. @throws Failure */
export function shardOf(
  shell: Shell,
  read: Arguments,
  { maxPixels }: DrawingLimits,
): Pick<ShardPlan, 'shard' | 'place' | 'options'> {
  if (read.options.has('printer')) {
    throw new Failure(exit.usage, '--shard writes files; print them, or print all rows with --from after a failure')
  }
  const shard = shardIn(read.options.get('shard')!, shell.env)
  const { form } = placeOf(shell, read)
  const place = pathOf(shell, placeOfShard(read.options.get('output')!, shard))
  const given = Object.entries(read.given).map(([name, values]) => [name, [values].flat().join('\n')] as const)
  const others = [...read.options].filter(([name]) => !shapeless.includes(name))
  const lists = [...read.lists].map(([name, values]) => [name, values.toSorted().join('\n')] as const)
  const own = [
    ['output', form?.format ?? 'folder'],
    ['QZ_MAX_PIXELS', `${maxPixels}`],
  ] as const
  const options = [...given, ...others, ...lists, ...own].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { shard, place: { place, form }, options: Object.fromEntries(options) }
}

/** Kubernetes sets it for each pod of an Indexed Job, from 0. */
const jobIndex = 'JOB_COMPLETION_INDEX'

/** The shard that a value such as 3/16 or auto/16 names. @throws Failure */
export function shardIn(text: string, env: NodeJS.ProcessEnv): Shard {
  const [, number, count] = /^(auto|\d{1,6})\/(\d{1,6})$/.exec(text) ?? []
  if (number === undefined || count === undefined) {
    throw wrong(`${quoted(text)} is not the number of a shard and how many there are, such as 3/16 or auto/16`)
  }
  const of = Number(count)
  if (of < 1 || of > mostShards) throw wrong(`${quoted(text)}: there can be 1 to ${mostShards} shards`)
  if (number === 'auto') return { number: numberOfJob(env[jobIndex], of), of }
  if (Number(number) < 1 || Number(number) > of) throw wrong(`${quoted(text)}: shards are numbered from 1 to ${of}`)
  return { number: Number(number), of }
}

function numberOfJob(index: string | undefined, of: number): number {
  if (index === undefined) {
    throw wrong(`auto/${of} takes its number from ${jobIndex}, which is not set; give the number, such as 1/${of}`)
  }
  if (!/^\d{1,6}$/.test(index) || Number(index) >= of) {
    throw wrong(`auto/${of}: ${jobIndex} is ${quoted(index)}; accepted is 0 to ${of - 1}`)
  }
  return Number(index) + 1
}

function wrong(message: string): Failure {
  return new Failure(exit.usage, `--shard: ${message}`)
}

/** The output of a shard. @throws Failure if the shards would have the same */
export function placeOfShard(place: string, { number, of }: Shard): string {
  if (place === '-') throw new Failure(exit.usage, '--shard writes files, not standard output; give -o part-%d.pdf')
  if (!place.includes(shardPlace)) {
    const advice = `write ${shardPlace} where its number is to be, as in part-${shardPlace}.pdf`
    throw new Failure(exit.usage, `-o ${quoted(place)} would be the same file for all ${of} shards; ${advice}`)
  }
  return place.replaceAll(shardPlace, `${number}`)
}

/** The rows of a shard: the sizes of two shards differ by one row at most. @param rows  of the whole table */
export function rowsOfShard({ number, of }: Shard, rows: number): RowRange {
  const before = (shard: number): number => Number((BigInt(shard) * BigInt(rows)) / BigInt(of))
  return { first: before(number - 1) + 1, last: before(number) }
}
