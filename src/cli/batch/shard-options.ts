import type { Limits } from '../../draw.ts'
import type { Arguments } from '../arguments.ts'
import { exit, Failure } from '../command.ts'
import type { Origin } from './manifest-values.ts'
import { type Place, placeOf } from './place.ts'
import { placeOfShard, type Shard, shardIn } from './shard.ts'

/** Options that shape no output: where it goes, and how it is made. */
const shapeless = ['output', 'shard', 'jobs', 'help']

/** The shard that the command line asks for. @throws Failure */
export function shardOf(
  read: Arguments,
  { maxPixels }: Limits,
): { readonly shard: Shard; readonly place: Place; readonly options: Origin['options'] } {
  if (read.options.has('printer')) {
    throw new Failure(exit.usage, '--shard writes files; print them, or print all rows with --from after a failure')
  }
  const shard = shardIn(read.options.get('shard')!, process.env)
  const { place, form } = placeOf(read)
  const given = Object.entries(read.given).map(([name, values]) => [name, values!.join('\n')] as const)
  const others = [...read.options].filter(([name]) => !shapeless.includes(name))
  const lists = [...read.lists].map(([name, values]) => [name, values.toSorted().join('\n')] as const)
  const own = [
    ['output', form?.format ?? 'folder'],
    ['QZ_MAX_PIXELS', `${maxPixels}`],
  ] as const
  const options = [...given, ...others, ...lists, ...own].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { shard, place: { place: placeOfShard(place, shard), form }, options: Object.fromEntries(options) }
}
