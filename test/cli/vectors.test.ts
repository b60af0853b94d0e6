import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { clauseRows, gs1VectorSet, vectorSets } from '../../src/explain/vectors/index.ts'
import { symbologies } from '../../symbologies/index.ts'
import { inLongRun } from '../random.ts'
import { quietzone } from './quietzone.ts'

const sets = vectorSets()

t.test('quietzone vectors', inLongRun, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'vectors-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  t.match(await quietzone(['vectors', join(folder, 'out')]), { code: 0, stderr: '' })
  t.same(
    readdirSync(join(folder, 'out')).toSorted(),
    ['README.md', 'clauses.json', 'gs1.json', ...symbologies.map((each) => `${each}.json`)].toSorted(),
  )
  for (const { symbology, standard, vectors } of sets) {
    const written = JSON.parse(readFileSync(join(folder, 'out', `${symbology}.json`), 'utf8'))
    t.equal(JSON.stringify(written), JSON.stringify({ symbology, standard, vectors }), symbology)
  }
  const gs1 = JSON.parse(readFileSync(join(folder, 'out/gs1.json'), 'utf8'))
  t.equal(JSON.stringify(gs1.vectors), JSON.stringify(gs1VectorSet().vectors), 'gs1')
  const { clauses } = JSON.parse(readFileSync(join(folder, 'out/clauses.json'), 'utf8'))
  t.equal(JSON.stringify(clauses), JSON.stringify(clauseRows()), 'clauses')
  const named = new Map(
    ['gs1', ...symbologies].map((set) => {
      const { vectors } = JSON.parse(readFileSync(join(folder, 'out', `${set}.json`), 'utf8'))
      return [set, new Set(vectors.map(({ name }: { name: string }) => name))]
    }),
  )
  for (const { id, vectors } of clauses as ReturnType<typeof clauseRows>) {
    for (const [set, shown] of Object.entries(vectors)) {
      t.same(
        shown.filter((name) => !named.get(set)!.has(name)),
        [],
        id,
      )
    }
  }
  t.match(await quietzone(['vectors']), { code: 2, stderr: /no folder given/ })
})
