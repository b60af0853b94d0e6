/** Debian's Prometheus scrapes a service, and answers every query of the dashboard and of the alerts; a service under load is scraped. */

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { hasCommand } from '../../bench/servers.ts'
import { root } from '../../src/root.ts'
import { freePort } from '../free-port.ts'
import { everythingServed } from '../server/figures/everything.ts'
import { scraped, scrapeOf } from '../server/figures/scrape.ts'
import { ask, type Served, served, Wire } from '../server/http/wire.ts'
import { dashboard, expressionsOf, queryOf } from './dashboard.ts'

const barcode = '/api/v1/barcode?type=code128&text=QZ-0001'

const prometheus = { skip: !hasCommand('prometheus') && 'prometheus is not installed: apt-get install prometheus' }

interface Answered {
  readonly status: string
  readonly error?: string
  readonly data: { readonly result: readonly { readonly metric: Readonly<Record<string, string>> }[] }
}

/** Asks until the condition holds. @throws Error after a minute */
async function eventually(condition: () => Promise<boolean>): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if (await condition().catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`waited in vain for ${condition}`)
}

/** A Prometheus that scrapes the service as the job `quietzone`, every half second. */
async function prometheusFor(service: Served): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-prometheus-'))
  const port = await freePort()
  const config = `
global: { scrape_interval: 500ms, evaluation_interval: 500ms }
rule_files: [${JSON.stringify(join(root, 'deploy/alerts.yml'))}]
scrape_configs:
  - job_name: quietzone
    static_configs: [{ targets: ['127.0.0.1:${service.port}'] }]
`
  writeFileSync(join(folder, 'prometheus.yml'), config)
  const address = `127.0.0.1:${port}`
  const files = [`--config.file=${join(folder, 'prometheus.yml')}`, `--storage.tsdb.path=${join(folder, 'data')}`]
  const child = spawn('prometheus', [...files, `--web.listen-address=${address}`, '--log.level=error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: `http://${address}/api/v1`, stop }
}

t.test('every query of the dashboard and every alert is answered, from a real scrape', prometheus, async (t) => {
  const service = await everythingServed()
  const { url, stop } = await prometheusFor(service)
  t.teardown(stop)
  const query = async (expression: string): Promise<Answered> =>
    (await (await fetch(`${url}/query?query=${encodeURIComponent(expression)}`)).json()) as Answered
  // rates need several scrapes in which something happens
  await eventually(async () => {
    await ask(service.port, `GET ${barcode}`)
    const { data } = await query('rate(quietzone_requests_total{job="quietzone",route="/api/v1/barcode"}[1m]) > 0')
    return data.result.length > 0
  })
  const empty: string[] = []
  for (const expression of expressionsOf(dashboard())) {
    const { status, error, data } = await query(queryOf(expression, 'quietzone', '1m'))
    t.equal(status, 'success', `${expression}: ${error}`)
    if (data.result.length === 0) empty.push(expression)
  }
  // nothing was refused, and nothing has been printed or received since the first scrape
  t.same(
    empty.map((expression) => /quietzone_\w+/.exec(expression)?.[0]).sort(),
    ['quietzone_print_jobs_total', 'quietzone_received_documents_total', 'quietzone_refusals_total'],
    'queries without a result',
  )
  const rules = (await (await fetch(`${url}/rules`)).json()) as {
    data: { groups: { rules: { name: string; health: string; state: string }[] }[] }
  }
  await eventually(async () => {
    const { data } = (await (await fetch(`${url}/rules`)).json()) as typeof rules
    return data.groups.every((group) => group.rules.every(({ health }) => health === 'ok'))
  })
  t.equal(
    rules.data.groups[0]?.rules.length,
    (readFileSync(join(root, 'deploy/alerts.yml'), 'utf8').match(/- alert:/g) ?? []).length,
  )
  const alerted = (await query('ALERTS')).data.result.map(({ metric }) => metric.alertname)
  t.same(alerted.toSorted(), ['QuietzoneJobsUncertain', 'QuietzoneJobsWaiting'], 'what its jobs are about, no more')
  const targets = (await (await fetch(`${url}/targets`)).json()) as {
    data: { activeTargets: { health: string; lastError: string }[] }
  }
  t.match(targets.data.activeTargets, [{ health: 'up', lastError: '' }])
  await service.close()
})

t.test('a service under load is scraped, and its figures go up together', async (t) => {
  const service = await served()
  const request = `GET /api/v1/barcode?type=qr&text=load HTTP/1.1\r\nHost: x\r\n\r\n`
  const loads = Array.from({ length: 8 }, (_, i) => new Wire(service.port, true, `127.0.0.${2 + i}`))
  let isOver = false
  let answered = 0
  const clients = loads.map(async (wire) => {
    for (let sent = 0; !isOver; ) {
      wire.send(request.repeat(50))
      sent += 50
      const { length } = await wire.replies(sent)
      t.equal(length, sent)
      answered += 50
    }
  })
  for (let i = 0, last = 0; i < 50; i++) {
    const scrape = await scraped(service)
    const drawn = scrape.sum('quietzone_requests_total', { route: '/api/v1/barcode' })
    t.ok(drawn >= last)
    t.equal(drawn, scrape.value('quietzone_request_duration_seconds_count', { route: '/api/v1/barcode' }) ?? 0)
    last = drawn
  }
  isOver = true
  await Promise.all(clients)
  const scrape = await scraped(service)
  t.equal(scrape.sum('quietzone_requests_total', { route: '/api/v1/barcode' }), answered)
  t.equal(scrape.value('quietzone_unread_bytes'), 0)
  t.equal(scrape.value('quietzone_waiting_requests'), 1)
  await service.close()
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

t.test('thousands of scrapes keep no memory', async (t) => {
  const service = await served()
  const head = 'GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n'
  const heapAfter = async (count: number): Promise<number> => {
    for (let i = 0; i < count; i += 50) {
      const wire = new Wire(service.port)
      const replies = await wire.send(head.repeat(50)).replies(50)
      t.equal(replies.length, 50)
      if (i === 0) scrapeOf(replies[0]!.body.toString())
      wire.socket.destroy()
      await wire.closed
    }
    service.records.length = 0
    for (let i = 0; i < 3; i++) {
      collectGarbage()
      await new Promise((resolve) => setImmediate(resolve))
    }
    return process.memoryUsage().heapUsed
  }
  const before = await heapAfter(1000)
  const after = await heapAfter(2000)
  t.ok(after - before < 1_000_000, `${after - before} bytes more after 2,000 scrapes`)
  await service.close()
})
