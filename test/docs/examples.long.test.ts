import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { root } from '../../src/root.ts'
import { addressOf, ended, program, spawned } from '../cli/program.ts'
import { browserAbsent, closed, opened } from '../pages/browser.ts'
import { loopbackPrinter } from '../printing/channels/loopback-printer.ts'
import { inLongRun } from '../random.ts'
import { type Block, manual } from './pages.ts'

/** The address that examples name, of `npm start`. */
const usual = 'http://127.0.0.1:8080'

const lacks = (command: string, ...args: string[]): boolean => spawnSync(command, args).status !== 0
const pythonAbsent = lacks('python3', '-c', 'import urllib.request')
const jqAbsent = lacks('jq', '--version')

/** Writes the status of each answer to a file beside it; curl is as its user knows it otherwise. */
const curl = (log: string): string => `#!/bin/sh
exec $(PATH=$USUAL_PATH command -v curl) --no-progress-meter -w '%{stderr}status %{http_code}\\n' "$@" 2>> '${log}'
`

/** What comments at the ends of lines say of what is refused: `# 422`, `# exit code 1`. */
const told = (code: string): readonly string[] =>
  [...code.matchAll(/ # (?:(\d{3})|exit code (\d+))$/gm)].map(([, status, exit]) => status ?? `exit ${exit}`)

/** Says of each picture and element of a page whether it is drawn. */
const drawnThere = `(async () => {
  const pictures = [...document.images]
  await Promise.all(pictures.map((picture) => picture.decode()))
  const elements = [...document.querySelectorAll('quiet-zone')]
  await Promise.all(elements.map(({ localName }) => customElements.whenDefined(localName)))
  // an element draws when its encoder is there
  const isDrawn = (element) => element.getBoundingClientRect().width > 20
  const drawing = elements.filter((element) => !isDrawn(element))
  await Promise.all(drawing.map((element) => new Promise((resolve) => element.addEventListener('drawn', resolve))))
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const boxes = [...pictures, ...elements].map((each) => each.getBoundingClientRect())
  return boxes.map(({ width, height }) => width > 20 && height > 20)
})()`

/** The files that the options -o, -fo and --output of a block name, and what it redirects into. */
function filesOf(code: string): readonly string[] {
  const named = [...code.matchAll(/ (?:-f?o|>) ([\w./%-]+)/g)].map(([, name]) => name!.replace('%d', '1'))
  return named.filter((name) => name !== '-' && !name.startsWith('/'))
}

if (inLongRun.skip) {
  t.test('the examples of README and docs', inLongRun, async () => {})
} else {
  const work = mkdtempSync(join(tmpdir(), 'quietzone-examples-'))
  t.teardown(() => rmSync(work, { recursive: true }))
  const printer = await loopbackPrinter()
  t.teardown(() => printer.close())
  const printers = join(work, 'printers.json')
  const dock = { name: 'dock-3', address: printer.address, language: 'zpl', dpi: 203, stock: '4x6' }
  writeFileSync(printers, JSON.stringify([dock]))
  const bin = join(work, 'bin')
  mkdirSync(bin)
  symlinkSync(program, join(bin, 'quietzone'))
  const answers = join(work, 'answers')
  writeFileSync(join(bin, 'curl'), curl(answers), { mode: 0o755 })
  const designs = join(root, 'designs')
  const env = {
    QZ_PRINTERS: printers,
    QZ_DESIGNS: designs,
    QZ_RATE_PER_MINUTE: '0',
    PATH: `${bin}:${process.env.PATH}`,
  }

  const service = spawned(program, ['serve'], { ...env, PORT: '0' }, work)
  t.teardown(() => service.kill())
  const address = await addressOf(service)
  service.stdout!.resume()

  /** What a program says and how it ends, in the folder of a page. */
  async function outcome(folder: string, command: string, args: readonly string[]) {
    const child = spawned(command, args, { ...env, USUAL_PATH: process.env.PATH, HOME: work }, folder)
    child.stdin!.end()
    const { code, stdout, stderr } = await ended(child)
    return { code, said: `${stdout}${stderr}` }
  }

  /** Runs a block in bash; its lines that fail, and the answers that are refusals, must be those that it tells of. */
  async function runShell(t: Test, folder: string, { code }: Block, place: string): Promise<void> {
    writeFileSync(answers, '')
    const script = `set -o pipefail -E\ntrap 'echo "exit $?" >> failures' ERR\n${code.replaceAll(usual, address)}\ntrue\n`
    writeFileSync(join(folder, 'failures'), '')
    const { said } = await outcome(folder, 'bash', ['-c', script])
    const statuses = [...readFileSync(answers, 'utf8').matchAll(/^status (\d+)$/gm)].map(([, status]) => status!)
    const failures = readFileSync(join(folder, 'failures'), 'utf8').split('\n').filter(Boolean)
    const refused = [...statuses.filter((status) => !/^[23]/.test(status)), ...failures]
    t.same(refused.toSorted(), told(code).toSorted(), `${place}\n${said}`)
    if (told(code).length > 0) return
    for (const name of filesOf(code)) {
      const path = join(folder, name)
      t.ok(existsSync(path) && (statSync(path).isDirectory() || statSync(path).size > 0), `${place}: ${name}`)
    }
  }

  /** Shows a page with the block as its body; every picture and element of it must be drawn. */
  async function show(t: Test, { code }: Block, place: string): Promise<void> {
    const page = await opened()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(`${error}`))
    // of the service's origin: browsers ask before pages of others read from this machine
    const own = `${address}/example/`
    await page.route(`${address}/node_modules/quietzone/**`, (route) => {
      const { pathname } = new URL(route.request().url())
      return route.fulfill({ path: join(root, pathname.replace('/node_modules/quietzone/', '')) })
    })
    const body = `<!doctype html><title>Example</title>${code.replaceAll(usual, address)}`
    await page.route(own, (route) => route.fulfill({ contentType: 'text/html', body }))
    await page.goto(own)
    const drawn = await page.evaluate<boolean[]>(drawnThere)
    t.ok(drawn.length > 0 && drawn.every(Boolean), place)
    t.same(faults, [], place)
    await page.context().close()
  }

  for (const { path, blocks } of manual) {
    t.test(`the examples of ${path}`, async (t) => {
      const folder = join(work, path.replaceAll(/\W/g, '-'))
      mkdirSync(join(folder, 'node_modules'), { recursive: true })
      symlinkSync(root, join(folder, 'node_modules/quietzone'))
      for (const [i, block] of blocks.entries()) {
        const place = `${path}:${block.line}`
        const code = block.code.replaceAll(usual, address)
        if (block.language === 'sh') {
          if (jqAbsent && /^jq /m.test(code)) t.comment(`${place}: jq is not installed`)
          else await runShell(t, folder, block, place)
        } else if (block.language === 'js') {
          writeFileSync(join(folder, `${i}.mjs`), code)
          t.match(await outcome(folder, process.execPath, [`${i}.mjs`]), { code: 0 }, place)
        } else if (block.language === 'python') {
          if (pythonAbsent) t.comment(`${place}: Python is not installed`)
          else t.match(await outcome(folder, 'python3', ['-c', code]), { code: 0 }, place)
        } else if (block.language === 'html') {
          if (browserAbsent) t.comment(`${place}: ${browserAbsent}`)
          else await show(t, block, place)
        }
      }
    })
  }

  t.test('what examples print has been printed', async (t) => {
    t.ok(printer.printed.length >= 5)
    for (const text of printer.printed) t.match(text, /\^XA[\s\S]*\^XZ/)
  })

  t.teardown(closed)
}
