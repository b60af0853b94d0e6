/** The estimate of grades of the selected picture: its symbols, their parameters, scan profiles and coloured modules. */

import { visible } from '../../reader/check/report.ts'
import { worstFirst, worstOf } from '../../reader/grade/grades.ts'
import type { GradedLine, GradedParameter, GradedSymbol, GradeReport } from '../../reader/grade/index.ts'
import { ShownGrades } from '../../reader/grade/shown.ts'
import { buttonFor, byId, made } from './dom.ts'
import { saveFile } from './files.ts'
import { type Body, ServiceClient } from './service.ts'
import { words } from './words.ts'

/** What is asked of the service for a PDF. */
export interface Grading {
  /** Pixels an inch; empty if the file says it, or nobody knows. */
  readonly dpi: string
  /** `true`, or the grade that is asked for. */
  readonly grade: string
  readonly type: string
}

/** The picture with its grades. */
export interface GradedFile {
  readonly file: File
  readonly grades: GradeReport
  readonly grading: Grading
}

export class GradesView {
  readonly #section = byId('grades', HTMLElement)
  readonly #service = new ServiceClient()
  #address: string | undefined

  /** Shows the grades of a picture, or nothing. */
  show(graded: GradedFile | undefined, nameOf: (symbology: string) => string): void {
    if (this.#address !== undefined) URL.revokeObjectURL(this.#address)
    this.#address = undefined
    this.#section.hidden = graded === undefined
    this.#section.replaceChildren()
    if (graded === undefined) return
    const { symbols, ungraded = [] } = graded.grades
    this.#section.append(
      made('h3', { id: 'grades-title' }, words.grades.title),
      made('p', {}, words.grades.notice),
      ...drawnAs(graded.grades),
      ...askedIn(graded.grades),
      ...this.#offer(graded),
      ...(symbols.length > 0 && typeOf(graded.file) !== 'application/pdf' ? [this.#picture(graded)] : []),
      ...symbols.map((symbol, i) => symbolView(symbol, i, nameOf(symbol.symbology))),
      ...ungraded.map(({ symbology, text, reason, x }) =>
        made(
          'p',
          {},
          `${nameOf(symbology)} ${visible(text)}: ${words.grades.ungraded[reason](shown.decimal(x.pixels))}`,
        ),
      ),
      ...(symbols.length + ungraded.length === 0 ? [made('p', {}, words.grades.none)] : []),
    )
  }

  /** The picture with its symbols in frames; browsers show no PDF as a picture. */
  #picture({ file, grades: { symbols, drawn: page } }: GradedFile): HTMLElement {
    this.#address = URL.createObjectURL(file)
    const image = made('img', { src: this.#address, alt: words.grades.picture(file.name, symbols.length) })
    const around = made('div', { class: 'graded-picture' }, image)
    image.addEventListener('load', () => {
      // an SVG was drawn in other pixels than the browser has
      const { width, height } = page ?? { width: image.naturalWidth, height: image.naturalHeight }
      const size = Math.max(width, height) / 28
      const frames = symbols.flatMap((symbol, i) => {
        const { corners } = symbol
        const [first] = corners
        const label = drawn('text', { x: first?.x ?? 0, y: (first?.y ?? 0) - size / 3, 'font-size': size })
        label.textContent = `${i + 1}: ${shown.letter(symbol)}`
        return [drawn('polygon', { points: corners.map(({ x, y }) => `${x},${y}`).join(' ') }), label]
      })
      around.append(drawn('svg', { viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' }, ...frames))
    })
    return around
  }

  /** The button for the PDF, of what the service can read. */
  #offer({ file, grading, grades: { drawn } }: GradedFile): HTMLElement[] {
    const type = typeOf(file)
    if (file.type === 'image/webp' || file.size > mostSent) return []
    const state = made('span', { role: 'status' })
    const button = buttonFor(words.grades.pdf, async () => {
      button.disabled = true
      state.textContent = words.grades.making
      const name = { name: file.name.slice(-mostName), language: document.documentElement.lang }
      const given = Object.entries({ format: 'pdf', ...grading, page: `${drawn?.page ?? ''}`, ...name }).filter(
        ([, value]) => value !== '',
      )
      const bytes = new Uint8Array(await file.arrayBuffer())
      const outcome = await this.#service.ask(`api/v1/check?${new URLSearchParams(given)}`, undefined, {
        body: { type, bytes },
      })
      button.disabled = false
      state.textContent = ''
      if (outcome.kind === 'done') {
        const name = `${file.name.replace(/\.(png|jpe?g|svg|pdf)$/i, '')}.pdf`
        saveFile(await outcome.response.blob(), name)
      } else state.textContent = outcome.kind === 'unanswered' ? words.grades.unanswered : outcome.message
    })
    button.id = 'grades-pdf'
    return [made('p', { class: 'plain' }, button, state), made('p', { class: 'hint' }, words.grades.pdfHint)]
  }
}

function typeOf({ name, type }: File): Body['type'] {
  if (/\.pdf$/i.test(name) || type === 'application/pdf') return 'application/pdf'
  if (/\.svg$/i.test(name) || type === 'image/svg+xml') return 'image/svg+xml'
  return /\.png$/i.test(name) || type === 'image/png' ? 'image/png' : 'image/jpeg'
}

/** The most characters of a file's name, and the most bytes, that the service takes. */
const mostName = 200
const mostSent = 8 << 20

/** How a page was drawn. */
function drawnAs(grades: GradeReport): HTMLElement[] {
  const text = shown.drawn(grades)
  return text === undefined ? [] : [made('p', { class: 'hint' }, text)]
}

function askedIn(grades: GradeReport): HTMLElement[] {
  const asked = shown.asked(grades)
  return asked === undefined ? [] : [made('p', { class: 'asked' }, asked)]
}

/** The figures are those of the report as a PDF. */
const shown = new ShownGrades(words.grades, document.documentElement.lang)

const badge = (letter: string | null, text = letter ?? '?'): HTMLElement =>
  made('strong', { class: 'letter', 'data-letter': letter ?? '' }, text)

function symbolView(symbol: GradedSymbol, index: number, name: string): HTMLElement {
  const { text, letter, lines, parameters } = symbol
  const facts = shown.facts(symbol)
  const modules = symbol.margins === undefined ? undefined : new ModulesView(symbol)
  const summary = made(
    'summary',
    {},
    badge(letter, shown.grade(symbol)),
    ` ${index + 1}: ${name} `,
    made('code', {}, visible(text)),
  )
  const details = made(
    'details',
    { class: 'graded' },
    summary,
    made('p', {}, `${facts.join('; ')}.`),
    ...(lines === undefined ? [] : [made('p', {}, words.grades.lines(lines.map(({ grade }) => grade).join(' ')))]),
    tableOf(parameters, `${index + 1}: ${name}`, modules),
    ...(lines === undefined ? [] : profilesView(lines)),
    ...(modules === undefined ? [] : modules.elements),
  )
  details.open = index === 0
  return details
}

/** The parameters, the worst first. */
function tableOf(parameters: readonly GradedParameter[], name: string, modules: ModulesView | undefined): HTMLElement {
  const { columns } = words.grades
  const head = Object.values(columns).map((column) => made('th', { scope: 'col' }, column))
  const rows = worstFirst(parameters).map((parameter) =>
    made(
      'tr',
      {},
      made('td', {}, badge(parameter.letter)),
      made('th', { scope: 'row' }, shown.title(parameter)),
      made('td', {}, shown.value(parameter)),
      made('td', {}, shown.limits(parameter)),
      made('td', {}, parameter.clause),
      made('td', {}, ...placeOf(parameter, modules)),
    ),
  )
  const table = made('table', {}, made('thead', {}, made('tr', {}, ...head)), made('tbody', {}, ...rows))
  return made(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': words.grades.parametersOf(name) },
    table,
  )
}

function placeOf(parameter: GradedParameter, view: ModulesView | undefined): (Node | string)[] {
  const { modules = [] } = parameter
  if (modules.length > 0 && view !== undefined) {
    const count = words.grades.modules(modules.length)
    const label = { 'aria-label': `${count}: ${shown.title(parameter)}` }
    return [buttonFor(count, () => view.frame(modules), label)]
  }
  const place = shown.place(parameter)
  return place === '' ? [] : [place]
}

/** A chart for each scan line. */
function profilesView(lines: readonly GradedLine[]): HTMLElement[] {
  const charts = lines.map((line, i) => {
    const worst = worstOf(line.parameters)
    const reason = worst === undefined || worst.grade === 4 ? '' : `, ${shown.title(worst)} ${shown.value(worst)}`
    const caption = words.grades.line(i + 1, `${worst?.letter ?? '?'}${reason}`)
    return made('figure', {}, made('figcaption', {}, caption), chartOf(line, worst, caption))
  })
  return [
    made('h4', {}, words.grades.profiles),
    made('p', { class: 'hint' }, words.grades.profilesHint),
    made('div', { class: 'profiles' }, ...charts),
  ]
}

const chart = { width: 600, height: 100 }

function chartOf({ profile, span }: GradedLine, worst: ReturnType<typeof worstOf>, name: string): Element {
  const y = (reflectance: number): number => Math.round(10 * (1 - Math.min(1, reflectance)) * chart.height) / 10
  const points = profile.map((value, i) => `${((i + 0.5) * chart.width) / profile.length},${y(value)}`).join(' ')
  const middle = y((Math.max(...profile) + Math.min(...profile)) / 2)
  const line = (x1: number, y1: number, x2: number, y2: number, kind: string): Element =>
    drawn('line', { x1, y1, x2, y2, class: kind })
  const at =
    worst?.at !== undefined && worst.grade < 4 ? ((worst.at - span[0]) / (span[1] - span[0])) * chart.width : -1
  return drawn(
    'svg',
    { viewBox: `0 0 ${chart.width} ${chart.height}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': name },
    line(0, middle, chart.width, middle, 'threshold'),
    ...(at < 0 ? [] : [line(at, 0, at, chart.height, 'decided')]),
    drawn('polyline', { points }),
  )
}

/** Modules in the colours of their grades; some of them in frames. */
class ModulesView {
  readonly elements: readonly HTMLElement[]
  readonly #frames = drawn('g', { class: 'frames' })

  constructor({ margins = [], modules = [], parameters }: GradedSymbol) {
    const [rows, columns] = [margins.length, margins[0]?.length ?? 0]
    const paths = ['A', 'B', 'C', 'D', 'F'].flatMap((letter, i) =>
      ['dark', 'light'].map((kind) => {
        const d = margins.flatMap((row, y) =>
          [...row].map((digit, x) =>
            Number(digit) === 4 - i && (modules[y]?.[x] === '1') === (kind === 'dark') ? `M${x} ${y}h1v1h-1z` : '',
          ),
        )
        return drawn('path', { d: d.join(''), class: kind, 'data-letter': letter })
      }),
    )
    const worst = worstOf(parameters)
    this.frame(worst !== undefined && worst.grade < 4 ? (worst.modules ?? []) : [])
    const name = { role: 'img', 'aria-label': words.grades.coloured }
    const shown = drawn(
      'svg',
      { viewBox: `-0.2 -0.2 ${columns + 0.4} ${rows + 0.4}`, class: 'modules', ...name },
      ...paths,
      this.#frames,
    )
    const legend = ['A', 'B', 'C', 'D', 'F'].flatMap((letter) => [badge(letter), ' '])
    this.elements = [
      made('h4', {}, words.grades.coloured),
      made('p', { class: 'hint' }, ...legend, words.grades.colouredHint),
      made('div', { class: 'modules-frame' }, shown),
    ]
  }

  frame(places: readonly { readonly row: number; readonly column: number }[]): void {
    this.#frames.replaceChildren(
      ...places.map(({ row, column }) => drawn('rect', { x: column, y: row, width: 1, height: 1 })),
    )
  }
}

function drawn(
  tag: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: readonly Element[]
): Element {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, `${value}`)
  element.append(...children)
  return element
}
