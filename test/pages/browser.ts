import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import type { Test } from 'tap'
import type { Symbology } from '../../symbologies/index.ts'
import { pngPicture } from '../oracle/picture.ts'
import { type Picture, zxingTexts } from '../oracle/zxing.ts'
import { all, inLongRun } from '../random.ts'

const whole = '/usr/bin/chromium'
/** The same engine with neither windows nor a viewer of PDF, in half of the CPU time. Files of the long run have what people have. */
const shell = '/usr/bin/chromium-headless-shell'
const isLongFile = process.env.TEST_FILES?.includes('.long.test.') ?? false
const executablePath = !isLongFile && !all && existsSync(shell) ? shell : whole

/** Why no browser can be driven here, or false. */
export const browserAbsent = !existsSync(executablePath) && `no Chromium at ${executablePath} (Debian: chromium)`

export const absent = { skip: browserAbsent }
/** Options of a test in a browser that only the long run has: npm test has one or two of each part of a page. */
export const absentOrBrief = { skip: browserAbsent || inLongRun.skip }

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

let browser: Promise<Browser> | undefined

/** One browser for each file of tests, started by the first that needs it. */
function launched(): Promise<Browser> {
  browser ??= chromium.launch({ executablePath, args: flags })
  return browser
}

/** For pages in the size of a screen. What is waited for may take a slow machine long; what never comes is a failure all the same. */
async function contextOf(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await (await launched()).newContext({ viewport: { width: 1280, height: 860 }, ...options })
  context.setDefaultTimeout(120_000)
  return context
}

/** An empty page of its own. */
export async function opened(): Promise<Page> {
  return (await contextOf()).newPage()
}

export async function closed(): Promise<void> {
  await (await browser)?.close()
}

/** A page, with its faults and the answers that it got. */
export interface Visit {
  readonly page: Page
  /** Console errors and warnings, exceptions, violations of the security policy, requests to others than `origin`. */
  readonly faults: string[]
  /** Every answer of the API that the page got, but for the `lists`: status and path with query. */
  readonly answers: { readonly status: number; readonly target: string }[]
  close(): Promise<void>
}

/** What every visit asks for once, at a moment of its own. */
const lists: ReadonlySet<string> = new Set(['/api/v1/printers', '/api/v1/designs'])

/** Counts calls of print() instead of showing its dialog. */
const withoutDialog = 'window.printed = 0; window.print = () => { document.body.dataset.printed = ++window.printed }'
const reportViolations =
  'addEventListener("securitypolicyviolation", (e) => console.error(e.violatedDirective + ": " + e.blockedURI))'

export async function visit(url: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await contextOf(options)
  const page = await context.newPage()
  const { origin } = new URL(url)
  const faults: string[] = []
  const answers: Visit['answers'] = []
  page.on('console', (message) => {
    // the page reports refusals of the service; the browser logs them as well
    const refusal = /^Failed to load resource: .* status of 4\d\d/.test(message.text())
    if (refusal && message.location().url.startsWith(`${origin}/api/v1/`)) return
    if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`exception: ${error}`))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith(`blob:${origin}/`)) {
      faults.push(`request: ${request.url()}`)
    }
  })
  page.on('response', (response) => {
    const { pathname, search } = new URL(response.url())
    if (pathname.startsWith('/api/') && !lists.has(pathname))
      answers.push({ status: response.status(), target: pathname + search })
  })
  if (options.javaScriptEnabled !== false) await page.addInitScript(`${withoutDialog}; ${reportViolations}`)
  await page.goto(url)
  return { page, faults, answers, close: () => context.close() }
}

/** Waits until the page shows the picture of the form's values; `words` distinguish it from the one before. */
export async function drawn(page: Page, words: RegExp): Promise<void> {
  await page.locator('#stage[data-state=shown]').waitFor()
  await page.locator('#status').filter({ hasText: words }).waitFor({ state: 'attached' })
}

/** A screenshot of the preview. */
export async function seen(page: Page): Promise<Picture> {
  return pngPicture(await page.locator('#paper').screenshot())
}

export function numberIn(page: Page, expression: string): Promise<number> {
  return page.evaluate<number>(expression)
}

/** Opens the page, lets `use` act on it, and expects no fault. */
export async function visited(t: Test, url: string, use: (visit: Visit) => Promise<void>): Promise<void> {
  const here = await visit(url)
  await use(here)
  t.same(here.faults, [], 'no error, no violation of the policy, no request to others')
  await here.close()
}

export async function read(t: Test, picture: Picture, symbology: Symbology, text: string): Promise<void> {
  t.strictSame(await zxingTexts(picture, symbology), [text], `${symbology} reads as ${text}`)
}

/** The highlighted modules, read from the page's shapes: 'column,row' of each module, in a linear symbol row 0. */
export async function lit(page: Page): Promise<string[]> {
  const shapes = await page.evaluate<string>(
    `[...document.querySelectorAll('.lit-dark, .lit-light')].map((path) => path.getAttribute('d') ?? '').join('')`,
  )
  const pitch = (await page.locator('#frame svg.linear').count()) > 0 ? 10 : 1
  return [...shapes.matchAll(/M(-?\d+) (-?\d+)h1/g)].map(([, x, y]) => `${x},${Number(y) / pitch}`).sort()
}

/** The ratio of lightness between each text and its background (WCAG 2.2, 1.4.3), if it is below 4.5. */
export const faintTexts = `(() => {
  const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number)
  const light = (colour) => {
    const [r, g, b] = numbers(colour).map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const groundOf = (element) => {
    const colour = getComputedStyle(element).backgroundColor
    return (numbers(colour)[3] ?? 1) === 1 ? colour : groundOf(element.parentElement)
  }
  const texts = [...document.querySelectorAll('body *')].filter((element) =>
    element.checkVisibility() && [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
  return texts.flatMap((element) => {
    const [a, b] = [light(getComputedStyle(element).color), light(groundOf(element))].sort((a, b) => b - a)
    const ratio = (a + 0.05) / (b + 0.05)
    return ratio < 4.5 ? [ratio.toFixed(1) + ' ' + element.outerHTML.slice(0, 80)] : []
  })
})()`
