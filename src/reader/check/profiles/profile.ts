/** What the rules of published labels are, and the label that they are about: one that is drawn, or one that is seen. */

import type { Symbology } from '../../../../symbologies/catalogue.ts'
import type { Element } from '../../../../symbologies/gs1/index.ts'
import type { Content } from '../../../content/index.ts'
import type { SymbolMessage } from '../gs1/message.ts'
import type { PicturePoint } from '../report.ts'

/** A symbol of a label. Lengths are in mm. */
export interface ProfiledSymbol {
  /** What messages call it. */
  readonly name: string
  readonly symbology: Symbology
  readonly text?: string | undefined
  /** The form of its GS1 message, and what that has; undefined and empty without one. */
  readonly form?: SymbolMessage['form'] | undefined
  readonly elements: readonly Element[]
  /** What it says beyond GS1. */
  readonly content?: Pick<Content, 'kind' | 'elements'> | undefined
  /** The widths of its modules; undefined if the scale is not known. */
  readonly x?: readonly number[] | undefined
  /** Of bars, as they are counted at the most. */
  readonly barHeight?: number | undefined
  /** With its quiet zones. */
  readonly width?: number | undefined
  /** In the order of a walk around it, without its quiet zones. */
  readonly corners?: readonly PicturePoint[] | undefined
  /** Whether the bars of a linear symbol stand upright on the label. */
  readonly isUpright?: boolean | undefined
  /** The words beside it; undefined if the picture does not tell. */
  readonly words?: readonly LabelWords[] | undefined
}

/** Words on a label. */
export interface LabelWords {
  /** Of the tallest letter, in mm. */
  readonly height: number
  /** What they say; undefined in a picture, of which words are not read. */
  readonly text?: string | undefined
}

export interface ProfiledLabel {
  readonly symbols: readonly ProfiledSymbol[]
  /** Width and height in mm; undefined if the picture may show more than the label. */
  readonly sides?: readonly [width: number, height: number] | undefined
  /** The words that are beside no symbol; undefined if the picture does not tell. */
  readonly words?: readonly LabelWords[] | undefined
}

/** What a rule says of a length, in place of what is said of it without a profile. */
export type JudgedMeasure = 'x' | 'height' | 'width'

export interface ProfileFlaw {
  readonly message: string
  /** Those that it is about, by their index; none if it is about the label. */
  readonly symbols?: readonly number[]
  readonly measure?: JudgedMeasure
}

/** A rule of a published label. */
export interface ProfileRule {
  /** In words of our own: what a finding that passes says. */
  readonly requirement: string
  /** Standard and clause, as far as it is public. */
  readonly clause: string
  /** What breaking it is: `note` for what is recommended. */
  readonly kind: 'fault' | 'note'
  /** Whether pictures do not show it: it is judged of labels that are drawn here. */
  readonly isOfDrawing?: true
  /** What is wrong; undefined if the label has nothing that it is about, or does not tell. */
  readonly judge: (label: ProfiledLabel) => readonly ProfileFlaw[] | undefined
}

/** The rules of a published label, by their names. */
export interface LabelProfile {
  /** Where it is published, with its edition; and where its rules were read. */
  readonly edition: string
  readonly source: string
  readonly rules: Readonly<Record<string, ProfileRule>>
}
