import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { designsIn } from '../../src/design/folder.ts'
import { thrown } from './drawn.ts'
import { greyFile } from './random-design.ts'

const design = (name: string, size = '40x20mm'): string =>
  JSON.stringify({ name, size, elements: [{ kind: 'image', at: [1, 1], size: [9, 9], source: 'logo.png' }] })

t.test('designs are read again when files change, and a broken file keeps the last good one', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'designs-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const write = (name: string, content: string | Uint8Array): void => writeFileSync(join(folder, name), content)
  let now = 0
  const logged: string[] = []
  write(
    'logo.png',
    greyFile(8, 8, () => 0),
  )
  write('a.json', design('shelf'))
  write('b.json', '{')
  write('.hidden.json', design('hidden'))
  write('notes.txt', 'no design')
  const designs = designsIn({ path: folder, clock: () => now, log: (line) => logged.push(line) })
  const names = (): string[] => designs.list().map(({ name }) => name)
  /** What is said of the next look at the folder. */
  const later = (): string[] => {
    now += 1000
    logged.length = 0
    designs.list()
    return [...logged]
  }
  t.match(logged, [/^designs: b\.json: line 1: is not JSON: column 2: its end/])
  t.same(names(), ['shelf'])
  t.same(later(), [], 'said once')

  write('b.json', design('tag'))
  t.same(names(), ['shelf'], 'a second is not over')
  t.same(later(), [])
  t.same(names(), ['shelf', 'tag'])

  write('d.json', design('new'))
  t.same(names(), ['shelf', 'tag'])
  designs.look!()
  t.same(names(), ['new', 'shelf', 'tag'], 'who asks for a look need not wait for a second')
  rmSync(join(folder, 'd.json'))

  write('a.json', design('shelf', '57'))
  t.match(later(), [/^designs: a\.json: line 1: size: .*; the design that was read before stays$/])
  t.equal(designs.find('shelf')?.size, '40x20mm')
  write('a.json', design('shelf', '57x32mm'))
  t.same(later(), [])
  t.equal(designs.find('shelf')?.size, '57x32mm')

  const before = designs.find('tag')
  write(
    'logo.png',
    greyFile(9, 9, () => 0),
  )
  t.same(later(), [])
  t.not(designs.find('tag'), before, 'with its new picture')

  write('c.json', design('tag', '10x10mm'))
  t.match(later(), [/^designs: c\.json: another file has the name tag already$/])
  t.equal(designs.find('tag')?.size, '40x20mm')
  rmSync(join(folder, 'b.json'))
  t.same(later(), [])
  t.equal(designs.find('tag')?.size, '10x10mm')
  rmSync(folder, { recursive: true })
  t.match(later(), [/^designs: the folder cannot be read: no such file or directory; those that were read stay$/])
  t.same(names(), ['shelf', 'tag'])
  t.match(
    thrown(() => designsIn({ path: folder, clock: () => 0, log: () => {} })),
    { message: /^cannot be read: / },
  )
})
