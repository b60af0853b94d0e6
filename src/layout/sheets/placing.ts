/** Labels on sheets: each is drawn as it is by itself, and stands on the whole dot that is nearest to its place. */

import type { Resolution } from '../resolution.ts'
import type { LineMark, Mark, Scene } from '../scene.ts'
import { type Position, positionsOf, type Sheet } from './sheet.ts'

/** How labels fill sheets. */
export interface Filling {
  readonly sheet: Sheet
  /** The first position that is used on the first sheet, from 1. */
  readonly first: number
  /** How far all of it is moved to the right and down, in mm. */
  readonly shift: readonly [x: number, y: number]
  /** Whether the line along which a label is cut is drawn around it. */
  readonly outline: boolean
  readonly resolution: Resolution
  /** Whether the paper is the nearest whole number of dots; otherwise it is exact. */
  readonly isWholeDots: boolean
}

/** A page with labels, and how often it is printed. */
export interface SheetPage {
  readonly scene: Scene
  readonly copies: number
}

/** Fills sheets with labels in their order. At most one sheet is kept at a time. */
export class SheetFiller {
  readonly #filling: Filling
  readonly #positions: readonly Position[]
  /** Labels on the sheet in hand, in the last of its positions. */
  #labels: Scene[] = []
  /** Positions of the sheet in hand that stay blank. */
  #blank: number

  constructor(filling: Filling) {
    this.#filling = filling
    this.#positions = positionsOf(filling.sheet)
    this.#blank = filling.first - 1
  }

  /** Adds copies of a label. Returns the pages that they fill. @param label  as it lies on the sheet */
  add(label: Scene, copies: number): readonly SheetPage[] {
    const pages: SheetPage[] = []
    for (let left = copies; left > 0; ) {
      const room = this.#positions.length - this.#blank - this.#labels.length
      const count = Math.min(left, room)
      this.#labels.push(...Array.from({ length: count }, () => label))
      left -= count
      if (count < room) break
      pages.push(...this.end())
      const full = Math.floor(left / this.#positions.length)
      if (full === 0) continue
      this.#labels = this.#positions.map(() => label)
      pages.push({ scene: this.#page(), copies: full })
      this.#labels = []
      left -= full * this.#positions.length
    }
    return pages
  }

  /** The page in hand, if it has a label. What is added afterwards is on another one. */
  end(): readonly SheetPage[] {
    if (this.#labels.length === 0) return []
    const scene = this.#page()
    this.#labels = []
    this.#blank = 0
    return [{ scene, copies: 1 }]
  }

  #page(): Scene {
    const { outline } = this.#filling
    const used = this.#positions.slice(this.#blank).slice(0, this.#labels.length)
    const labels = used.map((position, i): Mark => {
      return { kind: 'placed', scene: this.#labels[i]!, ...nearestDot(position, this.#filling) }
    })
    const lines = outline ? used.flatMap((position) => dieLine(position, this.#filling)) : []
    const [{ title, module, barHeight }] = this.#labels as [Scene]
    return { ...blankPage(this.#filling), marks: [...labels, ...lines], title, module, barHeight }
  }
}

/** A page without marks. */
export function blankPage({ sheet, resolution, isWholeDots }: Pick<Filling, 'sheet' | 'resolution' | 'isWholeDots'>) {
  const { perMillimetre, perInch } = resolution
  const { paper } = sheet
  const [width, height] = [Math.round(paper.width * perMillimetre), Math.round(paper.height * perMillimetre)]
  const size = isWholeDots
    ? { width: (width * 72) / perInch, height: (height * 72) / perInch }
    : { width: (paper.width * 72) / 25.4, height: (paper.height * 72) / 25.4 }
  return { width, height, resolution, turn: 'N', paper: size, cut: [] } as const
}

/** Where a label stands, in dots. */
export function nearestDot(
  { x, y }: Position,
  { shift, resolution: { perMillimetre } }: Pick<Filling, 'shift' | 'resolution'>,
): Position {
  return { x: Math.round((x + shift[0]) * perMillimetre), y: Math.round((y + shift[1]) * perMillimetre) }
}

/** In mm: thin enough to cut along. */
const lineThickness = 0.1

/** The line along which a label is cut, exactly where it is. */
export function dieLine(
  { x, y }: Position,
  { sheet: { label }, shift, resolution: { perMillimetre } }: Pick<Filling, 'sheet' | 'shift' | 'resolution'>,
): readonly LineMark[] {
  const { width, height, outline } = label
  const line = (shape: LineMark['shape'], box: Position & { width: number; height: number }, corner = 0): LineMark => ({
    kind: 'line',
    shape,
    x: (box.x + shift[0]) * perMillimetre,
    y: (box.y + shift[1]) * perMillimetre,
    width: box.width * perMillimetre,
    height: box.height * perMillimetre,
    corner: corner * perMillimetre,
    thickness: lineThickness * perMillimetre,
  })
  const box = { x, y, width, height }
  switch (outline.kind) {
    case 'rectangle':
      return [line('rectangle', box, outline.corner)]
    case 'ellipse':
      return [line('ellipse', box)]
    case 'disc': {
      const middle = (diameter: number): typeof box => {
        return { x: x + (width - diameter) / 2, y: y + (height - diameter) / 2, width: diameter, height: diameter }
      }
      // a circle that the label cuts off would lie over its neighbours: its box is drawn
      const isCut = outline.diameter > Math.min(width, height)
      return [
        isCut ? line('rectangle', box) : line('ellipse', middle(outline.diameter)),
        line('ellipse', middle(outline.hole)),
      ]
    }
  }
}
