/** The program as a process: what nothing else shows. */

import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../../src/root.ts'
import { encode, rowsOf } from '../../symbologies/index.ts'
import { inLongRun } from '../random.ts'
import { ended, quietzoneProcess, started } from './program.ts'

t.test('the program has the threads that it starts', (t) => {
  const folder = join(root, 'src')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const threads = sources.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/new URL\('\.\/(\w+\.js)', import\.meta\.url\)/g)].map(
      ([, name]) => name!,
    ),
  )
  t.ok(threads.includes('healing.js') && threads.includes('watch.js'), threads.join())
  for (const name of threads) t.ok(existsSync(join(root, 'build/program', name)), name)
  t.end()
})

t.test('exit codes', inLongRun, async (t) => {
  const cwd = t.testdir()
  t.match(await quietzoneProcess(['barcode', '-t', 'qr', 'QZ', '-o', 'x.svg'], { cwd }), { code: 0, stderr: '' })
  t.ok(existsSync(join(cwd, 'x.svg')), 'files are in the folder of the process')
  t.match(await quietzoneProcess(['matrix', '-t', 'ean8', '73512049']), { code: 1, stderr: /bad_check_digit/ })
  t.match(await quietzoneProcess(['plan', '-t', 'QR', 'a']), { code: 2, stderr: /try: --type qr/ })
  const env = { QZ_PRINTERS: 'none.json' }
  t.match(await quietzoneProcess(['printers'], { cwd, env }), { code: 3, stderr: /none\.json/ })
})

t.test('a text through a pipe, and one after another', async (t) => {
  const child = started(['matrix', '-t', 'qr', '-'])
  child.stdin!.write('QZ')
  child.stdin!.end('-1')
  const { code, stdout } = await ended(child)
  t.same([code, stdout.toString()], [0, `${rowsOf(encode('qr', 'QZ-1').matrix).join('\n')}\n`])
})

t.test('a reader that stops reading, such as head, ends it without a word', async (t) => {
  const child = started(['gs1', '--file', '-'])
  let said = ''
  child.stderr!.on('data', (chunk) => (said += chunk))
  child.stdin!.write('(01)09506000134352\n')
  await once(child.stdout!, 'data')
  child.stdout!.destroy()
  child.stdin!.write('(01)09506000134352\n')
  t.same(await once(child, 'close'), [3, null])
  t.equal(said, '')
})

t.test('the first signal stops a command in order', async (t) => {
  const child = started(['gs1', '--file', '-'])
  const done = ended(child)
  child.stdin!.write('(01)09506000134352\n')
  await once(child.stdout!, 'data')
  child.kill('SIGINT')
  t.match(await done, { code: 130, stderr: 'quietzone: 1 message: 1 right, 0 wrong; stopped\n' })
})
