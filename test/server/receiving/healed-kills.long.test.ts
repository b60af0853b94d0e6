/** A service that is killed while PDFs are healed and printed: what was accepted is on the paper, each label whole and once. */

import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { addressOf, started } from '../../cli/program.ts'
import { freePort } from '../../free-port.ts'
import { pdfOfPages, symbolAt } from '../../heal/documents.ts'
import { zplLabels } from '../../oracle/zpl.ts'
import { zxingTexts } from '../../oracle/zxing.ts'
import { loopbackPrinter } from '../../printing/channels/loopback-printer.ts'

interface ListedJob {
  readonly id: number
  readonly state: string
  readonly labels: number
  readonly first: string
}

const pages = ['a', 'b', 'c'] as const
const namesOf = (name: string): string[] => pages.map((page) => `${name}-${page}`)

/** A document of three labels of 50 x 30 mm. */
const documentOf = (name: string): Uint8Array<ArrayBuffer> =>
  pdfOfPages(
    namesOf(name).map((text) => {
      const symbols = [symbolAt('code128', text, { x: 6, y: 8 })]
      return { width: 50, height: 30, symbols, words: [{ text, size: 8, x: 6, y: 25 }] }
    }),
  )

t.test('kill -9 while PDFs are healed, and while they are printed', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-healing-'))
  const paper = await loopbackPrinter()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const [printers, state] = [join(folder, 'printers.json'), join(folder, 'state')]
  const entry = { name: 'dock-3', address: paper.address, language: 'zpl', dpi: 203, stock: '50x30', receive: {} }
  writeFileSync(printers, JSON.stringify([entry]))
  const service = async () => {
    const env = { PORT: `${port}`, QZ_PRINTERS: printers, QZ_STATE: state, QZ_RATE_PER_MINUTE: '0' }
    const child = started(['serve'], env)
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

  /** The labels that came out whole, in their order, by the text of their symbols. */
  const onPaper = async (): Promise<string[]> => {
    const labels = paper.printed.flatMap((text) => text.match(/\^XA[\s\S]*?\^XZ\n/g) ?? [])
    const texts: string[] = []
    for (const label of labels) {
      const [picture] = zplLabels(Buffer.from(label, 'latin1'))
      const [text = 'nothing that is read'] = await zxingTexts(picture!, 'code128')
      texts.push(text)
    }
    return texts
  }
  const accepted: string[] = []
  const send = async (name: string): Promise<void> => {
    const body = documentOf(name)
    const answer = await fetch(`${url}/printers/dock-3/pstprnt`, { method: 'POST', body }).catch(() => undefined)
    // an answer that breaks off may be of a job that is kept
    if (answer?.status === 200) accepted.push(name)
  }
  const killed = async (): Promise<void> => {
    const end = once(running, 'close')
    running.kill('SIGKILL')
    await end
    // what the printer has not read is gone with its power
    for (const { socket } of paper.jobs) socket.destroy()
    paper.behaviour.reads = Number.POSITIVE_INFINITY
  }
  let interrupted = 0
  /** Somebody looks at the roll, and says which label came out last. */
  const resolved = async (): Promise<void> => {
    const { jobs } = (await (await fetch(`${url}/api/v1/jobs?state=uncertain`)).json()) as { jobs: ListedJob[] }
    const texts = await onPaper()
    interrupted += jobs.length
    for (const { id, first } of jobs) {
      const own = namesOf(first.replace(/-a$/, ''))
      const from = 1 + own.filter((text) => texts.includes(text)).length
      const target = `${url}/api/v1/jobs/${id}/resume?from=${from}`
      t.equal((await fetch(target, { method: 'POST', headers: { 'Quietzone-Print': 'yes' } })).status, 200)
    }
  }

  for (let round = 0; round < 4; round++) {
    const isPrinting = round % 2 === 1
    // it takes a part of the first job, and stalls
    if (isPrinting) paper.behaviour.reads = 1 + 400 * round
    const all = Array.from({ length: 3 }, (_, i) => send(`QZ-${round}-${i}`))
    if (isPrinting) await paper.until(({ jobs, behaviour }) => jobs.some(({ bytes }) => bytes >= behaviour.reads))
    // the others are being healed, one after the other
    else await Promise.race(all)
    await killed()
    await Promise.all(all)
    running = await service()
    await resolved()
  }
  t.ok(accepted.length > 0, `${accepted.length} of 12 were accepted`)
  t.ok(interrupted > 0, `${interrupted} were interrupted as they were printed`)
  const { jobs } = (await (await fetch(`${url}/api/v1/jobs?limit=200`)).json()) as { jobs: ListedJob[] }
  const kept = jobs.map(({ first }) => first.replace(/-a$/, ''))
  t.same(
    accepted.filter((name) => !kept.includes(name)),
    [],
    'what was accepted is kept',
  )
  t.same(new Set(jobs.map(({ labels }) => labels)), new Set([3]), 'all of it')
  const wanted = kept.flatMap(namesOf)
  await paper.until(({ printed }) => printed.flatMap((text) => text.match(/\^XZ\n/g) ?? []).length >= wanted.length)
  t.same((await onPaper()).toSorted(), wanted.toSorted(), 'each label is whole, and there once')
})
