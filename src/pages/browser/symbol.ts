import { byId } from './dom.ts'
import type { Area, Explanation, Modules } from './explanation.ts'
import { words } from './words.ts'

const svgNamespace = 'http://www.w3.org/2000/svg'
const frame = byId('frame', HTMLElement)

/** The least CSS pixels of a module; if the frame is too small, it scrolls. */
const leastModule = 2
/** The greatest minimum width of a symbol, in CSS pixels. */
const mostWidth = 20_000
/** The height of a linear symbol in user units; the style sheet gives its height on the screen. */
const linearHeight = 10
/** In user units: how much lower the bars of an add-on begin, and how thick bearer bars are. */
const addonTop = 1.5
const bearerHeight = 0.8

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

let drawing: Drawing | undefined

function drawn<K extends 'svg' | 'path' | 'rect'>(
  tag: K,
  attributes: Readonly<Record<string, string>>,
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(svgNamespace, tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}

/** Draws a symbol with its quiet zone. */
export function showSymbol(explanation: Explanation): SVGSVGElement {
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
  frame.replaceChildren(svg)
  drawing = { explanation, svg, pitch, litDark, litLight, cursor }
  return svg
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

/** Highlights modules, dark and light ones in different colours, and fades all others; without modules, nothing fades. */
export function light(modules: Modules | undefined): void {
  if (drawing === undefined) return
  const { explanation, svg, pitch, litDark, litLight } = drawing
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

/** Scrolls a symbol that is wider than its frame until the first of the modules is visible. */
export function reveal(modules: Modules | undefined): void {
  if (drawing === undefined || frame.scrollWidth <= frame.clientWidth) return
  const { explanation, svg } = drawing
  const first = cellsOf(explanation, modules ?? {})[0]
  if (first === undefined) return
  const { x, width } = svg.viewBox.baseVal
  const at = ((first[0] - x) / width) * svg.getBoundingClientRect().width
  const margin = frame.clientWidth / 4
  if (at < frame.scrollLeft || at > frame.scrollLeft + frame.clientWidth - margin) frame.scrollLeft = at - margin
}

/** The module under the pointer, quiet zone included. */
export function moduleUnder({ clientX, clientY }: MouseEvent): [column: number, row: number] | undefined {
  if (drawing === undefined) return undefined
  const { explanation, svg, pitch } = drawing
  const { left, top, width, height } = svg.getBoundingClientRect()
  const { x, y, width: across, height: down } = svg.viewBox.baseVal
  const column = Math.floor(x + ((clientX - left) / width) * across)
  const row = Math.floor((y + ((clientY - top) / height) * down) / pitch)
  return within(explanation, column, row) ? [column, row] : undefined
}

export function within({ width, height, quiet }: Explanation, column: number, row: number): boolean {
  const across = column >= -quiet.left && column < width + quiet.right
  return across && row >= -quiet.top && row < height + quiet.bottom
}

/** Outlines one module, or none. */
export function pointAt(place: readonly [column: number, row: number] | undefined): void {
  if (drawing === undefined) return
  const { explanation, cursor, pitch } = drawing
  cursor.setAttribute('d', place === undefined ? '' : moduleBox(explanation, [...place, 1, 1], pitch))
}
