/** What a design is: the size of a label, the fields that are filled in for each, and elements in their places. */

import type { ProfileName } from '../content/profile-names.ts'
import { fedOrientation, type LabelSize, type Orientation } from '../layout/stock.ts'
import type { Picture } from '../reader/check/picture/picture.ts'
import type { GivenValues } from '../request/parameter.ts'
import type { Pattern } from './pattern.ts'
import type { TextTemplate } from './template.ts'

export interface Design {
  readonly name: string
  /** For people; undefined if it has none. */
  readonly title: string | undefined
  readonly size: LabelSize
  /** As it is read; undefined if its first side is the width. */
  readonly orientation?: Orientation | undefined
  /** By name, in the order in which they are written. */
  readonly fields: ReadonlyMap<string, DesignField>
  /** In the order in which they are drawn. */
  readonly elements: readonly DesignElement[]
  /** The published label whose rules its labels are held to. */
  readonly profile?: ProfileName | undefined
  /** Whether it was made of a request for a label of one symbol: what is wrong or doubtful is then said of the parameters of that. */
  readonly isOfRequest?: true | undefined
}

/** How the labels of a design are read. */
export const orientationOf = ({ size, orientation }: Design): Orientation =>
  orientation ?? fedOrientation(size) ?? 'landscape'

/** What is filled in for each label. */
export interface DesignField {
  readonly title: string | undefined
  readonly isRequired: boolean
  /** The value where none is given; empty by default. */
  readonly default: string
  /** The value with which the design is shown. */
  readonly sample: string | undefined
  /** What a value matches, if it is not empty. */
  readonly pattern: Pattern | undefined
}

/** Of a label, in mm from its upper left corner. */
export type LabelPoint = readonly [x: number, y: number]

/** Degrees clockwise. */
export const turns = [0, 90, 180, 270] as const
export type Degrees = (typeof turns)[number]

export const aligns = ['left', 'center', 'right'] as const
export type Align = (typeof aligns)[number]
export const valigns = ['top', 'middle', 'bottom'] as const
export type Valign = (typeof valigns)[number]
export const faces = ['sans', 'condensed', 'ocrb'] as const
export const modes = ['threshold', 'dither'] as const

interface Named {
  /** What it is called in messages: its name, or its number and kind. */
  readonly label: string
  readonly turn: Degrees
}

/** An element in a box, which stays where it is however what is in it is turned. */
interface Boxed extends Named {
  readonly at: LabelPoint
  /** Width and height in mm. */
  readonly size: readonly [width: number, height: number]
}

interface Aligned extends Boxed {
  readonly align: Align
  readonly valign: Valign
}

export interface TextElement extends Aligned {
  readonly kind: 'text'
  readonly value: TextTemplate
  /** Of the em, in mm; undefined for the largest that fits. */
  readonly height: number | undefined
  readonly lines: number
  readonly face: (typeof faces)[number]
  /** Not of ocrb, which has no bold letters. */
  readonly isBold: boolean
}

export interface SymbolElement extends Aligned {
  readonly kind: 'symbol'
  readonly value: TextTemplate
  /** Whether the text of the symbol is shown. */
  readonly text: boolean
  /** The parameters of the symbol but for its text, as a request has them. */
  readonly given: GivenValues
}

/** A symbol with its words, laid out as on a label of one symbol: how large the symbol and the words are depends on each other. */
export interface LabelElement extends Named {
  readonly kind: 'label'
  /** Undefined for all of the label that can be printed on; the same of both. */
  readonly at: LabelPoint | undefined
  readonly size: Boxed['size'] | undefined
  readonly value: TextTemplate
  readonly title: TextTemplate | undefined
  /** In place of the text of the symbol. */
  readonly caption: TextTemplate | undefined
  /** The parameters of a label's symbol and of its layout, as a request has them, but for these words. */
  readonly given: GivenValues
}

export interface LineElement extends Named {
  readonly kind: 'line'
  readonly from: LabelPoint
  readonly to: LabelPoint
  /** In mm. */
  readonly width: number
}

export interface ShapeElement extends Boxed {
  readonly kind: 'box' | 'ellipse'
  /** Of the line, inside the box; undefined if it is filled. */
  readonly width: number | undefined
}

export interface ImageElement extends Aligned {
  readonly kind: 'image'
  readonly picture: Picture
  readonly mode: (typeof modes)[number]
  /** The grey, 1 to 255, below which a dot is dark. */
  readonly threshold: number
}

export type DesignElement = TextElement | SymbolElement | LabelElement | LineElement | ShapeElement | ImageElement
export type ElementKind = DesignElement['kind']

/** Whether an element has a symbol. */
export const isSymbolElement = (element: DesignElement): element is SymbolElement | LabelElement =>
  element.kind === 'symbol' || element.kind === 'label'

/** The texts of an element that are filled in for each label. */
export function templatesOf(element: DesignElement): readonly TextTemplate[] {
  if (!('value' in element)) return []
  const { value } = element
  return element.kind === 'label' ? [value, element.title ?? [], element.caption ?? []] : [value]
}
