import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { hashOf, newKey } from '../../src/server/access/keys.ts'
import { loopbackPrinter } from '../printing/channels/loopback-printer.ts'
import { addressOf, ended, started } from './program.ts'
import { quietzone } from './quietzone.ts'

const folder = mkdtempSync(join(tmpdir(), 'quietzone-jobs-'))
const printer = await loopbackPrinter()
const row = { name: 'dock', address: printer.address, language: 'zpl', dpi: 203, stock: '2x1' }
writeFileSync(join(folder, 'printers.json'), JSON.stringify([row]))
const key = newKey()
const hash = `sha256:${Buffer.from(hashOf(key)).toString('hex')}`
writeFileSync(join(folder, 'keys.json'), JSON.stringify([{ name: 'office', hash, may: ['print', 'jobs'] }]))

const settings = {
  PORT: '0',
  QZ_PRINTERS: join(folder, 'printers.json'),
  QZ_KEYS: join(folder, 'keys.json'),
  QZ_STATE: join(folder, 'state'),
  QZ_SHUTDOWN_GRACE_MS: '1000',
  QZ_RATE_PER_MINUTE: '0',
}
const service = started(['serve'], settings)
const url = await addressOf(service)
t.teardown(async () => {
  service.kill('SIGKILL')
  await printer.close()
  rmSync(folder, { recursive: true, force: true })
})

const env = { QZ_URL: url, QZ_KEY: key }

async function ordered(text: string): Promise<void> {
  const headers = { Authorization: `Bearer ${key}`, 'Quietzone-Print': 'yes', Prefer: 'respond-async' }
  const path = `/api/v1/print?printer=dock&type=code128&text=${text}&qty=2`
  const answered = await fetch(`${url}${path}`, { method: 'POST', headers })
  const { status } = answered
  if (status !== 202) throw new Error(`${status} ${await answered.text()}`)
}

/** Resolves when a job is printed. With an id that is none the stream begins with all jobs; it has a job again when it changes. */
async function done(id: number): Promise<void> {
  const stop = new AbortController()
  const headers = { Authorization: `Bearer ${key}`, 'Last-Event-ID': 'none' }
  const { body } = await fetch(`${url}/api/v1/jobs/events`, { headers, signal: stop.signal })
  let text = ''
  for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    if (text.split('\n').some((line) => line.includes(`"id":${id},`) && line.includes('"state":"done"'))) break
  }
  stop.abort()
}

t.test('jobs are listed, shown, cancelled, resumed and printed again', async (t) => {
  await printer.close()
  await ordered('A')
  await ordered('B')
  const listed = await quietzone(['jobs'], { env })
  t.equal(listed.code, 0, listed.stderr)
  t.match(
    listed.stdout.toString(),
    /^2 waiting dock: B, 2 labels, nothing sent; by office, 20.*\n1 waiting dock: A, .*\n$/,
  )
  t.match((await quietzone(['jobs', 'cancel', '2'], { env })).stdout.toString(), /^2 cancelled dock/)
  await printer.listen()
  await done(1)
  t.match(
    (await quietzone(['jobs', 'resume', '2', '--from', '2'], { env })).stdout.toString(),
    /^2 waiting dock: B, 1 of 2 printed, 1 received, 1 of 2 sent/,
  )
  await done(2)
  const again = await quietzone(['jobs', 'reprint', '1', '--to', '1', '--reason', 'torn'], { env })
  t.match(again.stdout.toString(), /^3 waiting dock: A, 1 label, nothing sent; by office, .*; torn\n$/)
  await done(3)
  t.equal((await quietzone(['jobs', 'labels', '1', '--to', '1'], { env })).stdout.toString(), '1  A\n')
  const table = (await quietzone(['jobs', 'table', '--since', '2026-01-01'], { env })).stdout.toString()
  t.match(table, /^\ufeff?job,created,.*\r\n1,.*,dock,done,A,A,A,2,2,2,2,/)
  const formats = printer.printed.join('').match(/\^PQ\d+/g)
  t.same(formats, ['^PQ2', '^PQ1', '^PQ1'])
})

t.test('what is refused, and what is not a service', async (t) => {
  const refused = await quietzone(['jobs', 'resume', '1'], { env })
  t.equal(refused.code, 1)
  t.match(refused.stderr, /job_state: job 1 is done: print it again/)
  t.match((await quietzone(['jobs'], { env: { QZ_URL: url } })).stderr, /key_required/)
  for (const [args, message] of [
    [['jobs', 'print'], /"print" is not one of list, show/],
    [['jobs', 'show'], /show needs the number of a job/],
    [['jobs', 'show', 'x'], /"x" is not the number of a job/],
    [['jobs', 'list', '--from', '2'], /--from does not go with list/],
    [['jobs', '--url', 'labels'], /is not the URL of a service/],
    [['state'], /--backup FILE/],
  ] as const) {
    const { code, stderr } = await quietzone(args, { env })
    t.equal(code, 2, args.join(' '))
    t.match(stderr, message)
  }
  const away = await quietzone(['jobs', '--url', 'http://127.0.0.1:9'], { env })
  t.equal(away.code, 3)
  t.match(away.stderr, /cannot be reached: (ECONNREFUSED|bad port)/)
})

t.test('a backup while the service runs; a second service is told who has the folder', async (t) => {
  const file = join(folder, 'copy.sqlite')
  const { code, stdout, stderr } = await quietzone(['state', '--backup', file], { env })
  t.equal(code, 0, stderr)
  t.match(stdout.toString(), `${file}: ${statSync(file).size} bytes`)
  t.notOk(existsSync(`${file}.part`))
  const second = await ended(started(['serve'], settings))
  t.equal(second.code, 1)
  t.match(
    second.stderr,
    /QZ_STATE: .*state: it belongs to another process, and a folder has one owner: process \d+ on /,
  )
})

t.test('follow prints jobs as they change', async (t) => {
  const follower = started(['jobs', 'follow'], env)
  let said = ''
  follower.stdout!.on('data', (chunk: Buffer) => (said += chunk))
  // its stream begins with the next change, whenever it has been opened
  while (!/done dock: C, 2 printed;/.test(said)) {
    await ordered('C')
    await Promise.race([once(follower.stdout!, 'data'), new Promise((resolve) => setTimeout(resolve, 300))])
  }
  t.match(said, /\d+ done dock: C, 2 printed; by office/)
  follower.kill('SIGKILL')
  await ended(follower)
})
