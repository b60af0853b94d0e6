import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { coverage } from '../../../src/explain/clauses/coverage.ts'
import { clauses, clausesShown, registers, showing } from '../../../src/explain/clauses/index.ts'
import { textsOf } from '../../../src/explain/vectors/texts.ts'
import { root } from '../../../src/root.ts'
import { type Symbology, symbologies } from '../../../symbologies/index.ts'
import { faults } from './planted.ts'

t.test('each clause has an id, words, and either code and vectors or why not', async (t) => {
  t.equal(new Set(clauses.map(({ id }) => id)).size, clauses.length, 'ids are different')
  for (const { id, standard, clause, says, source, code, why } of clauses) {
    for (const text of [standard, clause, source]) t.ok(text, id)
    t.match(says, /^\S.{10,}[.:]$/, id)
    t.not(code === undefined, why === undefined, `${id}: code or a reason`)
    t.equal((showing.get(id)?.size ?? 0) > 0, code !== undefined, `${id}: vectors where there is code`)
  }
  t.same(
    [...showing.keys()].filter((id) => !clauses.some((clause) => clause.id === id)),
    [],
  )
})

t.test('the code that keeps a clause cites it', async (t) => {
  for (const { id, clause, code } of clauses) {
    if (code === undefined) continue
    t.ok(existsSync(join(root, code)), code)
    t.ok(readFileSync(join(root, code), 'utf8').includes(clause), `${id}: ${code} cites ${clause}`)
  }
})

t.test('each clause with code has faults, which are in that code', async (t) => {
  for (const { id, code } of clauses) t.equal(faults.has(id), code !== undefined, id)
  t.same(
    [...faults.keys()].filter((id) => !clauses.some((clause) => clause.id === id)),
    [],
  )
  for (const [id, list] of faults) {
    t.ok(list.length > 0, id)
    for (const { from, to } of list) t.ok(from && to !== undefined && from !== to, `${id}: ${from} -> ${to}`)
  }
})

t.test('vectors name clauses of their own registers, and each symbology has some', async (t) => {
  for (const [id, sets] of showing) {
    for (const [set, places] of sets) {
      if (set === 'gs1') continue
      const register = registers.find(({ name }) => id.startsWith(`${name}.`))
      t.ok(register?.symbologies.includes(set), `${id}: ${set}`)
      t.ok(places.at(-1)! < textsOf(set as Symbology).length, `${id}: ${places.at(-1)} of ${set}`)
    }
  }
  for (const symbology of symbologies) {
    const without = textsOf(symbology).flatMap(({ name }, at) =>
      clausesShown(symbology, at).length === 0 ? [name] : [],
    )
    // refusals of what no clause of the register is about
    t.ok(without.length < textsOf(symbology).length / 3, `${symbology}: ${without.join(', ')}`)
  }
})

t.test('pages and documents tell how many clauses there are', async (t) => {
  const counted = registers.map(({ clauses }) => [
    clauses.length,
    clauses.filter(({ why }) => why === undefined).length,
  ])
  t.same(
    coverage.map(({ clauses, shown }) => [clauses, shown]),
    counted,
  )
  t.same(
    coverage.map(({ standard }) => standard),
    registers.map(({ clauses }) => clauses[0]!.standard),
  )
  const document = readFileSync(join(root, 'docs/clauses.md'), 'utf8')
  const row = (name: string, all: number, shown: number): string => `| ${name} | ${all} | ${shown} | ${all - shown} |`
  for (const { standard, about, clauses, shown } of coverage) {
    t.ok(document.includes(row(`${standard}: ${about}`, clauses, shown)), about)
  }
  const sum = (place: 0 | 1): number => counted.reduce((total, numbers) => total + numbers[place]!, 0)
  t.ok(document.includes(row('all', sum(0), sum(1))))
  t.ok(document.includes(`${[...faults.values()].flat().length} faults`))
})
