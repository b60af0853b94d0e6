/** What sheets of labels are asked for, for those who read their bytes back: which label stands where on which page. */

import { type Area, upright } from '../layout/scene.ts'
import { blankPage, type Filling } from '../sheets/placing.ts'
import { type Position, positionsOf } from '../sheets/sheet.ts'
import type { ExpectedLabel } from '../verify/expected.ts'
import { type AskedScene, labelsOf, type PlannedSheet } from './proof.ts'

/** A label, and how often it was asked for. */
export interface AskedCopies extends AskedScene {
  readonly copies: number
}

/** Plans sheets by the order of labels and the places of the sheet alone, not by what was drawn. At most one sheet is kept at a time. */
export class SheetPlan {
  readonly #filling: Filling
  readonly #places: readonly Position[]
  readonly #page: Pick<PlannedSheet, 'resolution' | 'width' | 'height'>
  /** Those of each place. */
  #labels: (readonly ExpectedLabel[])[] = []
  /** Places of the sheet in hand that stay free before its labels. */
  #skipped: number

  constructor(filling: Filling) {
    const { resolution, width, height } = blankPage(filling)
    this.#filling = filling
    this.#page = { resolution, width, height }
    this.#places = positionsOf(filling.sheet)
    this.#skipped = filling.first - 1
  }

  /** Adds copies of a label. Returns the sheets that they fill. */
  add({ scene, asked, copies }: AskedCopies): readonly PlannedSheet[] {
    const lying = upright(scene)
    const sheets: PlannedSheet[] = []
    for (let left = copies; left > 0; ) {
      const at = this.#skipped + this.#labels.length
      const full = at === 0 ? Math.floor(left / this.#places.length) : 0
      const used = this.#places.slice(at, at + left)
      this.#labels.push(...used.map((place) => labelsOf(lying, asked, this.#dotsOf(place))))
      left -= used.length * Math.max(1, full)
      if (at + used.length === this.#places.length) sheets.push(this.#ended(Math.max(1, full)))
    }
    return sheets
  }

  /** Whether a label is on the sheet in hand. */
  get isBegun(): boolean {
    return this.#labels.length > 0
  }

  /** The sheet in hand, if a label is on it. What is added afterwards is on another one. */
  end(): readonly PlannedSheet[] {
    return this.isBegun ? [this.#ended(1)] : []
  }

  #ended(copies: number): PlannedSheet {
    const [skipped, used] = [this.#skipped, this.#labels.length]
    const free = this.#places.filter((_, i) => i < skipped || i >= skipped + used)
    const sheet = {
      ...this.#page,
      labels: this.#labels.flat(),
      free: free.map((place) => this.#middleOf(place)),
      copies,
    }
    this.#labels = []
    this.#skipped = 0
    return sheet
  }

  #dotsOf({ x, y }: Position): readonly [x: number, y: number] {
    const { shift, resolution } = this.#filling
    const { perMillimetre } = resolution
    return [Math.round((x + shift[0]) * perMillimetre), Math.round((y + shift[1]) * perMillimetre)]
  }

  /** Half as wide and high as the label: lines around its neighbours do not reach it. */
  #middleOf({ x, y }: Position): Area {
    const { width, height } = this.#filling.sheet.label
    const [left, top] = this.#dotsOf({ x: x + width / 4, y: y + height / 4 })
    const [right, bottom] = this.#dotsOf({ x: x + (3 * width) / 4, y: y + (3 * height) / 4 })
    return { left, top, right: Math.max(left + 1, right), bottom: Math.max(top + 1, bottom) }
  }
}

/** All sheets of these labels. */
export function sheetsOf(labels: readonly AskedCopies[], filling: Filling): readonly PlannedSheet[] {
  const plan = new SheetPlan(filling)
  return [...labels.flatMap((each) => plan.add(each)), ...plan.end()]
}
