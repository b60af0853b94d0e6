/**
 * `node build/test/zpl/peer-table.js [COUNT]`: the table of docs/zpl.md of commands that the peer draws otherwise, by COUNT programs for each
 * (24). TEST_SEED has other programs; with `--programs` behind COUNT those that differ are printed.
 */

import { commandPrograms } from './command-programs.ts'
import { resultOf } from './peer.ts'
import { verdicts } from './peer-verdicts.ts'

const [count = '24', ...flags] = process.argv.slice(2)
let [programs, differing] = [0, 0]
for (const each of commandPrograms) {
  const result = await resultOf(each, Number(count))
  programs += result.programs
  differing += result.differing.length
  if (result.differing.length === 0) continue
  const { right, why } = verdicts[result.command] ?? { right: 'unsettled', why: '' }
  console.log(`| \`${result.command}\` | ${result.differing.length} of ${result.programs} | ${right} | ${why} |`)
  if (flags.includes('--programs')) for (const [zpl, difference] of result.differing) console.log(difference, zpl)
}
console.log(`${differing} of ${programs} programs differ`)
