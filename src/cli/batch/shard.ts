/** Shards: a batch as several runs, each of which draws a contiguous range of its rows. */

import { quoted } from '../../../symbologies/index.ts'
import { exit, Failure } from '../command.ts'

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
