/**
 * Draws a large table in shards, once without and once with workers killed at random moments, and compares all outputs by SHA-256:
 *
 *     npm run build && node build/test/cli/batch/shards-by-hand.js ROWS SHARDS [pdf|zpl|folder] [KILLS OF A SHARD] [FOLDER]
 *
 * Not a part of the tests, because a million rows take a quarter of an hour. TEST_SEED repeats a run.
 */

import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { random } from '../../random.ts'
import { type Kills, killedUntilDone, type Survived } from './killed.ts'
import { isBad, writeTable } from './shard-table.ts'

const [rows = 20_000, shards = 8] = process.argv.slice(2, 4).map(Number)
const [kind = 'pdf', mostKills = '6', root = tmpdir()] = process.argv.slice(4)
const folder = mkdtempSync(join(root, 'quietzone-shards-'))
const place = kind === 'folder' ? 'part-%d' : `part-%d.${kind}`
/** Workers at a time. */
const workers = 2

function args(shard: number): string[] {
  const size = ['--as', 'label', '--size', '2x1', ...(kind === 'zpl' ? ['--dpi', '203'] : [])]
  return ['batch', '../items.csv', ...size, '--shard', `${shard}/${shards}`, '-o', place]
}

/** Draws all shards in `name`, some at a time, each killed up to `kills` times. */
async function drawn(name: string, kills: number): Promise<readonly Survived[]> {
  const cwd = join(folder, name)
  mkdirSync(cwd)
  const start = performance.now()
  const waiting = Array.from({ length: shards }, (_, i) => i + 1)
  const results: Survived[] = []
  const worker = async (): Promise<void> => {
    for (let shard = waiting.shift(); shard !== undefined; shard = waiting.shift()) {
      const progress = `${place.replace('%d', `${shard}`)}.progress`
      const plan: Kills = { cwd, kills, progress, r: random(`shard ${shard}`), longest: rows / shards / 3 }
      results.push(await killedUntilDone(args(shard), plan))
    }
  }
  await Promise.all(Array.from({ length: workers }, worker))
  const seconds = (performance.now() - start) / 1000
  const all = results.reduce((sum, result) => sum + result.kills, 0)
  const codes = [...new Set(results.map(({ code }) => code))].join(', ')
  console.log(
    `${name}: ${seconds.toFixed(0)} s, ${Math.round(rows / seconds)} rows/s, ${all} kills, exit codes ${codes}`,
  )
  return results
}

/** The SHA-256 of every file. */
async function sums(name: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (const file of readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' }).toSorted()) {
    const path = join(folder, name, file)
    if (!statSync(path).isFile()) continue
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(path)) hash.update(chunk)
    found.set(file, hash.digest('hex'))
  }
  return found
}

writeTable(join(folder, 'items.csv'), rows)
console.log(`${rows} rows in ${shards} shards, ${kind}, ${workers} at a time, in ${folder}`)
await drawn('killed', Number(mostKills))
await drawn('whole', 0)
const [killed, whole] = [await sums('killed'), await sums('whole')]
const different = [...new Set([...killed.keys(), ...whole.keys()])].filter(
  (file) => killed.get(file) !== whole.get(file),
)
const bad = [...killed.keys()]
  .filter((file) => file.endsWith('.manifest.json'))
  .flatMap((file) => JSON.parse(readFileSync(join(folder, 'killed', file), 'utf8')).bad as { row: number }[])
  .map(({ row }) => row)
const wanted = Array.from({ length: rows }, (_, i) => i + 1).filter(isBad)
const isOnce = JSON.stringify(bad.toSorted((a, b) => a - b)) === JSON.stringify(wanted)
const bytes = [...whole.keys()].reduce((sum, file) => sum + statSync(join(folder, 'whole', file)).size, 0)
console.log(`${whole.size} files, ${bytes} bytes; different: ${different.join(', ') || 'none'}`)
console.log(`${wanted.length} bad rows, each ${isOnce ? 'exactly once' : 'NOT once'} in the manifests`)
if (different.length === 0 && isOnce) rmSync(folder, { recursive: true })
process.exitCode = different.length === 0 && isOnce ? 0 : 1
