/** The page /: a form, its drawing, and what is done with that; one label, a barcode alone, or labels of many rows. */

import { ContentForms } from './contents.ts'
import { DesignLabel } from './design/label.ts'
import { byId, wireLanguageLinks } from './dom.ts'
import { type DrawingPage, PageDrawing } from './drawing.ts'
import { refusalOf } from './fault-words.ts'
import { Faults, Repairs } from './faults.ts'
import { FieldOptions, TextField } from './fields.ts'
import { Form } from './form.ts'
import type { ManyLabels } from './many/page.ts'
import { Offers } from './offers.ts'
import { PrintFrame } from './print-frame.ts'
import { type NamedPrinter, PrinterChoice } from './printers.ts'
import { Refusals } from './refusals.ts'
import { Remembered } from './remembered.ts'
import { Plan, type Planned, ScanPanel } from './scans.ts'
import { ServiceClient } from './service.ts'
import { showLinks, wireCopyImage, wireDownloads, wireLinks } from './sharing.ts'
import { Stage, wirePaper } from './stage.ts'
import { words } from './words.ts'

/** Milliseconds without a key press before the text is drawn. */
const pause = 300
/** The same after a choice, because keyboard users step through the values of a list. */
const shortPause = 80

class LabelPage {
  readonly #changedNow = (): void => this.#changed(0)
  readonly #service = new ServiceClient(refusalOf)
  readonly #form = new Form(new TextField(), new FieldOptions())
  readonly #repairs = new Repairs((values) => {
    this.#form.apply(values)
    this.#changed(0)
    say(words.repair.used(this.#repairs.nameOf(values)))
  })
  readonly #contents = new ContentForms(this.#form, this.#changedNow)
  readonly #offers = new Offers(this.#form, this.#repairs, this.#contents)
  readonly #page = this.#makePage()
  readonly #frame = new PrintFrame()
  readonly #drawing = new PageDrawing(this.#page, async (signal) => (await this.#manyLabels())?.draw(signal))
  /** From the first time on that labels of many rows are asked for. */
  #many: ManyLabels | undefined
  #loading: Promise<ManyLabels | undefined> | undefined
  /** The form as the fragment of an address: the longest text, of characters with up to nine signs each. */
  readonly #kept = new Remembered('form', 70_000)

  #makePage(): DrawingPage {
    const [service, form, repairs] = [this.#service, this.#form, this.#repairs]
    form.loadSheet = () => void this.#loadSheet()
    const refusals = new Refusals(form, this.#changedNow)
    const printers = new PrinterChoice(service, form, this.#changedNow)
    const planned: Planned = {
      planTarget: () => printers.planTarget(),
      titleOf: (...named) => form.titleOf(...named),
      apply: (...changes) => form.apply(...changes),
    }
    const design = new DesignLabel(form, service, () => this.#designsKnown())
    return {
      form,
      design,
      service,
      printers,
      refusals,
      faults: new Faults(form, { refusals, design }, repairs),
      scans: new ScanPanel(form, new Plan(service, planned, this.#changedNow), repairs),
      stage: new Stage(form),
    }
  }

  open(): void {
    document.documentElement.classList.add('scripted')
    wireLanguageLinks()
    // a link says what the form begins with; without one, it is as it was left
    const kept = this.#kept.text
    if (location.hash === '' && kept !== undefined) this.#form.resume(kept)
    else this.#form.restore(location.hash)
    this.#wireForm()
    this.#wireKeys()
    this.#wireActions()
    this.#wireForget()
    wireOnce()
    this.#refresh(0)
    // before the browser lays the page out for the first time
    void this.#drawing.now()
    void this.#page.design.choice.open()
    // at a high zoom the text is below the fold, and the page opens on its top
    this.#startAgain({ preventScroll: true })
    void this.#enterDesign()
  }

  /** Goes to the first field of a design, which is loaded, unless a person has gone elsewhere meanwhile. */
  async #enterDesign(): Promise<void> {
    const { design } = this.#page
    if (!design.isMade || (await design.ready()) !== undefined) return
    if (document.activeElement === byId('design-choice', HTMLSelectElement)) this.#startAgain({ preventScroll: true })
  }

  /** Someone has changed the form: this browser alone keeps what was typed, for the next visit, until someone asks it to forget. */
  #changed(delay: number): void {
    byId('kept', HTMLElement).hidden = !this.#kept.keep(this.#form.fragment())
    this.#refresh(delay)
  }

  /** The form is another: the picture is stale, and a new one is drawn when typing pauses. */
  #refresh(delay: number): void {
    const form = this.#form
    this.#drawing.giveUp()
    this.#page.design.arrange()
    form.arrange()
    this.#page.refusals.arrange()
    this.#contents.arrange()
    this.#offers.arrange()
    this.#arrangeMany()
    this.#page.printers.arrange()
    form.text.showHidden()
    showLinks(form)
    say('')
    history.replaceState(null, '', form.fragment())
    this.#drawing.soon(delay)
  }

  /** A label without a design needs nothing of them. */
  #designsKnown(): void {
    if (this.#form.design === '') this.#page.design.arrange()
    else this.#refresh(0)
  }

  #arrangeMany(): void {
    if (!this.#form.isMany) {
      this.#many?.leave()
      return
    }
    if (this.#many === undefined) this.#manyLabels()
    else this.#many.arrange()
  }

  /** What labels of many rows need, which is loaded for the first of them; undefined if it cannot be loaded now. */
  #manyLabels(): Promise<ManyLabels | undefined> {
    this.#loading ??= this.#loadMany()
    return this.#loading
  }

  async #loadMany(): Promise<ManyLabels | undefined> {
    const place = byId('rows-without', HTMLElement)
    try {
      const { ManyLabels } = await import('./many/page.ts')
      place.textContent = ''
      this.#many = new ManyLabels(this.#page, this.#changedNow)
    } catch (error) {
      // the service is away, or a newer version of it has other files
      console.info(error)
      place.textContent = words.many.notLoaded
      this.#loading = undefined
      return undefined
    }
    if (this.#form.isMany) this.#many.arrange()
    return this.#many
  }

  /** What sheets need, which is loaded for the first of them. */
  async #loadSheet(): Promise<void> {
    const form = this.#form
    form.loadSheet = () => {}
    try {
      const { SheetField } = await import('./sheet-field.ts')
      form.sheet = new SheetField(this.#service, () => {
        form.follow('sheet')
        this.#changed(0)
      })
      form.arrange()
    } catch (error) {
      console.info(error)
      say(words.many.notLoaded)
      form.loadSheet = () => void this.#loadSheet()
    }
  }

  async #print(): Promise<void> {
    if (this.#form.isMany) return (await this.#manyLabels())?.use('print')
    if ((await this.#drawing.ready()) === undefined) return
    const printer = this.#page.printers.chosen
    // a page of the browser is one sheet, and a document has all of them
    if (printer === undefined && this.#form.isOnSheets) await this.#printSheets()
    else if (printer === undefined) window.print()
    else await this.#send(printer)
  }

  /** Opens the browser's dialog for the document with all sheets. */
  async #printSheets(): Promise<void> {
    const outcome = await this.#service.patiently(this.#form.target(), new AbortController().signal, say)
    if (outcome.kind === 'refused') say(outcome.message)
    else await this.#frame.print(await outcome.response.blob())
  }

  /** Prints the label on one of the service's printers. */
  async #send(printer: NamedPrinter): Promise<void> {
    const picture = this.#drawing.current
    const result = await this.#page.printers.print(printer, byId('print-notice', HTMLElement), () => {
      this.#page.printers.tell(printer.name, words.printers.printing(printer.name))
      const query = this.#form.requestForLabel()
      this.#page.printers.complete(query, printer)
      return { target: `api/v1/print?${query}` }
    })
    if (result === undefined) return
    this.#page.printers.tell(printer.name, result.text)
    // the next text, typed or scanned, unless that has begun already
    if (result.outcome.kind === 'printed' && this.#drawing.current === picture) this.#startAgain()
  }

  #download(): void {
    if (this.#form.isMany) return void this.#manyLabels().then((many) => many?.use('download'))
    byId(this.#form.product === 'label' ? 'download-pdf' : 'download-png', HTMLAnchorElement).click()
  }

  /** Selects the text, or the first field of a design, so that the next one, typed or scanned, replaces it. */
  #startAgain(options: FocusOptions = {}): void {
    const { entry } = this.#form
    entry.focus(options)
    if (!(entry instanceof HTMLSelectElement)) entry.select()
  }

  #wireForm(): void {
    const form = this.#form
    form.element.addEventListener('input', ({ target }) => {
      if (form.isMany || form.design !== '') this.#contents.leave()
      if (isControl(target)) form.follow(target.dataset.for ?? target.name)
      if (target === form.text.element) this.#contents.follow()
      const typed =
        target instanceof HTMLTextAreaElement ||
        (target instanceof HTMLInputElement && ['number', 'text', 'date'].includes(target.type))
      this.#changed(typed ? pause : shortPause)
    })
    form.element.addEventListener('submit', (event) => {
      event.preventDefault()
      this.#drawing.now()
    })
    window.addEventListener('hashchange', () => {
      form.restore(location.hash)
      this.#contents.close()
      this.#refresh(0)
    })
  }

  /** The keys that the page lists. */
  #wireKeys(): void {
    document.addEventListener('keydown', (event) => {
      if (event.isComposing || event.altKey) return
      const { key, shiftKey, target } = event
      const act = (what: () => unknown): void => {
        event.preventDefault()
        what()
      }
      const command = event.ctrlKey || event.metaKey
      if (key === 'Enter' && command) act(() => this.#print())
      // the browser would print the page, which has one label at most, in its own dialog
      else if (key.toLowerCase() === 'p' && command && (this.#form.isMany || this.#page.printers.chosen))
        act(() => this.#print())
      else if (key.toLowerCase() === 's' && command && !shiftKey) act(() => this.#download())
      else if (key === 'Escape') act(() => this.#startAgain())
      else if (key === 'Enter' && target === this.#form.text.element && !shiftKey) act(() => this.#drawing.now())
    })
  }

  #wireActions(): void {
    wireLinks()
    wireDownloads(this.#page, this.#drawing, say)
    wireCopyImage(this.#page, this.#drawing, say)
    wirePaper(
      this.#form,
      () => this.#drawing.current,
      () => this.#startAgain(),
    )
    byId('print', HTMLButtonElement).addEventListener('click', () => this.#print())
    byId('retry', HTMLButtonElement).addEventListener('click', () => this.#drawing.now())
  }

  #wireForget(): void {
    const line = byId('kept', HTMLElement)
    line.hidden = this.#kept.text === undefined
    byId('forget', HTMLButtonElement).addEventListener('click', () => {
      this.#kept.forget()
      line.hidden = true
      this.#form.clear()
      this.#contents.close()
      this.#refresh(0)
      say(words.kept.forgotten)
      this.#startAgain()
    })
  }
}

const controls = [HTMLSelectElement, HTMLInputElement, HTMLTextAreaElement]

const isControl = (target: EventTarget | null): target is HTMLSelectElement | HTMLInputElement | HTMLTextAreaElement =>
  controls.some((kind) => target instanceof kind)

/** Keeps the group of what is set once as a person leaves it: open or closed. */
function wireOnce(): void {
  const group = byId('once', HTMLDetailsElement)
  const kept = new Remembered('once', 10)
  group.open = kept.text === 'open'
  // the group opens after the click; a fault in it opens it too, which is not kept
  group.querySelector('summary')?.addEventListener('click', () => kept.keep(group.open ? 'closed' : 'open'))
}

/** Shows the result of an action. */
function say(message: string): void {
  byId('notice', HTMLElement).textContent = message
}

new LabelPage().open()
