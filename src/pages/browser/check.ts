/** The page /check: pictures of symbols, which a worker checks one after the other; PDFs and SVGs are checked by the service. */

import { boundFile, PictureError, unreadablePng } from '../../reader/check/png/png.ts'
import type { Report, SeenModules } from '../../reader/check/report.ts'
import { askedGrade, type GradeReport } from '../../reader/grade/report.ts'
import type { CheckQuestion, Reply } from './checker.ts'
import { byId, wireLanguageLinks } from './dom.ts'
import { filesIn, wireFiles } from './files.ts'
import type { Grading } from './grades.ts'
import { ServiceClient } from './service.ts'
import { type CheckOutcome, PictureList, ResultView, summaryOf, type VerdictEntry } from './verdict.ts'
import { words } from './words.ts'

/** The most pictures at a time. */
const mostFiles = 200
/** Milliseconds without a key press before pictures are checked for a new text. */
const pause = 300
/** Milliseconds of checking before the button to stop it appears. */
const stopAfter = 500

class CheckPage {
  readonly #pictures = new PictureList()
  readonly #result = new ResultView()
  readonly #checker = new Checker()
  readonly #service = new ServiceClient()
  readonly #form = byId('form', HTMLFormElement)
  readonly #chosen = byId('files', HTMLInputElement)
  readonly #type = byId('type', HTMLSelectElement)
  readonly #page = byId('page', HTMLInputElement)
  readonly #text = byId('text', HTMLTextAreaElement)
  readonly #application = byId('application', HTMLSelectElement)
  readonly #profile = byId('profile', HTMLSelectElement)
  readonly #graded = byId('graded', HTMLSelectElement)
  readonly #dpi = byId('dpi', HTMLInputElement)
  readonly #asked = byId('asked', HTMLInputElement)
  readonly #stopping = byId('stop', HTMLButtonElement)
  readonly #status = byId('status', HTMLElement)
  #entries: readonly VerdictEntry[] = []
  #selected: VerdictEntry | undefined
  /** Counts how often all pictures were checked from the start; results of an earlier round are ignored. */
  #round = 0
  #busy = false
  /** Aborted when the current round ends. */
  #asking = new AbortController()
  #timer: number | undefined

  open(): void {
    wireLanguageLinks()
    this.#form.reset()
    wireFiles(this.#chosen, (files) => this.#take(files))
    document.addEventListener('paste', (event) => {
      const files = filesIn(event.clipboardData)
      if (files.length > 0) event.preventDefault()
      this.#take(files)
    })
    this.#form.addEventListener('submit', (event) => event.preventDefault())
    const written: readonly Element[] = [this.#page, this.#text, this.#dpi, this.#asked]
    for (const control of [this.#type, this.#application, this.#profile, this.#graded, ...written]) {
      control.addEventListener('input', () => {
        this.#heedGrading()
        this.#abandon()
        clearTimeout(this.#timer)
        this.#timer = window.setTimeout(() => this.#checkAll(), written.includes(control) ? pause : 0)
      })
    }
    this.#stopping.addEventListener('click', () => this.#stopChecking())
    this.#checker.start()
  }

  /** Replaces the pictures by these and checks them. */
  #take(files: readonly File[]): void {
    if (files.length === 0) return
    const tooMany = files.length > mostFiles
    this.#refuse(tooMany ? words.check.tooMany(files.length, mostFiles) : '')
    if (tooMany) return
    this.#entries = files.map((file) => ({ file }))
    byId('page-field', HTMLElement).hidden = files.every((file) => drawnType(file) !== 'application/pdf')
    byId('healing', HTMLElement).hidden = files.every(({ type }) => !healedTypes.includes(type))
    this.#selected = this.#entries[0]
    this.#pictures.fill(this.#entries, (entry) => this.#select(entry))
    this.#checkAll()
  }

  #refuse(message: string, wrong: readonly Element[] = message === '' ? [] : [this.#chosen]): void {
    const fault = byId('fault', HTMLElement)
    fault.textContent = message
    fault.hidden = message === ''
    for (const field of [this.#chosen, this.#dpi, this.#asked]) {
      if (wrong.includes(field)) field.setAttribute('aria-invalid', 'true')
      else field.removeAttribute('aria-invalid')
    }
  }

  /** Shows the fields for grades where these are wanted, and what is wrong with them. */
  #heedGrading(): void {
    const isWanted = this.#graded.value !== ''
    for (const field of document.querySelectorAll<HTMLElement>('[data-grading]')) field.hidden = !isWanted
    const isDpi = this.#dpi.value === '' || isResolution(this.#dpi.value)
    const isAsked = this.#asked.value === '' || askedGrade(this.#asked.value) !== undefined
    const wrong = isWanted ? [...(isDpi ? [] : [this.#dpi]), ...(isAsked ? [] : [this.#asked])] : []
    const said = [...(isDpi ? [] : [words.grades.dpiWrong]), ...(isAsked ? [] : [words.grades.askedWrong])]
    this.#refuse(isWanted ? said.join(' ') : '', wrong)
  }

  /** What the fields for grades say, as far as it has their form; undefined if nothing is to be graded. */
  #grading(): Grading | undefined {
    if (this.#graded.value === '') return undefined
    const [dpi, asked] = [this.#dpi.value.trim(), this.#asked.value.trim()]
    return {
      dpi: isResolution(dpi) ? dpi : '',
      grade: askedGrade(asked) === undefined ? 'true' : asked,
      type: this.#type.value,
    }
  }

  async #checkAll(): Promise<void> {
    this.#abandon()
    if (this.#entries.length === 0) return
    const mine = this.#round
    this.#busy = true
    for (const entry of this.#entries) delete entry.outcome
    this.#show()
    const slow = setTimeout(() => {
      if (mine === this.#round) this.#stopping.hidden = false
    }, stopAfter)
    for (const entry of this.#entries) {
      const outcome = await this.#outcomeOf(entry.file)
      if (mine !== this.#round) break
      entry.outcome = outcome
      this.#show(entry)
    }
    clearTimeout(slow)
    if (mine === this.#round) this.#finish()
  }

  /** Ends the current round; its results are no longer wanted. */
  #abandon(): void {
    if (this.#busy) this.#checker.stop()
    this.#asking.abort()
    this.#asking = new AbortController()
    this.#busy = false
    this.#round++
    this.#status.textContent = ''
  }

  async #outcomeOf(file: File): Promise<CheckOutcome> {
    const tooLarge = reportOnSize(file)
    if (tooLarge !== undefined) return { check: { report: tooLarge, seen: [] } }
    const grading = this.#grading()
    const type = drawnType(file)
    if (type !== undefined) return this.#outcomeOfPage(file, type, grading)
    const reply = await this.#checker.ask({
      file,
      type: this.#type.value,
      text: this.#text.value,
      application: this.#application.value,
      profile: this.#profile.value,
      dpi: grading?.dpi ?? '',
      grade: grading?.grade ?? '',
    })
    return 'failed' in reply
      ? { refused: words.check.failed(reply.failed) }
      : { check: reply, ...(grading && { grading }) }
  }

  /** Asks the service for the report on a file that has to be drawn. */
  async #outcomeOfPage(file: File, type: DrawnType, grading: Grading | undefined): Promise<CheckOutcome> {
    const given = {
      type: this.#type.value,
      text: this.#text.value,
      application: this.#application.value,
      profile: this.#profile.value,
      modules: 'true',
      page: type === 'application/pdf' && this.#page.validity.valid ? this.#page.value : '',
      dpi: grading?.dpi ?? '',
      grade: grading?.grade ?? '',
    }
    const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''))
    const bytes = new Uint8Array(await file.arrayBuffer())
    const outcome = await this.#service
      .ask(`api/v1/check?${query}`, this.#asking.signal, { body: { type, bytes } })
      .catch(() => undefined)
    if (outcome === undefined) return { refused: words.check.stopped }
    if (outcome.kind === 'unanswered') return { refused: words.grades.unanswered }
    if (outcome.kind !== 'done') return { refused: outcome.message }
    const { grades, ...judged } = (await outcome.response.json()) as Report & { readonly grades?: GradeReport }
    const { report, seen } = withoutModules(judged)
    return { check: { report, seen, ...(grades && { grades }) }, ...(grading && { grading }) }
  }

  /** Shows the state of all pictures; `changed` is the only one with a new outcome. */
  #show(changed?: VerdictEntry): void {
    this.#pictures.show(this.#selected)
    if (this.#selected !== undefined && (changed === undefined || changed === this.#selected))
      this.#result.show(this.#selected)
    this.#pictures.offerAll(this.#entries)
  }

  #select(entry: VerdictEntry): void {
    this.#selected = entry
    this.#pictures.show(this.#selected)
    this.#result.show(entry)
  }

  #finish(): void {
    this.#busy = false
    this.#stopping.hidden = true
    this.#status.textContent = summaryOf(this.#entries)
  }

  /** Stops on request; pictures that have not been checked stay so. */
  #stopChecking(): void {
    this.#abandon()
    for (const entry of this.#entries) entry.outcome ??= { refused: words.check.stopped }
    this.#show()
    this.#finish()
  }
}

/** The report without the modules of its symbols, and these: it is then as it is for a picture. */
function withoutModules({ symbols, modules: _, ...report }: Report): {
  readonly report: Report
  readonly seen: readonly SeenModules[]
} {
  const seen = symbols.flatMap(({ modules }) => (modules === undefined ? [] : [modules]))
  return { report: { ...report, symbols: symbols.map(({ modules: _, ...symbol }) => symbol) }, seen }
}

/** What the page /heal makes labels of. */
const healedTypes: readonly string[] = ['application/pdf', 'image/png', 'image/jpeg']

/** Files that have no pixels: the service draws them. */
type DrawnType = 'application/pdf' | 'image/svg+xml'

function drawnType({ type, name }: File): DrawnType | undefined {
  if (type === 'application/pdf' || /\.pdf$/i.test(name)) return 'application/pdf'
  return type === 'image/svg+xml' || /\.svg$/i.test(name) ? 'image/svg+xml' : undefined
}

/** Pixels an inch that pictures have. */
const isResolution = (text: string): boolean =>
  /^[0-9]{2,4}(\.[0-9]{1,4})?$/.test(text) && Number(text) >= 50 && Number(text) <= 9600

/** The report on a file that is too large to be read at all. */
function reportOnSize(file: File): Report | undefined {
  try {
    boundFile(file.size)
    return undefined
  } catch (error) {
    if (error instanceof PictureError) return unreadablePng(error)
    throw error
  }
}

/** The checker in its worker: questions are posted one after the other, and replies come back in the same order. */
class Checker {
  /** What the worker runs, as the page tells. The policy accepts no other URL. */
  readonly #address: string | URL
  #worker: Worker | undefined
  #waiting: ((reply: Reply) => void)[] = []

  constructor() {
    const address = byId('form', HTMLFormElement).dataset.checker ?? ''
    const policy = window.trustedTypes?.createPolicy('checker', { createScriptURL: () => address })
    this.#address = policy?.createScriptURL(address) ?? address
  }

  /** Starts the checker if it is not running, so that the first question does not wait for it. */
  start(): Worker {
    this.#worker ??= this.#started()
    return this.#worker
  }

  #started(): Worker {
    const fresh = new Worker(this.#address, { type: 'module' })
    fresh.addEventListener('message', ({ data }: MessageEvent<Reply>) => this.#waiting.shift()?.(data))
    fresh.addEventListener('error', ({ message = 'the checker does not start' }) => {
      const left = this.#waiting
      this.stop()
      for (const reply of left) reply({ failed: message })
    })
    return fresh
  }

  ask(question: CheckQuestion): Promise<Reply> {
    this.start().postMessage(question)
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** Stops the worker; questions that are still open get no reply. */
  stop(): void {
    this.#worker?.terminate()
    this.#worker = undefined
    this.#waiting = []
  }
}

declare global {
  interface Window {
    /** Trusted Types, if the browser has them: URLs of scripts must come from a policy. */
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(address: string): string },
      ): {
        createScriptURL(address: string): URL
      }
    }
  }
}

new CheckPage().open()
