/** The field of a sheet of labels: a product that is searched for, its drawing, and the first position that is still there. */

import { wireCombobox } from './combobox.ts'
import { byId, made } from './dom.ts'
import type { ServiceClient } from './service.ts'
import type { SizeSides } from './size-field.ts'
import { fixed, words } from './words.ts'

/** A sheet as the service lists it; lengths are in mm. */
export interface ListedSheet {
  readonly id: string
  readonly brand?: string
  readonly part?: string
  readonly about?: string
  readonly aliases: readonly { readonly id: string; readonly part: string }[]
  readonly paper: { readonly name?: string; readonly width: number; readonly height: number }
  readonly label: { readonly width: number; readonly height: number; readonly outline: { readonly kind: string } }
  readonly labels: number
  readonly positions: readonly (readonly [x: number, y: number])[]
  readonly usable: boolean
}

/** Products that the list shows at most. */
const mostListed = 12

export class SheetField {
  readonly #service: ServiceClient
  /** Called when it is known what was chosen. */
  readonly #changed: () => void
  readonly #fields = byId('sheet-fields', HTMLFieldSetElement)
  readonly #search = byId('sheet-search', HTMLInputElement)
  readonly #name = byId('sheet', HTMLInputElement)
  readonly #first = byId('first', HTMLInputElement)
  readonly #shift = byId('shift', HTMLInputElement)
  readonly #drawing = byId('sheet-drawing', HTMLElement)
  readonly #next = byId('sheet-next', HTMLButtonElement)
  #known: ListedSheet | undefined
  /** The name that is being asked about. */
  #asked = ''

  constructor(service: ServiceClient, changed: () => void) {
    this.#service = service
    this.#changed = changed
    wireCombobox<ListedSheet>({
      input: this.#search,
      list: byId('sheet-list', HTMLElement),
      count: byId('sheet-count', HTMLElement),
      find: (query) => this.#find(query, mostListed),
      content: (sheet) => [nameOf(sheet), made('small', {}, factsOf(sheet))],
      choose: (sheet) => this.#choose(sheet),
    })
    this.#drawing.addEventListener('click', ({ target }) => {
      const position = target instanceof Element ? target.closest<SVGElement>('[data-position]') : null
      if (position === null) return
      this.#start(Number(position.dataset.position))
    })
    this.#next.addEventListener('click', () => this.#start(Number(this.#next.value)))
  }

  /** The sheet that is chosen; undefined while none is, or while it is not known yet. */
  get sheet(): ListedSheet | undefined {
    return this.#known?.id === this.#name.value || this.#isAlias(this.#known) ? this.#known : undefined
  }

  #isAlias(sheet: ListedSheet | undefined): boolean {
    return sheet?.aliases.some(({ id }) => id === this.#name.value) ?? false
  }

  /** The sides of a label; undefined without a sheet. */
  get sides(): SizeSides | undefined {
    const { label } = this.sheet ?? {}
    return label && { lengths: [label.width, label.height], unit: 'mm' }
  }

  /** The size of a label as the API takes it, where a label is drawn by itself. */
  get size(): string | undefined {
    const { label } = this.sheet ?? {}
    return label && `${label.width}x${label.height}mm`
  }

  /** How many sheets the labels need, and what is left over on the last one. @param copies  labels */
  pages(copies: number): { readonly count: number; readonly left: number } | undefined {
    if (this.sheet === undefined) return undefined
    const used = Math.max(0, (this.#first.valueAsNumber || 1) - 1) + copies
    const count = Math.ceil(used / this.sheet.labels)
    return { count, left: count * this.sheet.labels - used }
  }

  /** Shows what is chosen; called after each change of the form. @param copies  labels, if that is known */
  arrange(isShown: boolean, copies: number | undefined): void {
    this.#fields.hidden = !isShown
    if (!isShown) return
    if (this.#name.value !== '' && this.sheet === undefined) void this.#know(this.#name.value)
    const { sheet } = this
    byId('sheet-chosen', HTMLElement).textContent =
      sheet === undefined ? '' : words.sheet.chosen(nameOf(sheet), factsOf(sheet))
    this.#drawing.hidden = sheet === undefined
    byId('sheet-places', HTMLElement).hidden = sheet === undefined
    if (sheet === undefined) return
    this.#first.max = `${sheet.labels}`
    const first = Math.min(sheet.labels, Math.max(1, this.#first.valueAsNumber || 1))
    const name = this.#name.value
    const query = new URLSearchParams({ sheet: name, ...(this.#shift.value !== '' && { shift: this.#shift.value }) })
    byId('sheet-align', HTMLAnchorElement).href = `api/v1/sheets/alignment?${query}`
    this.#drawing.replaceChildren(drawingOf(sheet, first, copies))
    this.#showLeft(copies)
  }

  #showLeft(copies: number | undefined): void {
    const line = byId('sheet-left', HTMLElement)
    const pages = copies === undefined ? undefined : this.pages(copies)
    line.textContent = pages === undefined ? '' : words.sheet.left(pages.count, pages.left)
    const next = pages === undefined || pages.left === 0 ? 1 : this.sheet!.labels - pages.left + 1
    this.#next.hidden = pages === undefined || next === (this.#first.valueAsNumber || 1)
    this.#next.value = `${next}`
    this.#next.textContent = words.sheet.next(next)
  }

  #start(position: number): void {
    this.#first.value = position === 1 ? '' : `${position}`
    this.#first.dispatchEvent(new Event('input', { bubbles: true }))
  }

  #choose(sheet: ListedSheet): void {
    this.#known = sheet
    this.#name.value = sheet.id
    this.#first.value = ''
    this.#changed()
  }

  async #know(name: string): Promise<void> {
    if (this.#asked === name) return
    this.#asked = name
    const [sheet] = await this.#find(name, 1)
    if (sheet === undefined || this.#name.value !== name) return
    this.#known = sheet
    if (this.sheet !== undefined) this.#changed()
  }

  async #find(search: string, limit: number): Promise<readonly ListedSheet[]> {
    if (search.trim() === '') return []
    const outcome = await this.#service.ask(`api/v1/sheets?${new URLSearchParams({ search, limit: `${limit}` })}`)
    if (outcome.kind !== 'done') return []
    const { sheets } = (await outcome.response.json()) as { readonly sheets: readonly ListedSheet[] }
    return sheets.filter(({ usable }) => usable)
  }
}

const nameOf = ({ id, brand, part }: ListedSheet): string => (brand === undefined ? id : `${brand} ${part}`)

/** Labels, their size, and the paper. */
function factsOf({ labels, label, paper, aliases }: ListedSheet): string {
  const length = (side: number): string => fixed(side, 1)
  const size = `${length(label.width)} × ${length(label.height)} mm`
  const on = paper.name ?? `${length(paper.width)} × ${length(paper.height)} mm`
  const others = aliases.slice(0, 3).map(({ part }) => part)
  return [words.sheet.labels(labels), size, on, ...(others.length === 0 ? [] : [others.join(', ')])].join(' · ')
}

const svg = 'http://www.w3.org/2000/svg'

/** The sheet with its labels: those that are gone, those that will be printed, and those that are left. */
function drawingOf({ paper, label, positions }: ListedSheet, first: number, copies: number | undefined): SVGSVGElement {
  const picture = document.createElementNS(svg, 'svg')
  picture.setAttribute('viewBox', `-1 -1 ${paper.width + 2} ${paper.height + 2}`)
  picture.setAttribute('role', 'img')
  picture.setAttribute('aria-label', words.sheet.picture(positions.length, first))
  picture.append(shape('rect', { class: 'paper', x: 0, y: 0, width: paper.width, height: paper.height }))
  for (const [i, [x, y]] of positions.entries()) {
    const isGone = i + 1 < first
    const isUsed = !isGone && (copies === undefined || i + 1 < first + copies)
    const state = { class: isGone ? 'gone' : isUsed ? 'used' : 'free', 'data-position': i + 1 }
    const { width, height } = label
    const isRound = label.outline.kind !== 'rectangle'
    picture.append(
      isRound
        ? shape('ellipse', { ...state, cx: x + width / 2, cy: y + height / 2, rx: width / 2, ry: height / 2 })
        : shape('rect', { ...state, x, y, width, height }),
    )
  }
  return picture
}

function shape(name: 'rect' | 'ellipse', attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(svg, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, `${value}`)
  return element
}
