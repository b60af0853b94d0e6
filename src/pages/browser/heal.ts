/** The page /heal: a document as labels whose symbols are drawn again, before and after, saved or printed. */

import { heal } from '../words/heal/en.ts'
import { byId, wireLanguageLinks } from './dom.ts'
import { refusalOf } from './fault-words.ts'
import { nameIn, saveFile, wireFiles } from './files.ts'
import { Gallery } from './heal/gallery.ts'
import { type DocumentReport, isHealed, isReport, type LabelPictures } from './heal/report.ts'
import { ChosenPrinter } from './print/chosen-printer.ts'
import { questionPanel } from './question.ts'
import { Remembered } from './remembered.ts'
import { type Body, type Fault, Latest, notDoneText, passed, type RequestOutcome, ServiceClient } from './service.ts'

interface Document {
  readonly name: string
  readonly body: Body
}

/** Formats of one label. */
const pictureFormats: readonly string[] = ['png', 'svg']
/** The longest name of a job, in characters. */
const longestName = 100

class HealPage {
  readonly #service = new ServiceClient(refusalOf)
  readonly #form = byId('form', HTMLFormElement)
  readonly #size = byId('size', HTMLInputElement)
  readonly #dpi = byId('dpi', HTMLSelectElement)
  readonly #fit = byId('fit', HTMLSelectElement)
  readonly #split = byId('split', HTMLInputElement)
  readonly #format = byId('format', HTMLSelectElement)
  readonly #save = byId('save', HTMLButtonElement)
  readonly #print = byId('print', HTMLButtonElement)
  readonly #again = byId('again', HTMLButtonElement)
  readonly #stage = byId('stage', HTMLElement)
  readonly #invitation = byId('summary', HTMLElement).textContent
  /** The settings of the last visit. */
  readonly #kept = new Remembered('heal', 500)
  readonly #latest = new Latest()
  readonly #printer: ChosenPrinter
  readonly #gallery = new Gallery({
    pictures: (index) => this.#picturesOf(index),
    save: (index) => this.#saveLabels(index),
  })
  #document: Document | undefined
  /** What the labels are of: the document and the settings as they are; undefined while it is not known. */
  #report: DocumentReport | undefined
  #question: HTMLElement | undefined

  constructor() {
    this.#restore()
    this.#printer = new ChosenPrinter({
      ...{ service: this.#service, path: 'api/v1/heal', isRemembered: true },
      changed: () => this.#adoptPrinter(),
    })
  }

  open(): void {
    wireLanguageLinks()
    wireFiles(byId('file', HTMLInputElement), ([file]) => void (file && this.#take(file)))
    this.#form.addEventListener('submit', (event) => event.preventDefault())
    for (const control of [this.#size, this.#dpi]) control.addEventListener('change', () => this.#setOtherwise())
    for (const control of [this.#fit, this.#split]) control.addEventListener('change', () => this.#changed())
    this.#format.addEventListener('change', () => this.#arrange())
    this.#again.addEventListener('click', () => this.#changed())
    this.#save.addEventListener('click', () => void this.#saveLabels())
    this.#print.addEventListener('click', () => this.#askToPrint())
  }

  async #take(file: File): Promise<void> {
    if (file.size > Number(this.#form.dataset.bytes)) {
      this.#document = undefined
      this.#changed()
      return this.#showFault(heal.tooLarge)
    }
    const bytes = new Uint8Array(await file.arrayBuffer())
    this.#document = { name: file.name, body: { type: typeOf(file), bytes } }
    this.#changed()
  }

  /** Labels of another size or head are not those of the printer. */
  #setOtherwise(): void {
    if (this.#printer.chosen === undefined) this.#changed()
    else this.#printer.clear()
  }

  /** Labels are drawn as the chosen printer prints them. */
  #adoptPrinter(): void {
    const { chosen } = this.#printer
    this.#print.hidden = chosen === undefined
    if (chosen !== undefined) {
      const { dpi, stock } = chosen
      if ([...this.#dpi.options].some(({ value }) => value === dpi)) this.#dpi.value = dpi
      this.#size.value = stock
    }
    this.#changed()
  }

  /** The document or a setting is another: what is shown is old. */
  #changed(): void {
    this.#report = undefined
    this.#question?.remove()
    this.#showFault('')
    this.#kept.keep(new URLSearchParams(this.#settings()).toString())
    if (this.#document === undefined) {
      this.#latest.abort()
      this.#gallery.clear()
      this.#tell(this.#invitation)
      this.#stage.dataset.state = 'empty'
    } else {
      this.#tell(heal.healing)
      this.#stage.dataset.state = 'stale'
      void this.#latest.start((signal) => this.#draw(signal))
    }
    this.#arrange()
  }

  async #draw(signal: AbortSignal): Promise<void> {
    const outcome = await this.#ask({ format: 'json', pictures: 'true' }, signal)
    const report: unknown = outcome.kind === 'done' ? await outcome.response.json().catch(() => undefined) : undefined
    signal.throwIfAborted()
    if (!isReport(report)) return this.#showNone(outcome.kind === 'done' ? this.#service.failed() : outcome)
    this.#report = report
    this.#gallery.show(report)
    this.#tell(summaryOf(report))
    this.#stage.dataset.state = 'shown'
    this.#arrange()
  }

  async #picturesOf(index: number): Promise<LabelPictures | { readonly why: string }> {
    const { signal } = this.#latest
    try {
      const outcome = await this.#ask({ format: 'json', pictures: 'true', index: `${index}` }, signal)
      if (outcome.kind !== 'done') return { why: notDoneText(outcome, heal) }
      const report: unknown = await outcome.response.json()
      const [label] = isReport(report) ? report.pages : []
      return label?.pictures ?? { why: heal.unanswered }
    } catch {
      return { why: heal.unanswered }
    }
  }

  /** Sends the document with the settings as they are. @throws if the signal is aborted */
  async #ask(query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<RequestOutcome> {
    const { body } = this.#document!
    await passed(this.#service.waitTime(), signal)
    const asked = new URLSearchParams({ ...this.#settings(), ...query })
    return this.#service.ask(`api/v1/heal?${asked}`, signal, { body })
  }

  /** The settings that are not as they are by themselves. */
  #settings(): Readonly<Record<string, string>> {
    const [size, split] = [sizeIn(this.#size.value), this.#split.value.trim().replace('×', 'x')]
    return {
      ...{ dpi: this.#dpi.value, fit: this.#fit.value },
      ...(size !== '' && { size }),
      ...(split !== '' && { split }),
    }
  }

  /** Shows that there are no labels, and why. */
  #showNone(outcome: Exclude<RequestOutcome, { kind: 'done' }>): void {
    this.#gallery.clear()
    this.#tell('')
    this.#stage.dataset.state = 'empty'
    this.#showFault(notDoneText(outcome, heal), outcome.kind === 'refused' ? outcome.faults : [])
    this.#again.hidden = outcome.kind === 'refused'
  }

  #showFault(message: string, faults: readonly Fault[] = []): void {
    const fault = byId('fault', HTMLElement)
    fault.textContent = message
    fault.hidden = message === ''
    byId('save-fault', HTMLElement).hidden = true
    this.#again.hidden = true
    for (const control of [this.#size, this.#split]) {
      if (faults.some(({ parameter }) => parameter === control.name)) control.setAttribute('aria-invalid', 'true')
      else control.removeAttribute('aria-invalid')
    }
  }

  #tell(text: string): void {
    byId('summary', HTMLElement).textContent = text
  }

  /** Lets labels be saved and printed as soon as they are known. */
  #arrange(): void {
    const count = this.#report?.pages.length ?? 0
    this.#save.disabled = count === 0 || (count > 1 && pictureFormats.includes(this.#format.value))
    this.#print.disabled = count === 0
  }

  /** @param index  of the only label that is saved, from 0; all of them if undefined */
  async #saveLabels(index?: number): Promise<void> {
    const format = this.#format.value
    const fault = byId('save-fault', HTMLElement)
    try {
      const one = index === undefined ? {} : { index: `${index}` }
      const outcome = await this.#ask({ format, ...one }, this.#latest.signal)
      fault.hidden = outcome.kind === 'done'
      if (outcome.kind !== 'done') fault.textContent = notDoneText(outcome, heal)
      else saveFile(await outcome.response.blob(), nameIn(outcome.response) ?? `labels.${format}`)
    } catch (error) {
      if (!this.#latest.signal.aborted) throw error
    }
  }

  /** Asks before labels are used up. */
  #askToPrint(): void {
    const { chosen } = this.#printer
    const count = this.#report?.pages.length
    if (chosen === undefined || count === undefined) return
    this.#question?.remove()
    const close = (): void => {
      this.#question?.remove()
      this.#print.focus()
    }
    this.#question = questionPanel(heal.ask(chosen.name, count), [
      [
        heal.yes(count),
        () => {
          close()
          void this.#printLabels()
        },
      ],
      [heal.no, close],
    ])
    byId('notice', HTMLElement).before(this.#question)
    this.#question.querySelector('button')?.focus()
  }

  async #printLabels(): Promise<void> {
    const { name, body } = this.#document!
    // resolution and size are those of the printer
    const { dpi: _, size: __, ...settings } = this.#settings()
    const query = new URLSearchParams({ ...settings, name: name.slice(0, longestName) })
    await this.#printer.print(query, body, (text) => (byId('notice', HTMLElement).textContent = text))
  }

  #restore(): void {
    const given = new URLSearchParams(this.#kept.text ?? '')
    for (const control of [this.#size, this.#split]) control.value = given.get(control.name) ?? ''
    for (const control of [this.#dpi, this.#fit]) {
      const value = given.get(control.name)
      if ([...control.options].some((option) => option.value === value)) control.value = value!
    }
  }
}

function summaryOf({ pages }: DocumentReport): string {
  const symbols = pages.flatMap((page) => page.symbols)
  if (symbols.length === 0) return heal.noSymbol(pages.length)
  const healed = symbols.filter(isHealed).length
  return heal.found(pages.length, healed, symbols.length - healed)
}

/** A size as the API takes it: people write sides with blanks, a multiplication sign, or the decimal sign of their language. */
function sizeIn(text: string): string {
  const size = text.trim()
  const [, across, along, unit = ''] = /^([\d.,]+)\s*[x×*]\s*([\d.,]+)\s*(mm|in)?$/i.exec(size) ?? []
  if (across === undefined || along === undefined) return size
  return `${across}x${along}${unit.toLowerCase()}`.replaceAll(',', '.')
}

/** What a file says that it is; the service finds out what else there is. */
function typeOf({ type, name }: File): Body['type'] {
  if (type === 'application/pdf' || /\.pdf$/i.test(name)) return 'application/pdf'
  if (type === 'image/png' || type === 'image/jpeg') return type
  return 'application/octet-stream'
}

new HealPage().open()
