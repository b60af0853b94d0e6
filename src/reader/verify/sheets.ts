/** What sheets of labels are asked for: which label stands where on which page, by their order and the places of the sheet alone. */

import type { Box } from '../check/index.ts'
import type { ExpectedHead, ExpectedLabel, PlannedSheet } from './expected.ts'
import type { ExpectedOrder } from './order.ts'
import { fedLabel, isLyingOtherWay, labelsAt, sidesAsRead } from './roll.ts'

/** A sheet of labels, in mm, and which of its places are used. */
export interface SheetPaper {
  readonly head: ExpectedHead
  readonly width: number
  readonly height: number
  readonly label: { readonly width: number; readonly height: number }
  /** The upper left corners of its labels, in the order in which they are filled. */
  readonly places: readonly Place[]
  /** The first place that is used on the first sheet, from 1. */
  readonly first: number
  /** To the right and down. */
  readonly shift: readonly [x: number, y: number]
}

interface Place {
  readonly x: number
  readonly y: number
}

/** A label, and how often it was asked for. */
export interface OrderedCopies {
  readonly asked: ExpectedOrder
  readonly copies: number
}

/** Plans sheets. At most one is kept at a time. */
export class SheetPlan {
  readonly #paper: SheetPaper
  /** Those of each place. */
  #labels: (readonly ExpectedLabel[])[] = []
  /** Places of the sheet in hand that stay free before its labels. */
  #skipped: number

  constructor(paper: SheetPaper) {
    this.#paper = paper
    this.#skipped = paper.first - 1
  }

  /** Adds copies of a label. Returns the sheets that they fill. */
  add({ asked, copies }: OrderedCopies): readonly PlannedSheet[] {
    const { places } = this.#paper
    const lying = fedLabel(asked, this.#isTurned(asked) ? 1 : 0)
    const sheets: PlannedSheet[] = []
    for (let left = copies; left > 0; ) {
      const at = this.#skipped + this.#labels.length
      const full = at === 0 ? Math.floor(left / places.length) : 0
      const used = places.slice(at, at + left)
      this.#labels.push(...used.map((place) => labelsAt(lying, this.#dotsOf(place), 1)))
      left -= used.length * Math.max(1, full)
      if (at + used.length === places.length) sheets.push(this.#ended(Math.max(1, full)))
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

  /** Whether a label lies on its place turned clockwise by a quarter. */
  #isTurned({ sides }: ExpectedOrder): boolean {
    if (!('across' in sides)) return false
    const [width, height] = sidesAsRead(sides)
    const { label, head } = this.#paper
    const place = [label.width, label.height].map((mm) => (mm * 72) / 25.4) as [number, number]
    // what is known of products is rounded, and so may be the size of a design for them
    const isAlike = Math.abs(width - place[0]) <= rounding && Math.abs(height - place[1]) <= rounding
    return !(sides.reads === 'as it lies' && isAlike) && isLyingOtherWay([width, height], place, head)
  }

  #ended(copies: number): PlannedSheet {
    const { head, places, width, height } = this.#paper
    const [skipped, used] = [this.#skipped, this.#labels.length]
    const free = places.filter((_, i) => i < skipped || i >= skipped + used)
    const sheet = {
      head,
      width: Math.round(width * head.perMillimetre),
      height: Math.round(height * head.perMillimetre),
      labels: this.#labels.flat(),
      free: free.map((place) => this.#middleOf(place)),
      copies,
    }
    this.#labels = []
    this.#skipped = 0
    return sheet
  }

  #dotsOf({ x, y }: Place): readonly [x: number, y: number] {
    const { shift, head } = this.#paper
    return [Math.round((x + shift[0]) * head.perMillimetre), Math.round((y + shift[1]) * head.perMillimetre)]
  }

  /** Half as wide and high as the label: lines around its neighbours do not reach it. */
  #middleOf({ x, y }: Place): Box {
    const { width, height } = this.#paper.label
    const [left, top] = this.#dotsOf({ x: x + width / 4, y: y + height / 4 })
    const [right, bottom] = this.#dotsOf({ x: x + (3 * width) / 4, y: y + (3 * height) / 4 })
    return { left, top, right: Math.max(left + 1, right), bottom: Math.max(top + 1, bottom) }
  }
}

/** Half a millimetre, in points. */
const rounding = (0.5 * 72) / 25.4

/** All sheets of these labels. */
export function sheetsOf(labels: readonly OrderedCopies[], paper: SheetPaper): readonly PlannedSheet[] {
  const plan = new SheetPlan(paper)
  return [...labels.flatMap((each) => plan.add(each)), ...plan.end()]
}
