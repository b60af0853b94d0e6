/** A service that is killed in the middle of a batch; the clerk who finds it so brings the batch to its end with the keyboard. */

import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { addressOf, started } from '../cli/program.ts'
import { freePort } from '../free-port.ts'
import { violations } from '../pages/axe.ts'
import { absent, closed, type Visit, visit } from '../pages/browser.ts'
import { loopbackPrinter } from '../printing/channels/loopback-printer.ts'

const folder = mkdtempSync(join(tmpdir(), 'quietzone-jobs-'))
const paper = await loopbackPrinter()
const [printers, state] = [join(folder, 'printers.json'), join(folder, 'state')]
const port = await freePort()
const url = `http://127.0.0.1:${port}`
writeFileSync(
  printers,
  JSON.stringify([{ name: 'dock-3', address: paper.address, language: 'zpl', dpi: 300, stock: '4x6', zpl: 'rle' }]),
)

async function service() {
  const child = started(['serve'], { PORT: `${port}`, QZ_PRINTERS: printers, QZ_STATE: state, QZ_RATE_PER_MINUTE: '0' })
  child.stderr!.resume()
  await addressOf(child)
  child.stdout!.resume()
  return child
}

let running = await service()
t.teardown(async () => {
  await closed()
  running.kill('SIGKILL')
  await paper.close()
  rmSync(folder, { recursive: true })
})

const post = (path: string, headers = {}): Promise<Response> =>
  fetch(`${url}${path}`, { method: 'POST', headers: { 'Quietzone-Print': 'yes', ...headers } })

/** The labels that came out whole, in their order. */
const labels = (): string[] => paper.printed.flatMap((text) => text.match(/\^XA[\s\S]*?\^XZ/g) ?? [])

const said = (page: Visit['page'], selector: string, text: string | RegExp): Promise<void> =>
  page.locator(selector).filter({ hasText: text }).first().waitFor()

/** Presses Tab until the element has the focus. @throws Error if it never has */
async function tabTo(page: Visit['page'], isIt: string): Promise<void> {
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(`(({ id, innerText }) => ${isIt})(document.activeElement)`)) return
  }
  throw new Error(`Tab does not come to ${isIt}`)
}

t.test('a batch that was interrupted is brought to its end: each number is on one label', absent, async (t) => {
  const count = 40
  await post('/api/v1/counters/box?width=4')
  // it takes the first labels, and stalls
  paper.behaviour.reads = 50_000
  const words = encodeURIComponent('Bolts and washers for the shelves of the second floor\n'.repeat(6))
  const query = `type=qr&text=${encodeURIComponent('QZ-{serial:box}')}&caption=${words}&qty=${count}`
  const ordered = await post(`/api/v1/print?printer=dock-3&${query}`, { Prefer: 'respond-async' })
  t.equal(ordered.status, 202)
  await paper.until(() => labels().length >= 1 && paper.jobs.some(({ bytes }) => bytes >= paper.behaviour.reads))
  const here = await visit(`${url}/jobs`)
  const { page } = here
  await said(page, '#jobs li', 'printing')
  running.kill('SIGKILL')
  await once(running, 'close')
  await said(page, '#live', /does not answer/)
  // what the printer had not read is gone with its power
  for (const { socket } of paper.jobs) socket.destroy()
  paper.behaviour.reads = Number.POSITIVE_INFINITY
  const out = labels().length
  t.ok(out < count, `${out} labels are on the roll`)
  running = await service()
  await said(page, '#questions', /Is label \d+ on the roll\?/)
  t.same(await violations(page), [])
  const { SCREENS } = process.env
  if (SCREENS) await page.screenshot({ path: `${SCREENS}/killed.png`, fullPage: true })
  const asked = Number(/Is label (\d+) on/.exec(await page.locator('.question').innerText())?.[1])
  t.ok(asked <= out + 1, `it asks for label ${asked}, and ${out} are on the roll`)
  // the clerk looks at the roll
  if (out < asked) await tabTo(page, "innerText.startsWith('No:')")
  else if (out === asked) await tabTo(page, "innerText.startsWith('Yes:')")
  else {
    await tabTo(page, "id.startsWith('last-')")
    await page.keyboard.press('Control+a')
    await page.keyboard.type(`${out}`)
  }
  await page.keyboard.press('Enter')
  await said(page, '#told', `It goes on at label ${out + 1}.`)
  await said(page, '#jobs li', new RegExp(`done\\s*dock-3\\s.* ${count} labels`))
  t.ok(await page.locator('#waiting').isHidden())
  const all = labels()
  t.equal(all.length, count)
  t.equal(new Set(all).size, count, 'no label is there twice')
  const { counters } = (await (await fetch(`${url}/api/v1/counters?counter=box`)).json()) as { counters: object[] }
  t.match(counters, [{ next: count + 1, gaps: [] }])
  const faults = here.faults.filter((fault) => !/ERR_CONNECTION|ERR_INCOMPLETE|Failed to load|network/i.test(fault))
  t.same(faults, [])
  await here.close()
})
