import { deepEqual, ok } from 'node:assert/strict'
import t from 'tap'
import { placeOfShard, rowsOfShard, shardIn } from '../../../src/cli/batch/shard.ts'
import { drawn, forAll } from '../../random.ts'

t.test('shards have all rows once, in order, and their sizes differ by one at most', async (t) => {
  const divisions = drawn((r) => {
    const of = r.between(1, r.pick([3, 20, 500]))
    return { of, rows: r.pick([0, 1, of - 1, of, r.between(0, 5000), 10_000_000 + r.between(0, 99)]) }
  })
  await forAll([divisions], { count: 400 }, ({ of, rows }) => {
    const ranges = Array.from({ length: of }, (_, k) => rowsOfShard({ number: k + 1, of }, rows))
    const sizes = ranges.map(({ first, last }) => last - first + 1)
    ok(ranges.every(({ first }, k) => first === (ranges[k - 1]?.last ?? 0) + 1))
    ok(Math.max(...sizes) - Math.min(...sizes) <= 1)
    deepEqual(ranges.at(-1)!.last, rows)
  })
  t.same(rowsOfShard({ number: 99_999, of: 100_000 }, 1e12), { first: 999_980_000_001, last: 999_990_000_000 })
})

t.test('the number of a shard', async (t) => {
  t.same(shardIn('3/16', {}), { number: 3, of: 16 })
  t.same(shardIn('100000/100000', {}), { number: 100_000, of: 100_000 })
  t.same(shardIn('auto/16', { JOB_COMPLETION_INDEX: '0' }), { number: 1, of: 16 })
  t.same(shardIn('auto/16', { JOB_COMPLETION_INDEX: '15' }), { number: 16, of: 16 })
  const wrong: readonly (readonly [text: string, index: string | undefined, why: RegExp])[] = [
    ['0/4', undefined, /^--shard: "0\/4": shards are numbered from 1 to 4$/],
    ['5/4', undefined, /shards are numbered from 1 to 4/],
    ['3/0', undefined, /there can be 1 to 100000 shards/],
    ['1/100001', undefined, /there can be 1 to 100000 shards/],
    ['3', undefined, /"3" is not the number of a shard and how many there are, such as 3\/16 or auto\/16/],
    ['', undefined, /is not the number/],
    ['-1/4', undefined, /is not the number/],
    ['1/4/2', undefined, /is not the number/],
    ['1.5/4', undefined, /is not the number/],
    [
      'auto/4',
      undefined,
      /takes its number from JOB_COMPLETION_INDEX, which is not set; give the number, such as 1\/4/,
    ],
    ['auto/4', '', /JOB_COMPLETION_INDEX is ""; accepted is 0 to 3/],
    ['auto/4', '4', /JOB_COMPLETION_INDEX is "4"; accepted is 0 to 3/],
    ['auto/4', '-1', /accepted is 0 to 3/],
    ['auto/4', 'x\u001b[2J', /JOB_COMPLETION_INDEX is "x\\u001b/],
  ]
  for (const [text, index, why] of wrong) {
    t.throws(() => shardIn(text, { JOB_COMPLETION_INDEX: index }), { message: why, exit: 2 }, text)
  }
  t.equal(placeOfShard('out-%d/x%d.pdf', { number: 7, of: 9 }), 'out-7/x7.pdf')
  t.throws(() => placeOfShard('all.pdf', { number: 7, of: 9 }), /would be the same file for all 9 shards; write %d/)
  t.throws(() => placeOfShard('-', { number: 7, of: 9 }), /not standard output/)
})
