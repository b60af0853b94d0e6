/** A service that is killed while documents arrive: those behind which a query was answered are in its store, each whole and once. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { addressOf, started } from '../../cli/program.ts'
import { freePort } from '../../free-port.ts'
import { loopbackPrinter } from '../../printing/channels/loopback-printer.ts'
import { cases } from '../../random.ts'
import { connected, labelOf, sent } from './example-receiving.ts'

interface ListedJob {
  readonly state: string
  readonly labels: number
  readonly first: string
  readonly last: string
}

t.test('kill -9 while documents arrive and are drawn', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-receiving-'))
  const paper = await loopbackPrinter()
  const [port, raw] = [await freePort(), await freePort()]
  const [printers, state] = [join(folder, 'printers.json'), join(folder, 'state')]
  const entry = {
    name: 'dock-3',
    address: paper.address,
    language: 'zpl',
    dpi: 203,
    stock: '4x6',
    receive: { socket: raw },
  }
  writeFileSync(printers, JSON.stringify([entry]))
  const service = async () => {
    const child = started(['serve'], {
      PORT: `${port}`,
      QZ_PRINTERS: printers,
      QZ_STATE: state,
      QZ_RATE_PER_MINUTE: '0',
    })
    child.stderr!.resume()
    await addressOf(child)
    child.stdout!.resume()
    return child
  }
  let running = await service()
  t.teardown(async () => {
    running.kill('SIGKILL')
    await paper.close()
    rmSync(folder, { recursive: true })
  })
  const jobs = async (): Promise<readonly ListedJob[]> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/jobs?limit=200`)
    return ((await answer.json()) as { jobs: readonly ListedJob[] }).jobs
  }
  const accepted = new Set<string>()
  for (let round = 0; round < cases(12); round++) {
    // a document of several labels each, some that are half sent, and the kill somewhere among them
    const half = await connected(raw)
    half.socket.write(labelOf(`HALF-${round}`).slice(0, 40))
    const all = Array.from({ length: 6 }, async (_, i) => {
      const name = `QZ-${round}-${i}`
      const program = ['a', 'b', 'c'].map((each) => labelOf(`${name}-${each}`)).join('')
      const { answer } = await sent(raw, `${program}~HS`)
      if (answer.endsWith('\x03\r\n')) accepted.add(name)
    })
    await Promise.race(all.slice(round % all.length))
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill('SIGKILL')
    await Promise.all([ended, ...all, half.outcome])
    running = await service()
  }
  const left = await jobs()
  const names = left.map(({ first }) => first.replace(/-a$/, ''))
  for (const name of accepted) t.ok(names.includes(name), `${name} was answered, and is kept`)
  t.equal(new Set(names).size, names.length, 'none is there twice')
  for (const { first, last, labels } of left) t.same([labels, last], [3, first.replace(/a$/, 'c')], `${first} is whole`)
  t.ok(accepted.size > 0)
})
