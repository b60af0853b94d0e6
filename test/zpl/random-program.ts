/** Sound programs in ZPL for labels of 4 x 8 in at 203 dpi, by chance. */

import type { Random } from '../random.ts'

/** Dots between the edges of a label, its elements, and what stands beside them: the widest quiet zones and lines. */
const margin = 100
export const labelWidth = 812
const labelHeight = 1624

const digits = '0123456789'
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** Of Code 39: readers that are set to full ASCII take the last four with a letter for one character. */
const code39Alphabets = [`${digits}${capitals}-. `, `${digits}-. $/+%`]
const words = `${digits}${capitals}abcdefghijklmnopqrstuvwxyz.,:;-+*/()!?#&=@' "`

/** A field without its origin. */
export interface Element {
  /** What stands before the data. */
  readonly head: string
  /** Of `^FD`; undefined for shapes and graphics. */
  readonly data?: string
  /** The most dots that it takes downwards, without what is in its margin. */
  readonly height: number
}

/** Its check digit behind digits (GS1 General Specifications, 7.9). */
export function withCheckDigit(digits: string): string {
  const sum = [...digits].toReversed().reduce((sum, digit, i) => sum + (i % 2 === 0 ? 3 : 1) * Number(digit), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** A text that neither begins nor ends with a blank. */
const trimmed = (text: string): string => text.trim() || 'A'

/** Bars with a line below, above or none. */
const line = (r: Random): string => r.pick(['Y,N', 'Y,Y', 'N,N'])

interface Bars {
  readonly module: number
  /** The most modules between the edges of the symbol. */
  readonly modules: number
}

/** How bars lie, with what they take downwards. */
function lying(r: Random, { module, modules }: Bars, bars: number): { readonly turn: string; readonly height: number } {
  const turn = r.pick('NNRIB')
  return { turn, height: turn === 'R' || turn === 'B' ? modules * module : bars }
}

/** EAN and UPC. Their bars are as high as retail has them: 22.85 mm at a module of 0.33 mm, which is 69.2 modules. */
function retail(r: Random): Element {
  const [command, count, modules, end] = r.pick([
    ['BE', 12, 95, ''],
    ['B8', 7, 67, ''],
    ['BU', 11, 95, ',Y'],
    ['B9', 10, 51, ',Y'],
  ] as const)
  const module = r.between(3, 4)
  const bars = 70 * module + r.between(0, 30)
  const { turn, height } = lying(r, { module, modules }, bars)
  const product = command === 'B9' ? `${r.text(digits, 2)}00000${r.text(digits, 3)}` : r.text(digits, count)
  // digits that end in a check digit of their own are doubtful without another one
  const data =
    r.between(0, 1) === 1 || withCheckDigit(product.slice(0, -1)) === product ? withCheckDigit(product) : product
  return { head: `^BY${module}^${command}${turn},${bars},${line(r)}${end}`, data, height }
}

function code128(r: Random): Element {
  const module = r.between(2, 3)
  const bars = r.between(130, 200)
  const { turn, height } = lying(r, { module, modules: 190 }, bars)
  const gtin = withCheckDigit(`0${r.text(digits, 12)}`)
  const [mode, data] = r.pick([
    ['N', trimmed(r.text(words, r.between(1, 12)))],
    ['N', `>;${r.text(digits, 2 * r.between(2, 8))}`],
    ['N', `>;>801${gtin}`],
    ['A', trimmed(r.text(words, r.between(1, 12)))],
    ['A', r.text(digits, r.between(2, 16))],
    ['U', `00${r.text(digits, 17)}`],
    ['D', `(01)${gtin}`],
    ['D', `(01)${gtin}(10)${r.text(digits + capitals, 2)}`],
    ['D', `(00)${withCheckDigit(r.text(digits, 17))}`],
  ])
  return { head: `^BY${module}^BC${turn},${bars},${line(r)},N,${mode}`, data, height }
}

function code39(r: Random): Element {
  const module = r.between(2, 3)
  const bars = r.between(130, 200)
  const { turn, height } = lying(r, { module, modules: 180 }, bars)
  const head = r.pick([`^B3${turn},${r.pick('NY')},${bars},${line(r)}`, `^BL${turn},${bars},${r.pick('NY')}`])
  const ratio = r.pick(['2.0', '2.5', '3.0'])
  return {
    head: `^BY${module},${ratio}${head}`,
    data: trimmed(r.text(r.pick(code39Alphabets), r.between(1, 8))),
    height,
  }
}

function itf14(r: Random): Element {
  const module = r.between(2, 4)
  const bars = r.between(130, 200)
  const { turn, height } = lying(r, { module, modules: 140 }, bars)
  const digitsOf = r.text(digits, 13)
  const isComputed = r.between(0, 1) === 1
  const data = isComputed ? digitsOf : withCheckDigit(digitsOf)
  const head = `^BY${module},${r.pick(['2.5', '3.0'])}^B2${turn},${bars},${line(r)},${isComputed ? 'Y' : 'N'}`
  return { head, data, height }
}

function qr(r: Random): Element {
  const module = r.between(3, 8)
  const text = trimmed(r.text(words, r.between(1, 40)))
  const manual = r.pick([
    `N${r.text(digits, r.between(1, 30))}`,
    `A${r.text(digits + capitals, r.between(1, 30))}`,
    `B${`${text.length}`.padStart(4, '0')}${text}`,
  ])
  const data = `${r.pick('HQML')}${r.pick([`A,${text}`, `M,${manual}`])}`
  return { head: `^BQN,2,${module}`, data, height: 45 * module + 10 }
}

function dataMatrix(r: Random): Element {
  const module = r.between(3, 8)
  const gtin = withCheckDigit(`0${r.text(digits, 12)}`)
  const data = r.pick([
    trimmed(r.text(words, r.between(1, 40))),
    r.text(digits, r.between(1, 40)),
    `_101${gtin}10${r.text(digits + capitals, 4)}`,
  ])
  return { head: `^BX${r.pick('NRIB')},${module},200`, data, height: 40 * module }
}

function text(r: Random): Element {
  const size = r.between(15, 40)
  const font = r.pick([`^A0N,${size}`, `^A0N,${size},${size}`, '^ADN,36,20', '^AFN', '^CF0,30'])
  return { head: font, data: trimmed(r.text(words, r.between(1, 15))), height: 40 }
}

function block(r: Random): Element {
  const some = Array.from({ length: r.between(1, 8) }, () => r.text(capitals, r.between(1, 6)))
  return { head: `^A0N,25^FB600,8,2,${r.pick('LCRJ')}`, data: some.join(' '), height: 220 }
}

function shape(r: Random): Element {
  const [width, height] = [r.between(5, 600), r.between(5, 150)]
  const thick = r.between(1, 5)
  const head = r.pick([
    `^GB${width},${height},${thick},B,${r.between(0, 8)}`,
    `^GC${height},${thick}`,
    `^GE${width},${height},${thick}`,
    `^GD${width},${height},${thick},B,${r.pick('LR')}`,
  ])
  return { head, height }
}

function graphic(r: Random): Element {
  const [rowLength, rows] = [r.between(1, 20), r.between(1, 40)]
  const total = rowLength * rows
  return { head: `^GFA,${total},${total},${rowLength},${r.text('0123456789ABCDEF', 2 * total)}`, height: rows }
}

/** Elements that are symbols, by what draws them. */
export const symbols = [retail, code128, code39, itf14, qr, dataMatrix] as const
const elements = [...symbols, ...symbols, text, text, block, shape, graphic] as const

/** Where an element stands. */
export interface Placed {
  readonly element: Element
  readonly x: number
  readonly y: number
}

/** Whether a symbol has a number of an item: several such on one label would contradict each other. */
export const isOfItem = ({ head, data = '' }: Element): boolean =>
  /\^B[289EU]|,U$/.test(head) || /^(?:\(0|>;>8|_1)/.test(data)

/** Elements one below the other, one of them with the number of an item at most. @param room  dots that are left free at the bottom */
export function anyElements(r: Random, room = 0): readonly Placed[] {
  const placed: Placed[] = []
  let y = margin
  for (let count = r.between(1, 6); count > 0; count--) {
    const element = r.pick(elements)(r)
    if (isOfItem(element) && placed.some((each) => isOfItem(each.element))) continue
    if (y + element.height + margin > labelHeight - room) break
    placed.push({ element, x: margin, y })
    y += element.height + margin
  }
  return placed
}

/** The first row below elements. */
export const below = (placed: readonly Placed[]): number => {
  const last = placed.at(-1)
  return last === undefined ? margin : last.y + last.element.height + margin
}

export const fieldOf = ({ element: { head, data }, x, y }: Placed): string =>
  `^FO${x},${y}${head}${data === undefined ? '' : `^FD${data}`}^FS`

/** A program whose label has these elements: as they are, or by a stored format with values. */
export function programOf(r: Random, placed: readonly Placed[]): string {
  const between = r.pick(['', '\n', '\r\n'])
  const start = r.pick(['', '^FX a comment^FS', '^CI28', '^PW812^LL1624', '^LH0,0^MUD'])
  if (r.between(0, 3) > 0) return ['^XA', start, ...placed.map(fieldOf), '^XZ'].join(between)
  const stored = placed.map(({ element: { head, data }, x, y }, i) => {
    return `^FO${x},${y}${head}${data === undefined ? '' : `^FN${i + 1}`}^FS`
  })
  const values = placed.flatMap(({ element: { data } }, i) => (data === undefined ? [] : [`^FN${i + 1}^FD${data}^FS`]))
  const format = ['^XA', '^DFR:ANY.ZPL^FS', ...stored, '^XZ']
  return [...format, '^XA', '^XFR:ANY.ZPL^FS', start, ...values, '^XZ'].join(between)
}
