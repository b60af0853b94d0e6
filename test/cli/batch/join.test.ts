import { readdirSync } from 'node:fs'
import t from 'tap'
import { sideBySide } from '../program.ts'
import { quietzone } from '../quietzone.ts'

t.test('what cannot be sharded or joined is refused with advice', async (t) => {
  const cwd = t.testdir({ 'x.csv': 'text\nA\n' })
  const refused: readonly (readonly [args: string, why: RegExp])[] = [
    ['x.csv --type qr --shard 1/2 -o all.pdf', /"all.pdf" would be the same file for all 2 shards/],
    [
      '- --type qr --shard 1/2 -o p-%d.pdf',
      /standard input can be read only once; each shard reads the whole table, twice/,
    ],
    ['x.csv --type qr --shard 1/2 -o -', /--shard writes files, not standard output/],
    ['--join', /no part given|-o all.pdf/],
    ['--join p-%d.pdf', /give -o all.pdf/],
    ['--join p-%d.pdf x -o all.pdf', /names all parts; give no other/],
    ['--join p-%d.pdf --type qr -o all.pdf', /--type does not go with --join/],
    ['x.csv y.csv -o p.pdf', /unexpected argument "y.csv"/],
  ]
  await sideBySide(refused, async ([args, why]) => {
    t.match(await quietzone(['batch', ...args.split(' ')], { cwd }), { code: 2, stderr: why }, args)
  })
  t.match(await quietzone(['batch', '--join', 'p-%d.pdf', '-o', 'all.pdf'], { cwd }), {
    code: 3,
    stderr: /p-1.pdf.manifest.json is missing: its shard is not finished/,
  })
  t.same(readdirSync(cwd), ['x.csv'])
})
