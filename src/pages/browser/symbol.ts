/** A symbol with its modules highlighted, and its explanation: the parts of an answer of /api/v1/explain that pages read. */

import { byId } from './dom.ts'
import { words } from './words.ts'

/** The symbol that is shown. */
export class SymbolView {
  readonly #frame = byId('frame', HTMLElement)
  #drawing: Drawing | undefined

  /** Draws a symbol with its quiet zone. */
  show(explanation: Explanation): SVGSVGElement {
    const { height, name, summary, columnsPerModule = 1 } = explanation
    const pitch = height > 1 ? 1 : linearHeight
    const area = boxOf(explanation, pitch)
    const [, , across, down] = area
    const svg = drawn('svg', {
      viewBox: area.join(' '),
      preserveAspectRatio: 'none',
      'shape-rendering': 'crispEdges',
      tabindex: '0',
      role: 'application',
      'aria-label': words.symbol.help(`${name}, ${summary}`),
    })
    svg.style.minWidth = `${Math.min((across * leastModule) / columnsPerModule, mostWidth)}px`
    if (height === 1) svg.classList.add('linear')
    else {
      svg.style.aspectRatio = `${across} / ${down}`
      svg.style.width = `min(100%, calc(var(--tallest) * ${across / down}))`
    }
    const [x, y, w, h] = area.map(String) as [string, string, string, string]
    const ground = drawn('rect', { class: 'ground', x, y, width: w, height: h })
    const dark = drawn('path', { class: 'dark', d: barsOf(explanation, pitch) })
    const litLight = drawn('path', { class: 'lit-light' })
    const litDark = drawn('path', { class: 'lit-dark' })
    const cursor = drawn('path', { class: 'cursor' })
    svg.append(ground, dark, litLight, litDark, cursor)
    this.#frame.replaceChildren(svg)
    this.#drawing = { explanation, svg, pitch, litDark, litLight, cursor }
    return svg
  }

  /** Highlights modules, dark and light ones in different colours, and fades all others; without modules, nothing fades. */
  light(modules: Modules | undefined): void {
    if (this.#drawing === undefined) return
    const { explanation, svg, pitch, litDark, litLight } = this.#drawing
    const dark: string[] = []
    const pale: string[] = []
    for (const [x, y] of cellsOf(explanation, modules ?? {})) {
      const isDark = explanation.rows[y]?.[x] === '1'
      ;(isDark ? dark : pale).push(moduleBox(explanation, [x, y, 1, 1], pitch))
    }
    litDark.setAttribute('d', dark.join(''))
    litLight.setAttribute('d', pale.join(''))
    svg.classList.toggle('lighting', dark.length + pale.length > 0)
  }

  /** Scrolls a symbol that is wider than its frame until the first of the modules is visible. */
  reveal(modules: Modules | undefined): void {
    if (this.#drawing === undefined || this.#frame.scrollWidth <= this.#frame.clientWidth) return
    const { explanation, svg } = this.#drawing
    const first = cellsOf(explanation, modules ?? {})[0]
    if (first === undefined) return
    const { x, width } = svg.viewBox.baseVal
    const at = ((first[0] - x) / width) * svg.getBoundingClientRect().width
    const margin = this.#frame.clientWidth / 4
    if (at < this.#frame.scrollLeft || at > this.#frame.scrollLeft + this.#frame.clientWidth - margin)
      this.#frame.scrollLeft = at - margin
  }

  /** The module under the pointer, quiet zone included. */
  moduleUnder({ clientX, clientY }: MouseEvent): [column: number, row: number] | undefined {
    if (this.#drawing === undefined) return undefined
    const { explanation, svg, pitch } = this.#drawing
    const { left, top, width, height } = svg.getBoundingClientRect()
    const { x, y, width: across, height: down } = svg.viewBox.baseVal
    const column = Math.floor(x + ((clientX - left) / width) * across)
    const row = Math.floor((y + ((clientY - top) / height) * down) / pitch)
    return within(explanation, column, row) ? [column, row] : undefined
  }

  /** Outlines one module, or none. */
  pointAt(place: readonly [column: number, row: number] | undefined): void {
    if (this.#drawing === undefined) return
    const { explanation, cursor, pitch } = this.#drawing
    cursor.setAttribute('d', place === undefined ? '' : moduleBox(explanation, [...place, 1, 1], pitch))
  }
}

/** The symbol that is shown, with its overlays. */
interface Drawing {
  readonly explanation: Explanation
  readonly svg: SVGSVGElement
  /** User units from one row to the next. */
  readonly pitch: number
  readonly litDark: SVGPathElement
  readonly litLight: SVGPathElement
  readonly cursor: SVGPathElement
}

/** The least CSS pixels of a module; if the frame is too small, it scrolls. */
const leastModule = 2
/** The greatest minimum width of a symbol, in CSS pixels. */
const mostWidth = 20_000
/** The height of a linear symbol in user units; the style sheet gives its height on the screen. */
const linearHeight = 10
/** In user units: how much lower the bars of an add-on begin, and how thick bearer bars are. */
const addonTop = 1.5
const bearerHeight = 0.8

const svgNamespace = 'http://www.w3.org/2000/svg'

function drawn<K extends 'svg' | 'path' | 'rect'>(
  tag: K,
  attributes: Readonly<Record<string, string>>,
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(svgNamespace, tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}

/** The symbol with its quiet zones and bearer bars: left, top, width and height in user units. */
function boxOf(explanation: Explanation, pitch: number): readonly [number, number, number, number] {
  const { width, height, quiet, bearer, isFramed = false } = explanation
  const [side, end] = [isFramed ? (bearer ?? 0) : 0, bearer === undefined ? 0 : bearerHeight]
  const across = width + quiet.left + quiet.right + 2 * side
  const down = (height + quiet.top + quiet.bottom) * pitch + 2 * end
  return [-quiet.left - side, -quiet.top * pitch - end, across, down]
}

/** The dark modules and the bearer bars as subpaths. */
function barsOf(explanation: Explanation, pitch: number): string {
  const { rows, bearer = 0, isFramed = false } = explanation
  const runs = rows.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map(({ index, 0: run }) => moduleBox(explanation, [index, y, run.length, 1], pitch)),
  )
  if (bearer === 0) return runs.join('')
  const [left, top, width, height] = boxOf(explanation, pitch)
  const ends = [top, top + height - bearerHeight].map((y) => box(left, y, width, bearerHeight))
  const sides = isFramed ? [left, left + width - bearer].map((x) => box(x, top, bearer, height)) : []
  return [...runs, ...ends, ...sides].join('')
}

/** Modules as a subpath; those of an add-on begin lower. */
function moduleBox({ addon }: Explanation, [x, y, columns, rows]: Area, pitch: number): string {
  const top = addon !== undefined && x >= addon.from && x < addon.to ? addonTop : 0
  return box(x, y * pitch + top, columns, rows * pitch - top)
}

function box(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`
}

function cellsOf({ path, width }: Explanation, { areas = [], path: ranges = [] }: Modules): [number, number][] {
  const cells: [number, number][] = []
  for (const [column, row, columns, rows] of areas) {
    for (let y = row; y < row + rows; y++) for (let x = column; x < column + columns; x++) cells.push([x, y])
  }
  for (const [from, to] of ranges) {
    for (const place of path.slice(from, to)) cells.push([place % width, Math.floor(place / width)])
  }
  return cells
}

export function within({ width, height, quiet }: Explanation, column: number, row: number): boolean {
  const across = column >= -quiet.left && column < width + quiet.right
  return across && row >= -quiet.top && row < height + quiet.bottom
}

type Area = readonly [column: number, row: number, columns: number, rows: number]

interface Modules {
  readonly areas?: readonly Area[]
  readonly path?: readonly (readonly [from: number, to: number])[]
}

export interface Part {
  readonly title: string
  readonly text?: string
  readonly values?: { readonly [name: string]: unknown }
  readonly modules?: Modules
}

export interface Step extends Part {
  readonly clause: string
  /** The kind and the code of a finding. */
  readonly kind?: string
  readonly code?: string
  /** The language of its title; English if undefined. */
  readonly language?: string
  readonly parts?: readonly Part[]
}

export interface Explanation {
  readonly name: string
  readonly standard: string
  readonly summary: string
  readonly width: number
  readonly height: number
  readonly rows: readonly string[]
  readonly quiet: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
  /** Columns whose bars begin lower. */
  readonly addon?: { readonly from: number; readonly to: number }
  /** Thickness in columns of the bars above and below, and whether they are joined to a frame. */
  readonly bearer?: number
  readonly isFramed?: boolean
  /** How many columns a module takes, if it is not one. */
  readonly columnsPerModule?: number
  readonly path: readonly number[]
  readonly steps: readonly Step[]
}

/** A step, or one of its parts. */
export interface Item {
  readonly step: number
  readonly part?: number
}

export function isExplanation(body: unknown): body is Explanation {
  return typeof body === 'object' && body !== null && 'steps' in body && 'rows' in body && 'path' in body
}

export function partAt({ steps }: Explanation, { step, part }: Item): Part | undefined {
  return part === undefined ? steps[step] : steps[step]?.parts?.[part]
}

/** An item that a module belongs to. */
export interface Owner {
  readonly item: Item
  /** How many modules belong to it. */
  readonly size: number
  /** The number of the module's bit in the item, from 1; undefined if its modules are not in the order of bits. */
  readonly bit: number | undefined
}

/** The items that the module in this column and row belongs to, the smallest first. */
export function ownersOf(explanation: Explanation, column: number, row: number): Owner[] {
  const { path, width, height, steps } = explanation
  const inside = column >= 0 && column < width && row >= 0 && row < height
  const place = inside ? path.indexOf(row * width + column) : -1
  const owners: Owner[] = []
  const look = (item: Item, modules: Modules = {}): void => {
    const { areas = [], path: ranges = [] } = modules
    const range = ranges.find(([from, to]) => place >= from && place < to)
    const area = areas.some(([x, y, w, h]) => column >= x && column < x + w && row >= y && row < y + h)
    if (range === undefined && !area) return
    owners.push({ item, size: sizeOf(modules), bit: range && place - range[0] + 1 })
  }
  steps.forEach(({ modules, parts = [] }, step) => {
    look({ step }, modules)
    parts.forEach((part, i) => {
      look({ step, part: i }, part.modules)
    })
  })
  return owners.sort((a, b) => a.size - b.size)
}

export function sizeOf({ areas = [], path = [] }: Modules): number {
  const inAreas = areas.reduce((sum, [, , columns, rows]) => sum + columns * rows, 0)
  return path.reduce((sum, [from, to]) => sum + to - from, inAreas)
}
