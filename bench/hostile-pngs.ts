/**
 * The time and peak memory that hostile PNGs cost `check`, and the worst of each kind.
 *
 * The time is the CPU time of the busiest thread: on an otherwise idle machine, check takes as long. V8's own threads, which
 * compile and collect garbage at the same time, do not count.
 *
 *     npm run build && node build/bench/hostile-pngs.js [cases] [cli | chromium]
 *
 * By default the checker runs in one child process for all of them, like the worker of the page. `cli` starts the command line for
 * each. `chromium` loads each into the page; its memory is what the process of the page takes in addition to what it had before.
 */

import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkImage, PictureError, readPng, reportText, unreadablePng } from '../src/reader/check/index.ts'
import { root } from '../src/root.ts'
import { closed, visit } from '../test/pages/browser.ts'
import { random, seed } from '../test/random.ts'
import { hostilePng } from '../test/reader/check/hostile-pngs.ts'
import { served } from '../test/server/http/wire.ts'

interface Cost {
  /** Milliseconds of CPU time of the busiest thread. */
  readonly time: number
  /** Megabytes: the peak of the process, and how much more that is than in the idle process. */
  readonly peak: number
  readonly more: number
  readonly outcome: string
}

type Way = (path: string) => Promise<Cost>

const most = { pixels: 25e6, chunks: 1e6, bytes: 100e6 }
const folder = mkdtempSync(join(tmpdir(), 'hostile-'))

/** Peak memory of a process in megabytes since the last call; on Linux only. */
function peakOf(pid: number | 'self'): number {
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1000
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return peak
}

interface Threads {
  /** Milliseconds of CPU time of each thread, by its number. */
  readonly all: ReadonlyMap<string, number>
  /** Milliseconds of the busiest thread since `before`. */
  readonly time: number
}

/** The CPU time of the threads of a process, in steps of 10 ms, from Linux's /proc. */
function busiestThread(pid: number, before?: Threads): Threads {
  const all = new Map<string, number>()
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const fields = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ')[1]!.split(' ')
    all.set(thread, 10 * (Number(fields[11]) + Number(fields[12])))
  }
  const used = [...all].map(([thread, time]) => time - (before?.all.get(thread) ?? 0))
  return { all, time: Math.max(...used) }
}

/** In the child process: checks the file at each path that the parent sends. */
function serveChecks(): void {
  process.on('message', async (path: string) => {
    globalThis.gc?.()
    peakOf('self')
    const rest = peakOf('self')
    const before = busiestThread(process.pid)
    const outcome = reportText(await reportOn(path)).split('\n')[0]!
    const time = busiestThread(process.pid, before).time
    const peak = peakOf('self')
    process.send!({ time, peak, more: peak - rest, outcome } satisfies Cost)
  })
}

async function reportOn(path: string): Promise<ReturnType<typeof checkImage>> {
  try {
    return checkImage(await readPng(new Uint8Array(readFileSync(path))))
  } catch (error) {
    if (error instanceof PictureError) return unreadablePng(error)
    throw error
  }
}

const inChild =
  (child: ChildProcess): Way =>
  (path) =>
    new Promise((resolve, reject) => {
      const ended = (code: number | null): void => reject(new Error(`${path}: the checker ended with ${code}`))
      child.once('exit', ended)
      child.once('message', (cost) => {
        child.off('exit', ended)
        resolve(cost as Cost)
      })
      child.send(path)
    })

/** A module that prints the cost of its process when it exits. */
const costReporter = `data:text/javascript,${encodeURIComponent(`import { readFileSync } from 'node:fs'
process.on('exit', () => {
  const fields = readFileSync('/proc/thread-self/stat', 'utf8').split(') ')[1].split(' ')
  console.error('cost', 10 * (Number(fields[11]) + Number(fields[12])), process.resourceUsage().maxRSS / 1000)
})`)}`

function byCommandLine(file: string): { time: number; peak: number; outcome: string } {
  const args = ['--import', costReporter, join(root, 'build/program/cli.js'), 'check', file]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000, maxBuffer: 1e8 })
  const [, time, peak] = /cost ([\d.]+) ([\d.]+)/.exec(stderr) ?? []
  if (time === undefined) throw new Error(`${file}: no end after 60 s, or a crash: ${stderr}`)
  return { time: Number(time), peak: Number(peak), outcome: stdout.split('\n')[0]! }
}

function commandLine(): Way {
  const bare = byCommandLine(join(folder, 'missing.png')).peak
  return async (path) => {
    const cost = byCommandLine(path)
    return { ...cost, more: cost.peak - bare }
  }
}

async function inChromium(): Promise<{ way: Way; end: () => Promise<void> }> {
  const service = await served()
  const { page } = await visit(`${service.url}/check`)
  const session = await page.context().browser()!.newBrowserCDPSession()
  const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as {
    processInfo: { type: string; id: number }[]
  }
  // of the renderer processes, that of the page has the most memory
  const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  const way: Way = async (path) => {
    await page.evaluate("document.getElementById('status').textContent = ''")
    for (const id of renderers) peakOf(id)
    const rest = Math.max(...renderers.map(peakOf))
    const before = renderers.map((id) => busiestThread(id))
    await page.setInputFiles('#files', [path])
    await page.locator('#status').filter({ hasText: /./ }).waitFor({ state: 'attached' })
    const time = Math.max(...renderers.map((id, i) => busiestThread(id, before[i]).time))
    const peak = Math.max(...renderers.map(peakOf))
    return { time, peak, more: peak - rest, outcome: await page.locator('#verdict').innerText() }
  }
  return {
    way,
    end: async () => {
      await closed()
      await service.close()
    },
  }
}

async function measure(count: number, way: Way): Promise<void> {
  const r = random('hostile pngs')
  const worst = new Map<string, { cases: number; time: Cost; peak: Cost; over: number }>()
  const times: number[] = []
  for (let i = 0; i < count; i++) {
    const { kind, file } = hostilePng(i, r, most)
    // the page does not read another file with the same name
    const path = join(folder, `${kind}-${i}.png`)
    writeFileSync(path, file)
    const cost = await way(path)
    rmSync(path)
    times.push(cost.time)
    const known = worst.get(kind) ?? { cases: 0, time: cost, peak: cost, over: 0 }
    worst.set(kind, {
      cases: known.cases + 1,
      time: cost.time > known.time.time ? cost : known.time,
      peak: cost.more > known.peak.more ? cost : known.peak,
      over: known.over + Number(cost.time > 1000 || cost.more > 200),
    })
    if (cost.time > 1000 || cost.more > 200) {
      const kept = join(tmpdir(), `hostile-${seed}-${i}.png`)
      writeFileSync(kept, file)
      console.log(
        `${kind}, case ${i}, ${kept}: ${cost.time.toFixed(0)} ms, +${cost.more.toFixed(0)} MB, ${cost.outcome}`,
      )
    }
  }
  for (const [kind, { cases, time, peak, over }] of worst) {
    const memory = `${peak.peak.toFixed(0)} MB (+${peak.more.toFixed(0)})`
    console.log(
      `${kind}: ${cases} cases, at most ${time.time.toFixed(0)} ms (${time.outcome}), ${memory}, ${over} over`,
    )
  }
  const sorted = times.toSorted((a, b) => a - b)
  const quantile = (share: number): string => sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(0)
  console.log(
    `${count} cases: median ${quantile(0.5)} ms, 99 of 100 within ${quantile(0.99)} ms, most ${quantile(1)} ms`,
  )
}

async function main(): Promise<void> {
  const [count = '500', way = 'child'] = process.argv.slice(2)
  if (way === 'cli') await measure(Number(count), commandLine())
  else if (way === 'chromium') {
    const browser = await inChromium()
    await measure(Number(count), browser.way)
    await browser.end()
  } else {
    const child = fork(import.meta.filename, ['serve'], { execArgv: ['--expose-gc'] })
    await measure(Number(count), inChild(child))
    child.removeAllListeners('exit').kill()
  }
  rmSync(folder, { recursive: true })
}

if (process.argv[2] === 'serve') serveChecks()
else await main()
