import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { type Clause, type Register, registers, showing } from '../../../src/explain/clauses/index.ts'
import { root } from '../../../src/root.ts'
import { all } from '../../random.ts'
import { Encoders, faults } from './planted.ts'

/** `3,7-9` for 3, 7, 8, 9. */
function ranges(places: readonly number[]): string {
  const found: [number, number][] = []
  for (const place of places) {
    const last = found.at(-1)
    if (last?.[1] === place - 1) last[1] = place
    else found.push([place, place])
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',')
}

/** `WRITE_CLAUSES=1` writes what the faults show into the source, from which vectors have their clauses. */
const isWriting = process.env.WRITE_CLAUSES === '1'

/** Every fourth clause: all take three minutes. */
const chosen = ({ clauses }: Register): readonly Clause[] => clauses.filter((_, i) => all || isWriting || i % 4 === 0)

/** Each clause with the vectors that its faults change, and the faults that change none. */
async function planted(encoders: Encoders, register: Register): Promise<{ lines: string[]; missed: string[] }> {
  const right = await encoders.made(register)
  const lines: string[] = []
  const missed: string[] = []
  for (const clause of chosen(register)) {
    const changes = new Map<string, Set<number>>()
    for (const fault of faults.get(clause.id) ?? []) {
      const changed = await encoders.changed(register, clause, fault, right)
      if (changed.size === 0) missed.push(`${clause.id}: ${fault.from} -> ${fault.to}`)
      for (const [set, places] of changed) changes.set(set, new Set([...(changes.get(set) ?? []), ...places]))
    }
    const sets = [...changes].map(([set, places]) => `${set}:${ranges([...places].toSorted((a, b) => a - b))}`)
    if (clause.code !== undefined) lines.push([clause.id, ...sets].join(' '))
  }
  return { lines, missed }
}

const path = join(root, 'src/explain/clauses/shown.ts')
const heading = `/**
 * The vectors that show each clause: places in their lists, by symbology, or \`gs1\` for messages. Written by
 * \`WRITE_CLAUSES=1 npm test -- --long test/explain/clauses/faults.long.test.ts\`, which breaks one clause at a time.
 */`

t.test('a fault in what keeps a clause changes the vectors that show it, and no others', async (t) => {
  const encoders = new Encoders()
  t.teardown(() => encoders.remove())
  const found: string[] = []
  for (const register of registers) {
    const { lines, missed } = await planted(encoders, register)
    t.same(missed, [], `${register.name}: each fault is caught`)
    found.push(...lines)
  }
  if (isWriting) {
    writeFileSync(path, `${heading}\nexport const shown = \`\n${found.join('\n')}\n\`\n`)
    return
  }
  const asked = registers.flatMap(chosen).map(({ id }) => id)
  const told = [...showing]
    .filter(([id]) => asked.includes(id))
    .map(([id, sets]) => [id, ...[...sets].map(([set, places]) => `${set}:${ranges(places)}`)].join(' '))
  t.same(told, found)
  const planted_ = asked.reduce((sum, id) => sum + (faults.get(id)?.length ?? 0), 0)
  t.comment(`${planted_} faults, each caught; ${found.length} clauses with vectors`)
})
