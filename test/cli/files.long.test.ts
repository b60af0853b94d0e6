import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import t from 'tap'
import { program } from './program.ts'
import { quietzone } from './quietzone.ts'

const start = (path: string): string => readFileSync(path, 'latin1').slice(0, 4)
const env = { PATH: process.env.PATH }
const isLink = (path: string): boolean => lstatSync(path).isSymbolicLink()
const one = ['barcode', '--type', 'qr', '--text', 'x']

t.test(
  'vectors: never over a file of another origin, never through a link; over its own again and again',
  async (t) => {
    const cwd = t.testdir({ theirs: { 'README.md': '# My notes\n' }, linked: {}, out: {}, 'kept.txt': 'kept\n' })
    const place = (...path: string[]): string => join(cwd, ...path)
    t.match(await quietzone(['vectors', 'theirs'], { cwd }), {
      code: 3,
      stdout: /^$/,
      stderr: /README\.md in theirs already exists, and quietzone did not write it/,
    })
    t.same(readdirSync(place('theirs')), ['README.md'], 'nothing was begun')
    t.equal(readFileSync(place('theirs/README.md'), 'utf8'), '# My notes\n')

    symlinkSync('../kept.txt', place('linked/qr.json'))
    t.match(await quietzone(['vectors', 'linked'], { cwd }), { code: 3, stderr: /qr\.json in linked already exists/ })
    t.equal(readFileSync(place('kept.txt'), 'utf8'), 'kept\n')
    t.same(readdirSync(place('linked')), ['qr.json'])

    symlinkSync('out', place('way'))
    t.match(await quietzone(['vectors', 'way'], { cwd }), { code: 0, stderr: '' }, 'the folder itself may be a link')
    const names = readdirSync(place('out'))
    t.equal(names.length, 13)
    const whole = readFileSync(place('out/qr.json'), 'utf8')
    writeFileSync(place('out/qr.json'), whole.slice(0, 5000).replace('2015', '2006'))
    t.match(await quietzone(['vectors', 'out'], { cwd }), { code: 0, stderr: '' })
    t.equal(readFileSync(place('out/qr.json'), 'utf8'), whole, 'those of another version are replaced')
    t.same(readdirSync(place('out')), names)
  },
)

t.test('batch: pictures of an earlier run are replaced, and nothing else is', async (t) => {
  const cwd = t.testdir({ out: { folder: { 'x.png': '' } }, 'kept.txt': 'kept\n' })
  const place = (...path: string[]): string => join(cwd, ...path)
  const photo = PNG.sync.write(new PNG({ width: 9, height: 9 }))
  const foreign: Readonly<Record<string, Uint8Array | string>> = {
    'photo.png': photo,
    'drawing.svg': '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
    'letter.pdf': '%PDF-1.4\n1 0 obj <</Producer (LibreOffice)>> endobj\n',
    'empty.png': '',
  }
  for (const [name, content] of Object.entries(foreign)) writeFileSync(place('out', name), content)
  symlinkSync('../kept.txt', place('out/link.png'))
  symlinkSync('../absent.txt', place('out/dangling.png'))
  symlinkSync('folder', place('out/away'))
  mkdirSync(place('out/000009.png'))
  execFileSync('mkfifo', [place('out/pipe.png')])
  const taken = [...Object.keys(foreign), 'link.png', 'dangling.png', 'pipe.png']
  const ours = ['a.png', 'b.svg', 'c.pdf']
  const rows = (files: readonly string[]): string => files.map((file) => `text of ${file},${file}\n`).join('')
  const args = ['batch', '-', '--type', 'qr', '-o', 'out']

  const first = await quietzone(args, { cwd, input: `text,file\n${rows([...taken, '', ...ours])}` })
  t.equal(first.code, 1)
  const refused = [...first.stderr.matchAll(/^row \d+ .*: invalid_parameter: file: "(.*)" already exists/gm)]
  t.same(
    refused.map(([, name]) => name),
    [...taken, '000009.png'],
  )
  for (const [name, content] of Object.entries(foreign)) {
    t.ok(readFileSync(place('out', name)).equals(Buffer.from(content)), name)
  }
  t.equal(readFileSync(place('kept.txt'), 'utf8'), 'kept\n')
  t.same(readdirSync(cwd).sort(), ['kept.txt', 'out'])
  const before = ours.map((name) => readFileSync(place('out', name)))
  const names = readdirSync(place('out'))

  const again = await quietzone(args, {
    cwd,
    input: `text,file\nother text,a.png\n${rows(ours.slice(1))}`,
  })
  t.match(again, { code: 0, stderr: '3 of 3 rows drawn to out\n' })
  const after = ours.map((name) => readFileSync(place('out', name)))
  t.same(
    after.map((bytes, i) => bytes.equals(before[i]!)),
    [false, true, true],
  )
  t.same(readdirSync(place('out')), names, 'nothing else is left behind')
})

t.test(
  '-o: a file is replaced when the new one is complete, a link is not followed, a device is written to',
  async (t) => {
    const cwd = t.testdir({ 'x.png': 'what was there before', 'kept.txt': 'kept\n', sub: {} })
    const place = (...path: string[]): string => join(cwd, ...path)
    chmodSync(place('x.png'), 0o600)
    symlinkSync('kept.txt', place('link.png'))
    symlinkSync('sub', place('way'))
    for (const file of ['x.png', 'link.png', 'way/y.png'])
      t.match(await quietzone([...one, '-o', file], { cwd }), { code: 0, stderr: '' })
    t.same(
      ['x.png', 'link.png', 'sub/y.png'].map((file) => start(place(file))),
      Array(3).fill('\x89PNG'),
    )
    t.same([isLink(place('link.png')), readFileSync(place('kept.txt'), 'utf8')], [false, 'kept\n'])
    t.equal(statSync(place('x.png')).mode & 0o777, 0o600, 'who may read it stays')

    const shell = (command: string): string =>
      execFileSync('sh', ['-c', command, program], { cwd, env, encoding: 'latin1' })
    const draw = '"$0" barcode --type qr --text x'
    t.equal(shell(`${draw} -o /dev/stdout | cat`).slice(0, 4), '\x89PNG')
    shell(`${draw} -o /dev/stdout > to.png`)
    t.equal(start(place('to.png')), '\x89PNG')
    shell(`mkfifo pipe; cat pipe > from.png & ${draw} -o pipe; wait`)
    t.equal(start(place('from.png')), '\x89PNG')
    t.ok(lstatSync(place('pipe')).isFIFO())
    shell(`${draw} -o /dev/null`)
    t.ok(lstatSync('/dev/null').isCharacterDevice())
    t.match(await quietzone([...one, '-o', 'sub'], { cwd }), { code: 3, stderr: /^quietzone: sub cannot be written/ })
  },
)

t.test('a file that cannot be written to its end leaves the earlier one, and no part of itself', (t) => {
  const text = 'x'.repeat(2000)
  const cases: readonly (readonly [file: string, command: string])[] = [
    ['x.svg', `barcode --type qr --text ${text} -o x.svg`],
    ['x.pdf', `batch - --type qr -o x.pdf`],
    ['out/000002.svg', `batch - --type qr --format svg -o out`],
  ]
  for (const [file, command] of cases) {
    const earlier = '<svg xmlns="http://www.w3.org/2000/svg" width="1" role="img"><title>'
    const cwd = t.testdir({ 'x.svg': earlier, 'x.pdf': earlier, out: { '000002.svg': earlier } })
    // a limit on the size of files stands for a disk that is full, where its signal does not end the program
    const ignored = encodeURIComponent('process.on("SIGXFSZ",()=>{})')
    const script = `ulimit -f 1; "$0" ${command}`
    const { status, stderr } = spawnSync('sh', ['-c', script, program], {
      cwd,
      env: { ...env, NODE_OPTIONS: `--import=data:text/javascript,${ignored}` },
      input: `text\n${text}\n`,
      encoding: 'utf8',
    })
    t.equal(status, 3, stderr)
    t.match(stderr, /cannot be written: file too large/)
    t.equal(readFileSync(join(cwd, file), 'utf8'), earlier, file)
    t.same(
      readdirSync(cwd, { recursive: true }).filter(
        (name) => !/^(x\.(svg|pdf)|out(\/000002\.svg)?)$/.test(String(name)),
      ),
      [],
      file,
    )
  }
  t.end()
})
