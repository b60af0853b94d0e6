/** The labels of a document, each before and after, with its symbols. Pictures that the report does not have are asked for when they come into view. */

import { heal } from '../../words/heal/en.ts'
import { buttonFor, byId, made } from '../dom.ts'
import { shownText } from '../fault-words.ts'
import { fixed } from '../words.ts'
import { type DocumentReport, isHealed, type Label, type LabelPictures, type LabelSymbol } from './report.ts'

const svgSpace = 'http://www.w3.org/2000/svg'

/** CSS pixels below the window within which labels are about to be seen. */
const ahead = 400

export interface GalleryUse {
  /** The pictures of a label, from 0; or why there are none. */
  readonly pictures: (index: number) => Promise<LabelPictures | { readonly why: string }>
  /** Saves a label, from 0. */
  readonly save: (index: number) => unknown
}

export class Gallery {
  readonly #use: GalleryUse
  readonly #list = byId('labels', HTMLElement)
  readonly #observer = new IntersectionObserver((entries) => this.#heed(entries), {
    rootMargin: `${ahead}px 0px`,
  })
  /** The pages of the report that is shown. */
  #labels: DocumentReport['pages'] = []
  #places: readonly HTMLElement[] = []
  /** Labels in view that wait for their pictures. */
  #wanted: number[] = []
  #isBusy = false
  #urls: string[] = []

  constructor(use: GalleryUse) {
    this.#use = use
  }

  show({ pages }: DocumentReport): void {
    this.clear()
    this.#labels = pages
    this.#places = pages.map(() => made('div', { class: 'both' }))
    this.#list.replaceChildren(...pages.map((label, i) => this.#item(label, i)))
    for (const [i, { pictures }] of pages.entries()) {
      if (pictures === undefined) this.#observer.observe(this.#places[i]!)
      else this.#draw(i, pictures)
    }
  }

  clear(): void {
    this.#observer.disconnect()
    this.#list.replaceChildren()
    this.#labels = []
    this.#places = []
    this.#wanted = []
    for (const url of this.#urls.splice(0)) URL.revokeObjectURL(url)
  }

  #item(label: Label, i: number): HTMLLIElement {
    const { page, part, width, height, notes, symbols } = label
    const number = i + 1
    const place = part === undefined ? heal.ofPage(page) : heal.ofPart(page, part)
    const [across, down] = [width, height].map((side) => fixed(side, 1))
    const save = buttonFor(heal.save, () => this.#use.save(i), { 'aria-label': heal.saveOf(number) })
    return made(
      'li',
      { class: 'label' },
      made(
        'div',
        { class: 'label-head' },
        made('h3', {}, heal.label(number, this.#labels.length)),
        made('span', {}, `${place}, ${heal.measure(across!, down!)}`),
        ...(this.#labels.length > 1 ? [save] : []),
      ),
      ...(notes.length > 0 ? [made('ul', { class: 'notes' }, ...notes.map((note) => noteItem(note, label)))] : []),
      this.#places[i]!,
      ...(symbols.length > 0
        ? [made('ul', { class: 'symbols', 'aria-label': heal.symbols(number) }, ...symbols.map(symbolItem))]
        : []),
    )
  }

  #heed(entries: readonly IntersectionObserverEntry[]): void {
    for (const { isIntersecting, target } of entries) {
      const i = this.#places.indexOf(target as HTMLElement)
      if (!isIntersecting || i < 0) continue
      this.#observer.unobserve(target)
      this.#wanted.push(i)
    }
    void this.#load()
  }

  /** Asks for the pictures that are wanted, one label after the other. */
  async #load(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    for (let i = this.#wanted.shift(); i !== undefined; i = this.#wanted.shift()) {
      const place = this.#places[i]
      const found = await this.#use.pictures(i)
      // another document may be shown meanwhile
      if (this.#places[i] !== place) continue
      if ('why' in found) this.#offer(i, found.why)
      else this.#draw(i, found)
    }
    this.#isBusy = false
  }

  /** Says why the pictures of a label are not there, and lets them be asked for again. */
  #offer(i: number, why: string): void {
    const again = buttonFor(
      heal.show,
      () => {
        this.#wanted.push(i)
        void this.#load()
      },
      { 'aria-label': heal.showOf(i + 1) },
    )
    this.#places[i]!.replaceChildren(made('p', { class: 'error' }, why), again)
  }

  #draw(i: number, { before, after }: LabelPictures): void {
    const label = this.#labels[i]!
    this.#places[i]!.replaceChildren(
      this.#figure(before, [heal.before, heal.pictureBefore(i + 1)]),
      this.#figure(after, [heal.after, heal.pictureAfter(i + 1)], outlines(label)),
    )
  }

  #figure(
    base64: string,
    [caption, alt]: readonly [caption: string, alt: string],
    over?: SVGElement | undefined,
  ): HTMLElement {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const src = URL.createObjectURL(new Blob([bytes], { type: 'image/png' }))
    this.#urls.push(src)
    const image = made('img', { src, alt, loading: 'lazy', decoding: 'async' })
    const paper = made('div', { class: 'paper' }, image, ...(over === undefined ? [] : [over]))
    return made('figure', {}, made('figcaption', {}, caption), paper)
  }
}

function noteItem({ code }: Label['notes'][number], { scale }: Label): HTMLLIElement {
  const percent = fixed(100 * scale, 1)
  // a service of another version may have other notes
  return made('li', {}, Object.hasOwn(heal.notes, code) ? heal.notes[code](percent) : code)
}

/** Where the symbols of a label are. */
function outlines({ width, height, symbols }: Label): SVGElement {
  const svg = shape('svg', { viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' })
  for (const symbol of symbols) {
    const { x, y, width: across, height: down } = symbol.at
    const place = { x: `${x}`, y: `${y}`, width: `${across}`, height: `${down}` }
    svg.append(shape('rect', { ...place, 'data-state': isHealed(symbol) ? 'healed' : 'left' }))
  }
  return svg
}

function shape(name: 'svg' | 'rect', attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS(svgSpace, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}

function symbolItem(symbol: LabelSymbol): HTMLLIElement {
  const { type, text, addon, x, state, grade } = symbol
  const letter = (found: string | null): string => found ?? heal.unreadable
  const after = x.after === null ? undefined : fixed(x.after, 3)
  return made(
    'li',
    { 'data-state': isHealed(symbol) ? 'healed' : 'left' },
    made('strong', {}, nameOf(type)),
    made('span', { dir: 'auto' }, shownText(addon === undefined ? text : `${text} ${addon}`)),
    made('span', {}, heal.width(fixed(x.before, 3), after)),
    ...(grade === undefined ? [] : [made('span', {}, heal.grade(letter(grade.before), letter(grade.after)))]),
    made('span', { class: 'said' }, Object.hasOwn(heal.states, state) ? heal.states[state] : state),
  )
}

/** What a symbology is called. */
function nameOf(type: string): string {
  const { content } = byId('symbologies', HTMLTemplateElement)
  return content.querySelector<HTMLOptionElement>(`option[value="${CSS.escape(type)}"]`)?.text ?? type
}
