/** The editor of designs: elements placed by hand and by keys, their properties, fields, and the picture that the service draws of it all. */

import { designs as words } from '../../../words/designs/en.ts'
import { buttonFor, byId, made } from '../../dom.ts'
import { saveFile } from '../../files.ts'
import { Remembered } from '../../remembered.ts'
import type { ShownWarning } from '../../scans.ts'
import { ServiceClient, type ServiceRefusal } from '../../service.ts'
import { kindName } from '../element-names.ts'
import { LivePicture } from '../live-picture.ts'
import type { ServiceDesigns } from '../service-designs.ts'
import { EditorCanvas, titleOf } from './canvas.ts'
import { ServiceCounters } from './counters.ts'
import {
  type BoxSides,
  type DesignDraft,
  type DraftElement,
  DraftHistory,
  type DraftValue,
  draftIn,
  emptyDraft,
  fieldNamesIn,
  fileOf,
  moved,
  newElement,
  renamedField,
  sidesIn,
  withAllFields,
} from './draft.ts'
import { ElementList } from './element-list.ts'
import { FieldsTable } from './fields-table.ts'
import { FileOpening } from './file-opening.ts'
import { Head } from './head.ts'
import { pictureIn } from './image-file.ts'
import { pictureBody } from './picture-body.ts'
import { elementSchemas, Properties } from './properties.ts'
import { Remarks } from './remarks.ts'
import { Saving } from './saving.ts'
import { type Axis, aligned, type Chosen, distributed } from './selection.ts'
import type { Alignment } from './snapping.ts'
import { Trial } from './trial.ts'
import { type ElementVerdict, verdictsOf } from './verdicts.ts'

/** Milliseconds without a change before the label is drawn. */
const pause = 200

const kinds = ['text', 'symbol', 'line', 'box', 'ellipse', 'image'] as const

export class DesignEditor {
  // what the service says of elements stands in its own words too, which the page's service would replace
  readonly #service = new ServiceClient()
  readonly #kept = new Remembered('draft', 700_000)
  readonly #history: DraftHistory
  /** What is done with the elements that are chosen, on the canvas and in the list. */
  readonly #acts = {
    choose: (chosen: Chosen) => this.#choose(chosen),
    change: (elements: readonly DraftElement[], of: string) => this.#change({ ...this.#draft, elements }, of),
    copy: () => {
      this.#copied = this.#elements
    },
    paste: () => this.#paste(this.#copied),
    duplicate: () => this.#paste(this.#elements),
    remove: () => this.#remove(),
    order: (by: number) => this.#order(by),
    edit: (index: number) => this.#edit(index),
    align: (way: Alignment) =>
      this.#change({ ...this.#draft, elements: aligned(this.#draft.elements, this.#chosen, way, this.#sides) }),
    distribute: (axis: Axis) =>
      this.#change({ ...this.#draft, elements: distributed(this.#draft.elements, this.#chosen, axis) }),
  }
  readonly #canvas = new EditorCanvas(this.#acts)
  readonly #counters: ServiceCounters
  readonly #properties: Properties
  readonly #fields = new FieldsTable({
    add: () => this.#addField(),
    rename: (from, to) => this.#change(renamedField(this.#draft, from, to === '' ? from : to)),
    replace: (name, field, of) =>
      this.#change({ ...this.#draft, fields: { ...this.#draft.fields, [name]: field } }, of),
    remove: (name) => this.#removeField(name),
  })
  readonly #picture: LivePicture
  readonly #saving: Saving
  readonly #opening = new FileOpening(this.#service, {
    begin: (draft) => this.#beginOther(draft),
    say: (text) => this.#remarks.say(text),
  })
  readonly #trial: Trial
  readonly #list = new ElementList(this.#acts)
  readonly #remarks = new Remarks({
    giveSample: (field) => this.#fields.focusSample(field),
    makeCounter: (index, name) => {
      this.#edit(index)
      this.#properties.makeCounter(name)
    },
  })
  readonly #head = new Head((property, value, of) => this.#change({ ...this.#draft, [property]: value }, of))
  readonly #undo = buttonFor(words.editor.undo, () => this.#step('undo'))
  readonly #redo = buttonFor(words.editor.redo, () => this.#step('redo'))
  /** By which beginning each draft is of which design: what is undone beyond one is of another. */
  readonly #beginnings = new WeakMap<DesignDraft, number>()
  #beginning = 0
  #lastBeginning = 0
  #copied: readonly DraftElement[] = []
  #chosen: Chosen = []
  #sides: BoxSides = { width: 57, height: 32 }
  /** What the service says of the draft; undefined before it has. */
  #said: readonly ElementVerdict[] | undefined
  /** With the counters that are missing. */
  #found: readonly ElementVerdict[] = []

  /**
   * @param service  which saves designs
   * @param designs  those that it has
   * @param label    the query of a label of one symbol that is opened as a design; empty for none
   */
  constructor(place: HTMLElement, service: ServiceClient, designs: Promise<ServiceDesigns>, label: string) {
    this.#history = new DraftHistory(draftIn(this.#kept.text ?? '') ?? emptyDraft)
    this.#counters = new ServiceCounters(service, () => this.#remark())
    this.#properties = new Properties(
      (name, value) => this.#setProperty(name, value),
      (file) => void this.#setPicture(file),
      this.#counters,
    )
    this.#picture = new LivePicture(this.#service, {
      image: this.#canvas.image,
      say: (text) => this.#remarks.say(text),
      judged: (warnings, refusal) => this.#judge(warnings, refusal),
      drawn: (svg) => this.#measure(svg),
    })
    this.#saving = new Saving(service, designs, {
      draft: () => withAllFields(this.#draft),
      begin: (draft) => this.#begin(draft),
      beginOther: (draft) => this.#beginOther(draft),
      saveFile: () => this.#saveFile(),
    })
    this.#trial = new Trial(service, () => this.#draft)
    place.replaceChildren(this.#top(), this.#bench())
    // once an edit is done, names in braces become fields
    place.addEventListener('change', () => {
      const all = withAllFields(this.#draft)
      if (all !== this.#draft) this.#change(all, 'fields')
    })
    document.addEventListener('keydown', (event) => {
      if (!place.hidden) this.#press(event)
    })
    void this.#loadSchema()
    this.#show()
    this.#draw(0)
    if (label !== '') void this.#openLabel(label)
  }

  get #draft(): DesignDraft {
    return this.#history.now
  }

  /** The element that is chosen alone. */
  get #selected(): number | undefined {
    return this.#chosen.length === 1 ? this.#chosen[0] : undefined
  }

  /** The elements that are chosen. */
  get #elements(): readonly DraftElement[] {
    return this.#chosen.flatMap((index) => this.#draft.elements[index] ?? [])
  }

  #top(): HTMLElement {
    const saving = this.#saving.elements
    const files = made(
      'div',
      { class: 'actions' },
      buttonFor(words.editor.new, () => this.#beginOther(emptyDraft)),
      saving.open,
      this.#opening.button,
      ...saving.save,
      this.#undo,
      this.#redo,
    )
    return made('div', { class: 'group' }, this.#head.element, files, saving.said, this.#opening.notes)
  }

  #bench(): HTMLElement {
    const add = kinds.map((kind) => buttonFor(`+ ${kindName(kind)}`, () => this.#add(kind)))
    const keys = words.editor.keys.map(([key, what]) =>
      made('div', {}, made('dt', {}, made('kbd', {}, key)), made('dd', {}, what)),
    )
    const stage = made('div', { class: 'stage', 'data-state': 'empty' }, this.#canvas.element)
    const middle = made(
      'section',
      { class: 'work', 'aria-label': words.editor.label },
      made('div', { class: 'actions', role: 'group', 'aria-label': words.editor.add }, ...add),
      this.#canvas.view.element,
      stage,
      this.#remarks.status,
      this.#remarks.list,
      made('div', { class: 'actions' }, this.#saving.elements.many),
      this.#trial.element,
      made('details', { class: 'keys' }, made('summary', {}, words.editor.keysTitle), made('dl', {}, ...keys)),
    )
    const side = made('div', { class: 'side' }, this.#list.element, this.#properties.element)
    return made('div', { class: 'drafting' }, middle, side, this.#fields.element)
  }

  async #loadSchema(): Promise<void> {
    const outcome = await this.#service.ask('api/v1/designs/schema.json')
    if (outcome.kind !== 'done') return
    this.#properties.schemas = elementSchemas(await outcome.response.json().catch(() => undefined))
    this.#show()
  }

  /** Makes a change. @param of  the changes that are undone with it */
  #change(next: DesignDraft, of = ''): void {
    this.#beginnings.set(next, this.#beginning)
    this.#history.change(next, of)
    this.#changed()
  }

  #changed(): void {
    this.#kept.keep(fileOf(this.#draft))
    this.#show()
    this.#draw(pause)
  }

  #draw(delay: number): void {
    const bytes = new TextEncoder().encode(JSON.stringify(pictureBody(this.#draft)))
    const posted = { body: { type: 'application/json', bytes } } as const
    void this.#picture.draw({ target: 'api/v1/labels?format=svg', posted }, delay)
  }

  #judge(warnings: readonly ShownWarning[], refusal: ServiceRefusal | undefined): void {
    this.#said = verdictsOf(this.#draft, warnings, refusal)
    this.#remark()
  }

  /** Says what the service says of the draft, and which counters are missing. */
  #remark(): void {
    if (this.#said === undefined) return
    this.#found = [...this.#counters.verdictsOn(this.#draft), ...this.#said]
    this.#remarks.show(this.#found, this.#draft)
    this.#show()
  }

  /** The sides of the label, which its size may name. */
  #measure(svg: string): void {
    const [, width, height] = /width="([\d.]+)mm" height="([\d.]+)mm"/.exec(svg) ?? []
    if (height === undefined) return
    // in whole dots of the picture, which are not quite those of the size
    const [across, down] = [width, height].map((side) => Math.round(Number(side) * 10) / 10) as [number, number]
    this.#sides = { width: across, height: down }
    this.#show()
  }

  #show(): void {
    const { elements, size } = this.#draft
    this.#sides = sidesIn(size) ?? this.#sides
    if (this.#chosen.some((index) => index >= elements.length)) this.#chosen = []
    const doubtful = new Set(this.#found.flatMap((verdict) => verdict.elements))
    this.#canvas.show(this.#draft, this.#sides, this.#chosen, doubtful)
    this.#list.show(elements, this.#chosen, doubtful)
    this.#properties.show(
      this.#selected === undefined ? undefined : elements[this.#selected],
      this.#selected,
      Object.keys(this.#draft.fields),
    )
    this.#fields.show(this.#draft)
    this.#head.show(this.#draft)
    this.#undo.disabled = !this.#history.canUndo
    this.#redo.disabled = !this.#history.canRedo
    this.#saving.show(this.#draft)
  }

  #choose(chosen: Chosen): void {
    if (`${chosen}` === `${this.#chosen}`) return
    this.#chosen = chosen
    this.#show()
  }

  /** Goes to the properties of an element. */
  #edit(index: number): void {
    this.#choose([index])
    this.#properties.focus()
  }

  #add(kind: string): void {
    const index = this.#draft.elements.length
    this.#change({
      ...this.#draft,
      elements: [...this.#draft.elements, newElement(kind, this.#draft, this.#sides, words.editor.sampleText)],
    })
    this.#edit(index)
  }

  /** Adds copies of elements, a little further to the right and down. */
  #paste(elements: readonly DraftElement[]): void {
    if (elements.length === 0) return
    const first = this.#draft.elements.length
    // a name is of one element
    const copies = elements.map((each) => {
      const { name: _, ...others } = moved(each, 2, 2)
      return others as DraftElement
    })
    this.#change({ ...this.#draft, elements: [...this.#draft.elements, ...copies] })
    this.#choose(copies.map((_, i) => first + i))
    this.#canvas.focus(first)
  }

  #replace(index: number, element: DraftElement, of: string): void {
    this.#change({ ...this.#draft, elements: this.#draft.elements.with(index, element) }, of)
  }

  #remove(): void {
    const [first = 0] = this.#chosen
    const chosen = new Set(this.#chosen)
    this.#change({ ...this.#draft, elements: this.#draft.elements.filter((_, index) => !chosen.has(index)) })
    const next = Math.min(first, this.#draft.elements.length - 1)
    this.#choose(next >= 0 ? [next] : [])
    if (next >= 0) this.#canvas.focus(next)
    else byId('draft-name', HTMLInputElement).focus()
  }

  #order(by: number): void {
    const [{ elements }, index] = [this.#draft, this.#selected]
    if (index === undefined) return
    const to = Math.max(0, Math.min(elements.length - 1, index + by))
    if (to === index) return
    this.#change({ ...this.#draft, elements: elements.toSpliced(index, 1).toSpliced(to, 0, elements[index]!) })
    this.#choose([to])
    this.#canvas.focus(to)
  }

  #setProperty(name: string, value: DraftValue | undefined): void {
    const index = this.#selected
    const element = index === undefined ? undefined : this.#draft.elements[index]
    if (index === undefined || element === undefined) return
    const { [name]: _, ...others } = element
    const next = value === undefined ? others : { ...element, [name]: value }
    this.#replace(index, next as DraftElement, `property ${index} ${name}`)
  }

  async #setPicture(file: File): Promise<void> {
    const source = await pictureIn(file)
    if (source === undefined) this.#remarks.say(words.editor.noPicture(file.name))
    else this.#setProperty('source', source)
  }

  #addField(): void {
    const { fields } = this.#draft
    let number = Object.keys(fields).length + 1
    while (Object.hasOwn(fields, `field${number}`)) number++
    this.#change({ ...this.#draft, fields: { ...fields, [`field${number}`]: {} } })
    this.#fields.focusLast()
  }

  /** Removes a field, unless an element would bring it back. */
  #removeField(name: string): void {
    const user = this.#draft.elements.findIndex((element) => fieldNamesIn(element).includes(name))
    if (user >= 0) {
      this.#choose([user])
      this.#remarks.say(words.editor.inUse(name, titleOf(this.#draft.elements[user]!)))
      return
    }
    const { [name]: _, ...fields } = this.#draft.fields
    this.#change({ ...this.#draft, fields })
  }

  #begin(draft: DesignDraft): void {
    this.#chosen = []
    this.#change(draft)
    byId('draft-name', HTMLInputElement).select()
  }

  /** Begins with another design, which is not of the service unless that is said next. */
  #beginOther(draft: DesignDraft): void {
    this.#beginning = ++this.#lastBeginning
    this.#begin({ ...draft })
    this.#opening.notes.replaceChildren()
    this.#saving.leave()
  }

  /** Begins with a label of one symbol, as the page of labels makes them. */
  async #openLabel(query: string): Promise<void> {
    const outcome = await this.#service.ask(`api/v1/label/design?${query}`)
    const draft = outcome.kind === 'done' ? draftIn(await outcome.response.text()) : undefined
    if (draft !== undefined) this.#beginOther(draft)
    else this.#remarks.say(outcome.kind === 'refused' ? outcome.message : words.saving.unanswered)
  }

  #saveFile(): void {
    const all = withAllFields(this.#draft)
    if (all !== this.#draft) this.#change(all)
    const name = `${this.#draft.name === '' ? 'design' : this.#draft.name}.json`
    saveFile(new Blob([fileOf(this.#draft)], { type: 'application/json' }), name)
    this.#saving.exported(this.#draft)
    this.#remarks.say(words.editor.saved(name, this.#found.length))
  }

  #step(way: 'undo' | 'redo'): void {
    this.#history[way]()
    const beginning = this.#beginnings.get(this.#draft) ?? 0
    if (beginning !== this.#beginning) {
      this.#beginning = beginning
      this.#saving.leave()
    }
    this.#changed()
  }

  #press(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, shiftKey, target } = event
    if (!(ctrlKey || metaKey)) return
    const letter = key.toLowerCase()
    // in a text, undo is of its letters
    const isText = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    if (letter === 's') void this.#saving.save()
    else if (letter === 'z' && !isText) this.#step(shiftKey ? 'redo' : 'undo')
    else if (letter === 'y' && !isText) this.#step('redo')
    else if (letter === 'a' && !isText) this.#choose([...this.#draft.elements.keys()])
    else return
    event.preventDefault()
  }
}
