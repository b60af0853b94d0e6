/** Names of the files of a batch. */

import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { refuseUnsafe, TakenNames } from '../../../src/cli/batch/folder-output.ts'
import { quietzone } from '../quietzone.ts'

t.test('names that look alike are one name', async (t) => {
  for (const other of [
    'é\u200b.png',
    'é\ufeff.png',
    '\u00ade.png'.replace('e', 'é'),
    'é\ufe0e.png',
    'é\u00a0.png',
    'é .png',
    'é.png\u2060',
    'é.png\u3000',
    'e\u0301.png',
    'e\u034f\u0301.png',
    'É.PNG',
  ]) {
    for (const [first, second] of [
      ['é.png', other],
      [other, 'é.png'],
      [other, other],
    ] as const) {
      const taken = new TakenNames()
      taken.take(first, 3)
      t.throws(() => taken.take(second, 8), { code: 'invalid_parameter', message: /the name of row 3$/ }, other)
    }
  }
  const taken = new TakenNames()
  for (const [i, name] of ['a b.png', 'ab.png', 'a  b.png', 'a', 'a.b', 'ä.png', 'a.png', 'a-.png'].entries()) {
    taken.take(name, i)
  }
})

t.test('a name is no option of a program that is given it', async (t) => {
  for (const name of ['-rf', '--help', '-1.png', '-']) {
    t.throws(() => refuseUnsafe(name), { message: /no dot or hyphen at the start/ }, name)
  }
  for (const name of ['a-b', 'a-', '5-', '–x']) t.doesNotThrow(() => refuseUnsafe(name), name)
})

t.test('a batch into a folder names the rows', async (t) => {
  const cwd = t.testdir()
  const rows = ['text,file', 'A,x.png', 'B,x\u200b.png', 'C,-y.png', 'D,z\u00a0', 'E,z', '']
  writeFileSync(join(cwd, 'rows.csv'), rows.join('\n'))
  const { code, stderr } = await quietzone(['batch', 'rows.csv', '-t', 'qr', '-o', 'out'], { cwd })
  t.equal(code, 1)
  t.match(stderr, /^row 3 .*"x\\u200b\.png" is but for invisible characters the name of row 2$/m)
  t.match(stderr, /^row 4 .*"-y\.png" is not a plain file name: .*hyphen at the start/m)
  t.same(
    readdirSync(join(cwd, 'out')).filter((name) => name.startsWith('x')),
    ['x.png'],
  )
  t.notOk(readdirSync(join(cwd, 'out')).some((name) => name.startsWith('-')))
})
