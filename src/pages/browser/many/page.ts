/** Labels of many rows: what is wrong with them, their pictures, and all of them or some to print or to save. */

import type { DesignChoice } from '../design/choice.ts'
import { titleIn } from '../design/service-designs.ts'
import { byId, made } from '../dom.ts'
import type { DrawingPage } from '../drawing.ts'
import { faultText } from '../fault-words.ts'
import { becauseOf, Plan, type ShownWarning } from '../scans.ts'
import type { Fault, ServiceRefusal } from '../service.ts'
import { words } from '../words.ts'
import { Documents, type RowsVerdict } from './documents.ts'
import { FindingsView } from './findings-view.ts'
import { Gallery, type GalleryPicture } from './gallery.ts'
import { Batch, copiesIn, type DocumentRows, firstWords, type TableBounds } from './rows.ts'
import { picked, pickedText } from './selection.ts'
import { problemText, SourceForm } from './source.ts'
import { showTable } from './table.ts'

export class ManyLabels {
  readonly #page: DrawingPage
  readonly #source: SourceForm
  readonly #design: DesignChoice
  readonly #gallery: Gallery
  readonly #documents: Documents
  readonly #findings: FindingsView
  readonly #plan: Plan
  readonly #pick = byId('pick', HTMLInputElement)
  /** What one request takes. */
  readonly #most: TableBounds = JSON.parse(byId('many-source', HTMLElement).dataset.bounds ?? '{}')
  #batch: Batch | undefined
  /** The request of the form that the faults of rows answer. */
  #asked = ''
  /** Whether a person has said that numbers are right as they are. */
  #isLeft = false
  /** The row whose plan is offered. */
  #planned = 0
  /** The frame before which the rows will be shown. */
  #frame: number | undefined

  /** @param changed  called after a change that is not an input event of the form */
  constructor(page: DrawingPage, changed: () => void) {
    const { form, service } = page
    this.#page = page
    this.#source = new SourceForm(() => form.isMany, changed)
    this.#design = page.design.choice
    this.#gallery = new Gallery(service, changed, (index, isPicked) => this.#tick(index, isPicked))
    this.#documents = new Documents(
      page,
      (verdict) => this.#showVerdict(verdict),
      (warnings, part) => this.#showWarnings(warnings, part),
    )
    this.#findings = new FindingsView(
      {
        titleOf: (parameter) => this.#titleOf(parameter),
        valueOf: (parameter, value) => form.titleOf(parameter, value),
        // with the values of the row, which the address of the request does not have
        faultText: (index, { fault }) =>
          fault === undefined ? '' : faultText(fault, (name) => this.#valueOf(index, name)),
      },
      {
        repair: (values) => {
          for (const [index, each] of values) this.#batch?.repair(index, each)
          changed()
        },
        choose: (type) => {
          form.apply(new Map([['type', type]]))
          changed()
        },
        leave: () => {
          this.#isLeft = true
          this.#showRows(false)
        },
      },
    )
    const planned = {
      planTarget: () => this.#planTarget(),
      titleOf: form.titleOf.bind(form),
      apply: form.apply.bind(form),
    }
    this.#plan = new Plan(service, planned, changed, 'many-plan')
    byId('print-rows', HTMLButtonElement).addEventListener('click', () => this.use('print'))
    byId('download-rows', HTMLButtonElement).addEventListener('click', () => this.use('download'))
    this.#pick.addEventListener('input', () => {
      this.#readPick()
      this.#gallery.showPicked()
      this.#offer()
    })
  }

  /** Shows the rows of the form's values, before the next frame: a long text may arrive in many changes. */
  arrange(): void {
    this.#frame ??= requestAnimationFrame(() => this.#arrangeNow())
  }

  #arrangeNow(): void {
    if (this.#frame === undefined) return
    cancelAnimationFrame(this.#frame)
    this.#frame = undefined
    if (this.#page.form.isMany) this.#update()
  }

  /** Another way to make something is chosen. */
  leave(): void {
    if (this.#batch === undefined) return
    this.#batch = undefined
    this.#documents.offer(undefined, this.#most)
  }

  /** Prints or saves all labels. */
  async use(how: 'print' | 'download'): Promise<void> {
    this.#arrangeNow()
    await this.#documents.use(how)
  }

  /** Draws the labels of the page, and then lets the service judge the first document. @throws if `signal` is aborted */
  async draw(signal: AbortSignal): Promise<void> {
    this.#arrangeNow()
    this.#source.keep()
    const batch = this.#batch
    if (batch !== undefined) {
      await this.#gallery.draw(
        (index) => this.#pictureOf(batch, index),
        (_, refusal) => refusalText(refusal),
        signal,
      )
    }
    byId('rows-status', HTMLElement).textContent = byId('rows-count', HTMLElement).textContent || words.many.none
    await this.#documents.check(signal)
  }

  #update(): void {
    const { chosen: design, isMissing } = this.#design
    this.#source.fill(design)
    const reading = this.#source.read()
    const found = reading !== undefined && 'rows' in reading && !isMissing ? reading : undefined
    const { rows, mapped, note } = found ?? {}
    const needed = design === undefined ? ['text'] : design.fields.map(({ name }) => name)
    const isGiven = (name: string): boolean => (mapped?.mapping.get(name)?.parts.length ?? 0) > 0
    this.#page.form.hasOwnTypes = isGiven('type')
    const hasText = rows !== undefined && (mapped === undefined || needed.length === 0 || needed.some(isGiven))
    if (!hasText) this.#batch = undefined
    else if (rows !== this.#batch?.rows) {
      this.#batch = new Batch(rows)
      this.#gallery.rewind()
      this.#isLeft = false
      this.#pick.value = ''
    }
    const asked = `${this.#page.form.request()}`
    if (asked !== this.#asked) this.#batch?.forgetFaults()
    this.#asked = asked
    this.#readPick()
    this.#page.faults.show(undefined)
    showTable(mapped, (parameter) => this.#titleOf(parameter))
    this.#source.showEncoding(note)
    byId('rows-without', HTMLElement).textContent =
      rows === undefined || hasText ? '' : design === undefined ? words.many.noText : words.many.noFields
    byId('rows-none', HTMLElement).hidden = rows !== undefined
    byId('pick-field', HTMLElement).hidden = this.#batch === undefined
    this.#showWarnings([], undefined)
    this.#showRows(true)
  }

  /** Shows what is known of the rows. @param isStale  whether their pictures will be drawn again */
  #showRows(isStale: boolean): void {
    const batch = this.#batch
    const shown = {
      indexes: batch?.shown ?? [],
      numberOf: (index: number) => batch?.rows.numberOf(index) ?? index + 1,
      isPicked: (index: number) => batch?.isPicked(index) ?? true,
      isFaulty: (index: number) => batch?.isFaulty(index) ?? false,
    }
    this.#gallery.arrange(shown, isStale)
    // a field of a design is not a number of its symbology
    this.#findings.show(batch, this.#page.form.chosen('type'), this.#isLeft || this.#page.form.design !== '')
    this.#offer()
  }

  /** Offers the labels of the rows that are wanted. */
  #offer(): void {
    const batch = this.#batch
    const parts = batch?.parts(this.#countIn(this.#page.form.chosen('qty')) ?? 1, this.#most) ?? []
    this.#documents.offer(batch && { batch, parts }, this.#most)
    const labels = parts.reduce((sum, part) => sum + part.labels, 0)
    const count = byId('rows-count', HTMLElement)
    count.textContent = batch === undefined ? '' : words.many.count(batch.rows.count, labels)
    const left = batch === undefined ? 0 : batch.faulty.length
    const skipped = batch === undefined ? 0 : batch.rows.count - batch.shown.length
    byId('rows-left', HTMLElement).textContent = [
      ...(left > 0 ? [words.many.leftOut(left)] : []),
      ...(skipped > 0 ? [words.many.skipped(skipped)] : []),
      ...(batch !== undefined && batch.repairs > 0 ? [words.many.repaired(batch.repairs)] : []),
    ].join(' ')
  }

  /** Reads which rows are picked, and shows what is wrong with that. */
  #readPick(): void {
    const numbers = picked(this.#pick.value, this.#lastRow())
    const isWrong = numbers === undefined
    this.#batch?.pick(isWrong ? new Set() : numbers)
    byId('pick-fault', HTMLElement).hidden = !isWrong
    if (isWrong) this.#pick.setAttribute('aria-invalid', 'true')
    else this.#pick.removeAttribute('aria-invalid')
  }

  /** The number of the last row; 0 if there is none. */
  #lastRow(): number {
    const rows = this.#batch?.rows
    return rows === undefined || rows.count === 0 ? 0 : rows.numberOf(rows.count - 1)
  }

  #tick(index: number, isPicked: boolean): void {
    const batch = this.#batch
    if (batch === undefined) return
    const all = Array.from({ length: batch.rows.count }, (_, i) => i)
    const numbers = all
      .filter((each) => (each === index ? isPicked : batch.isPicked(each)))
      .map((each) => batch.rows.numberOf(each))
    this.#pick.value = pickedText(numbers, batch.rows.count)
    this.#readPick()
    this.#gallery.showPicked()
    this.#offer()
  }

  /** What a row or else the form gives for a parameter. */
  #valueOf(index: number, parameter: string): string {
    return this.#batch?.row(index).values[parameter] ?? this.#page.form.request().get(parameter) ?? ''
  }

  /** A number of copies; undefined if the text is not one. */
  #countIn(text: string): number | undefined {
    const count = copiesIn({ qty: text })
    return count !== undefined && count >= 1 && count <= this.#most.labels ? count : undefined
  }

  /** What a column of a parameter is called. */
  #titleOf(parameter: string): string {
    const ofDesign = titleIn(this.#design.chosen, parameter)
    if (ofDesign !== undefined) return ofDesign
    const choices = byId('column-choices', HTMLTemplateElement).content
    return choices.querySelector(`option[value="${CSS.escape(parameter)}"]`)?.textContent ?? parameter
  }

  /** The picture of a row, whose values take the place of the form's, or why there is none. */
  #pictureOf(batch: Batch, index: number): GalleryPicture | string {
    const { values, problems } = batch.row(index)
    const [problem] = problems
    if (problem !== undefined) return problemText(problem.problem)
    const query = this.#queryOf(values)
    // how many copies there are changes no picture
    if (this.#countIn(values.qty ?? this.#page.form.chosen('qty')) !== undefined) query.delete('qty')
    query.set('format', 'svg')
    const { title, name } = this.#design.chosen ?? {}
    const kind = title ?? name ?? this.#page.form.titleOf('type', query.get('type') ?? '')
    return { target: `api/v1/label?${query}`, alt: words.label.pictureOf(kind, firstWords(values)) }
  }

  #queryOf(values: Readonly<Record<string, string>>): URLSearchParams {
    const query = this.#page.form.requestForLabel()
    for (const [name, value] of Object.entries(values)) query.set(name, value)
    return query
  }

  #planTarget(): string {
    const query = this.#queryOf(this.#batch?.row(this.#planned).values ?? {})
    for (const name of ['qty', 'format']) query.delete(name)
    return `api/v1/plan?${query}`
  }

  /** Shows what the service says of rows, at the rows; the rest is about the form's values. */
  #showVerdict({ faults, common }: RowsVerdict): void {
    for (const [index, found] of faults) this.#batch?.refuse(index, found)
    if (faults.size > 0) this.#showRows(false)
    this.#showInForm(common)
  }

  /** Shows faults of values that all rows have in common at their fields. */
  #showInForm(all: readonly Fault[]): void {
    if (all.length === 0) return
    const design = this.#design.chosen
    if (design === undefined) {
      this.#page.faults.show({ message: '', faults: all })
      return
    }
    const texts = all.map(({ parameter, message }) => {
      const title = titleIn(design, parameter)
      return title === undefined || message.includes(title) ? message : `${title}: ${message}`
    })
    byId('rows-fault', HTMLElement).replaceChildren(...texts.map((text) => made('p', {}, text)))
  }

  /** Shows each warning of a document once, and the plan of the first row that has one. */
  #showWarnings(warnings: readonly ShownWarning[], part: DocumentRows | undefined): void {
    byId('rows-warnings', HTMLElement).replaceChildren(...warnings.map((warning) => this.#sentences(warning)))
    // the service counts the rows that it got
    this.#planned = part?.indexes[(warnings[0]?.row ?? 1) - 1] ?? 0
    byId('many-plan-row', HTMLElement).textContent = words.many.planOf(
      this.#batch?.rows.numberOf(this.#planned) ?? this.#planned + 1,
    )
    this.#plan.offer(warnings.length > 0)
  }

  #sentences({ code, message, rows = 1 }: ShownWarning): HTMLElement {
    const known: { readonly [code: string]: { readonly label: string } | undefined } = words.advice
    const because = becauseOf(code) ?? message.replace(/\.$/, '')
    return made('p', {}, made('strong', {}, words.many.warned(rows, because)), ` ${known[code]?.label ?? ''}`)
  }
}

const refusalText = ({ message, faults }: ServiceRefusal): string => faults[0]?.message ?? message
