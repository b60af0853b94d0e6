/** The page /zpl: a program in ZPL, the labels that it prints, and what is found about its commands. */

import { zpl } from '../words/zpl/en.ts'
import { byId, wireLanguageLinks } from './dom.ts'
import { refusalOf } from './fault-words.ts'
import { nameIn, saveFile, wireFiles } from './files.ts'
import { ChosenPrinter } from './print/chosen-printer.ts'
import { Remembered } from './remembered.ts'
import { type RequestOutcome, ServiceClient } from './service.ts'
import { words } from './words.ts'
import { Editor } from './zpl/editor.ts'
import { LabelView } from './zpl/label-view.ts'
import { clearFindings, FieldList, showFindings, textOf } from './zpl/lists.ts'
import { ProgramText } from './zpl/program-text.ts'
import { type Finding, isReport, type Label, type LabelField, type ProgramReport } from './zpl/report.ts'

/** Characters of the longest program that the address of the page has; longer ones are kept as long as the tab is open. */
const longestInAddress = 4000

const kinds = ['fault', 'warning', 'note'] as const

class ZplPage {
  readonly #service = new ServiceClient(refusalOf)
  readonly #form = byId('form', HTMLFormElement)
  readonly #size = byId('size', HTMLInputElement)
  readonly #dpi = byId('dpi', HTMLSelectElement)
  readonly #format = byId('format', HTMLSelectElement)
  readonly #stage = byId('stage', HTMLElement)
  readonly #previous = byId('previous', HTMLButtonElement)
  readonly #next = byId('next', HTMLButtonElement)
  readonly #save = byId('save', HTMLButtonElement)
  readonly #print = byId('print', HTMLButtonElement)
  readonly #kept: Remembered
  readonly #printer: ChosenPrinter
  readonly #editor = new Editor({ changed: () => this.#typed(), moved: (character) => this.#pointAt(character) })
  readonly #view = new LabelView((field) => this.#pick(field))
  readonly #fields = new FieldList()
  /** What the labels are of: the report of the program and the settings as they are; undefined while it is not known. */
  #report: ProgramReport | undefined
  /** Of the file that the program is from. */
  #fileName: string | undefined
  /** Which of its labels is shown, or will be. */
  #position = 0
  /** The field that is pointed at. */
  #pointed: LabelField | undefined
  #isBusy = false
  /** Whether the page shows something else than what is wanted. */
  #isWanted = false
  /** Ends a wait for the service. */
  #waiting = new AbortController()

  constructor() {
    // a byte is a character
    this.#kept = new Remembered('zpl', Number(this.#form.dataset.bytes), () => sessionStorage)
    this.#printer = new ChosenPrinter({
      ...{ service: this.#service, path: 'api/v1/print/zpl', isRemembered: false },
      changed: () => this.#adoptPrinter(),
    })
  }

  open(): void {
    wireLanguageLinks()
    wireFiles(byId('file', HTMLInputElement), ([file]) => void (file && this.#read(file)))
    this.#form.addEventListener('submit', (event) => event.preventDefault())
    this.#size.addEventListener('input', () => this.#setOtherwise())
    this.#dpi.addEventListener('change', () => this.#setOtherwise())
    this.#print.addEventListener('click', () => void this.#printLabels())
    this.#previous.addEventListener('click', () => this.#turnTo(this.#position - 1))
    this.#next.addEventListener('click', () => this.#turnTo(this.#position + 1))
    this.#save.addEventListener('click', () => void this.#saveLabels())
    byId('clear', HTMLButtonElement).addEventListener('click', () => {
      this.#editor.program = ProgramText.ofText('')
      this.#typed()
      this.#editor.focus()
    })
    window.addEventListener('hashchange', () => this.#restore())
    this.#restore()
  }

  async #read(file: File): Promise<void> {
    if (file.size > Number(this.#form.dataset.bytes)) return this.#showFault(zpl.tooLarge)
    this.#editor.program = ProgramText.ofFile(new Uint8Array(await file.arrayBuffer()))
    this.#fileName = file.name
    this.#changed()
  }

  /** The program is another, and no longer that of the file. */
  #typed(): void {
    this.#fileName = undefined
    this.#changed()
  }

  /** Labels of another size or head are not those of the printer. */
  #setOtherwise(): void {
    this.#printer.clear()
    this.#changed()
  }

  /** Labels are shown as the chosen printer prints them. */
  #adoptPrinter(): void {
    const { chosen } = this.#printer
    this.#print.hidden = chosen === undefined
    if (chosen === undefined) return
    const { dpi, stock } = chosen
    if ([...this.#dpi.options].some(({ value }) => value === dpi)) this.#dpi.value = dpi
    this.#size.value = stock
    this.#changed()
  }

  async #printLabels(): Promise<void> {
    const { bytes } = this.#editor.program
    const query = new URLSearchParams(this.#fileName === undefined ? {} : { name: this.#fileName.slice(0, 100) })
    const body = { type: 'application/zpl', bytes } as const
    await this.#printer.print(query, body, (text) => (byId('notice', HTMLElement).textContent = text))
  }

  /** The program or a setting is another: what is shown is old. */
  #changed(): void {
    this.#report = undefined
    this.#pointed = undefined
    this.#showFault('')
    this.#remember()
    this.#draw()
  }

  /** @param field  what is pointed at on that label */
  #turnTo(position: number, field?: LabelField): void {
    if (this.#report?.labels[position] === undefined || position === this.#position) return
    this.#position = position
    this.#pointed = field
    this.#draw()
  }

  /** Draws what is wanted, one request after the other; what changes meanwhile is drawn next. */
  async #draw(): Promise<void> {
    this.#isWanted = true
    this.#waiting.abort()
    this.#save.disabled = true
    if (this.#stage.dataset.state === 'shown') this.#stage.dataset.state = 'stale'
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      while (this.#isWanted) {
        this.#isWanted = false
        await this.#drawOnce()
      }
    } finally {
      this.#isBusy = false
    }
  }

  async #drawOnce(): Promise<void> {
    const { program } = this.#editor
    if (program.text.trim() === '') return this.#showNone()
    if (program.bytes.length > Number(this.#form.dataset.bytes)) return this.#showNone(zpl.tooLarge)
    if (this.#report === undefined) {
      const answer = await this.#answer('json', program)
      const report: unknown = await answer?.json().catch(() => undefined)
      if (this.#isWanted || answer === undefined) return
      if (!isReport(report)) return this.#again(this.#service.failed())
      this.#showReport(report)
    }
    const label = this.#report?.labels[this.#position]
    if (label === undefined) return this.#showNoLabel(zpl.noLabel)
    const picture = await (await this.#answer('png', program, label))?.blob()
    if (picture !== undefined && !this.#isWanted) await this.#show(picture, label)
  }

  /** Asks for the report, or for the picture of a label. @returns undefined if there is none, which the page then says */
  async #answer(format: 'json' | 'png', program: ProgramText, label?: Label): Promise<Response | undefined> {
    await this.#pause(this.#service.waitTime())
    if (this.#isWanted) return undefined
    const outcome = await this.#ask(format, program, label)
    if (outcome.kind === 'done') return outcome.response
    if (this.#isWanted) return undefined
    if (outcome.kind === 'refused') {
      const isOfSize = outcome.faults.some(({ parameter }) => parameter === 'size')
      this.#showNone(outcome.message, isOfSize)
    } else await this.#again(outcome)
    return undefined
  }

  #ask(format: string, { bytes }: ProgramText, label?: Label): Promise<RequestOutcome> {
    const query = new URLSearchParams({ ...this.#settings(), format })
    if (label !== undefined) query.set('index', String(label.index))
    return this.#service.ask(`api/v1/zpl?${query}`, undefined, { body: { type: 'application/zpl', bytes } })
  }

  #settings(): { readonly dpi: string; readonly size?: string } {
    const size = this.#size.value.trim()
    return { dpi: this.#dpi.value, ...(size !== '' && { size }) }
  }

  /** Waits as long as the service says, or until something else is wanted, to ask again. */
  async #again({ kind, seconds }: Extract<RequestOutcome, { kind: 'later' | 'unanswered' }>): Promise<void> {
    this.#tell(kind === 'later' ? words.service.later(seconds) : words.service.unanswered(seconds))
    await this.#pause(seconds * 1000)
    this.#isWanted = true
  }

  #pause(milliseconds: number): Promise<void> {
    if (milliseconds <= 0) return Promise.resolve()
    this.#waiting = new AbortController()
    const { signal } = this.#waiting
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  #showReport(report: ProgramReport): void {
    this.#report = report
    this.#position = Math.max(0, Math.min(this.#position, report.labels.length - 1))
    const { program } = this.#editor
    const inOrder = kinds.flatMap((kind) => report.findings.filter((finding) => finding.kind === kind))
    this.#editor.mark(inOrder.map(({ offset, kind }) => ({ ...program.commandAt(offset), kind })))
    showFindings(report.findings, (finding) => this.#pick(finding))
  }

  async #show(picture: Blob, label: Label): Promise<void> {
    const isShown = await this.#view.show(picture, label)
    if (this.#isWanted) return
    if (!isShown) return this.#again(this.#service.failed())
    this.#fields.show(label, (field) => this.#pick(field))
    const count = this.#report?.labels.length ?? 0
    byId('which', HTMLElement).textContent = zpl.which(this.#position + 1, count)
    this.#previous.disabled = this.#position === 0
    this.#next.disabled = this.#position >= count - 1
    this.#save.disabled = false
    this.#stage.dataset.state = 'shown'
    this.#point(this.#pointed)
  }

  /** Shows that nothing is drawn: there is no program, or the service refuses it. */
  #showNone(fault = '', isOfSize = false): void {
    this.#report = undefined
    this.#editor.mark([])
    clearFindings()
    this.#showNoLabel(fault === '' ? undefined : '')
    this.#showFault(fault, isOfSize)
  }

  /** @param note  what stands in the place of the label; by default what to do */
  #showNoLabel(note?: string): void {
    this.#view.clear(note)
    this.#fields.clear()
    byId('which', HTMLElement).textContent = ''
    this.#tell('')
    this.#previous.disabled = true
    this.#next.disabled = true
    this.#stage.dataset.state = 'empty'
  }

  #showFault(message: string, isOfSize = false): void {
    const fault = byId('fault', HTMLElement)
    fault.textContent = message
    fault.hidden = message === ''
    byId('save-fault', HTMLElement).hidden = true
    if (isOfSize) this.#size.setAttribute('aria-invalid', 'true')
    else this.#size.removeAttribute('aria-invalid')
  }

  #tell(text: string): void {
    byId('info', HTMLElement).textContent = text
  }

  /** Selects the command of a finding or a field in the text, which shows its field in the picture. */
  #pick({ offset }: Finding | LabelField): void {
    // after a change its place may be another
    if (this.#report !== undefined) this.#editor.select(this.#editor.program.commandAt(offset))
  }

  /** Shows the field that a character of the text belongs to; if another label has it alone, that label. */
  #pointAt(character: number): void {
    if (this.#report === undefined || this.#stage.dataset.state !== 'shown') return
    const { program } = this.#editor
    const { from, to } = program.fieldAt(character)
    const isOfIt = ({ offset }: LabelField): boolean => {
      const place = program.characterAt(offset)
      return place >= from && place < to
    }
    const { labels } = this.#report
    const here = labels[this.#position]?.fields.find(isOfIt)
    const elsewhere = here === undefined ? labels.findIndex(({ fields }) => fields.some(isOfIt)) : -1
    if (elsewhere >= 0) this.#turnTo(elsewhere, labels[elsewhere]?.fields.find(isOfIt))
    else this.#point(here)
  }

  #point(field: LabelField | undefined): void {
    this.#pointed = field
    const label = this.#report?.labels[this.#position]
    this.#view.point(field)
    this.#fields.point(field)
    if (label === undefined) return
    const { width, height, copies } = label
    const measures = [zpl.measure(width, height), ...(copies > 1 ? [zpl.copies(copies)] : [])].join(', ')
    this.#tell(field === undefined ? measures : textOf(field))
  }

  async #saveLabels(): Promise<void> {
    const format = this.#format.value
    const label = this.#report?.labels[this.#position]
    if (label === undefined) return
    const isOfOne = format === 'png' || format === 'svg'
    const outcome = await this.#ask(format, this.#editor.program, isOfOne ? label : undefined)
    const fault = byId('save-fault', HTMLElement)
    fault.hidden = outcome.kind === 'done'
    if (outcome.kind === 'done') {
      const { response } = outcome
      return saveFile(await response.blob(), nameIn(response) ?? `label.${format}`)
    }
    fault.textContent = outcome.kind === 'unanswered' ? zpl.unanswered : outcome.message
  }

  /** Keeps the settings, and a short program, in the fragment of the address, which browsers do not send, and a longer one in this tab. */
  #remember(): void {
    const { text, isText, bytes } = this.#editor.program
    const isShort = isText && text.length <= longestInAddress
    const kept = isShort ? { zpl: text } : {}
    if (isShort) this.#kept.forget()
    else this.#kept.keep(charactersOf(bytes))
    history.replaceState(null, '', `#${new URLSearchParams({ ...this.#settings(), ...kept })}`)
  }

  #restore(): void {
    const given = new URLSearchParams(location.hash.slice(1))
    const text = given.get('zpl')
    const kept = this.#kept.text
    if (text !== null) this.#editor.program = ProgramText.ofText(text)
    else if (kept !== undefined)
      this.#editor.program = ProgramText.ofFile(Uint8Array.from(kept, (byte) => byte.charCodeAt(0)))
    this.#size.value = given.get('size') ?? this.#size.value
    const dpi = given.get('dpi')
    if ([...this.#dpi.options].some(({ value }) => value === dpi)) this.#dpi.value = dpi!
    this.#changed()
  }
}

/** A character for each byte. */
function charactersOf(bytes: Uint8Array): string {
  let text = ''
  // as many as may be arguments of a function
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}

new ZplPage().open()
