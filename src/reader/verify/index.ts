/**
 * Bytes that are about to leave, read back: what they show is compared with what was asked for.
 *
 * Nothing here is shared with what wrote the bytes: readers of the formats are written from the formats' standards and the printers'
 * manuals, symbols are read by the checker. Whatever is not understood is a failure.
 *
 * @module
 */

import { areWordsEqual } from '../../../symbologies/matrix/index.ts'
import type { Box } from '../check/index.ts'
import { cropped } from './dots.ts'
import type { Expected, ExpectedHead, ExpectedSheet } from './expected.ts'
import { VerificationFailure } from './failure.ts'
import type { Pages, ReadPage } from './page.ts'
import { pdfPages } from './pdf/pages.ts'
import { pngPages } from './png.ts'
import { brotherPages } from './printers/brother.ts'
import { cpclPages } from './printers/cpcl.ts'
import { dymoPages } from './printers/dymo.ts'
import { eplPages } from './printers/epl.ts'
import { escposPages } from './printers/escpos.ts'
import { tsplPages } from './printers/tspl.ts'
import { zplPages } from './printers/zpl.ts'
import { svgPages } from './svg/svg.ts'
import { verifyLabel } from './symbols.ts'
import { type ReadContents, verifyTogether } from './together.ts'

export type {
  Expected,
  ExpectedContents,
  ExpectedHead,
  ExpectedLabel,
  ExpectedPlace,
  ExpectedSheet,
  Turn,
  VerifiedFormat,
} from './expected.ts'
export { type FailureRule, VerificationFailure } from './failure.ts'

/**
 * Reads back what is to leave, a label or a sheet in each step.
 *
 * @throws VerificationFailure if it does not show what was asked for
 */
export function* verifying(bytes: Uint8Array, expected: Expected): Generator<void, void> {
  const { sheets, head } = expected
  let at = 0
  let left = sheets[0]?.copies ?? 0
  let labelsBefore = 0
  let before: ReadPage | undefined
  try {
    for (const page of pagesIn(bytes, expected)) {
      const sheet = sheets[at]
      if (sheet === undefined) throw new VerificationFailure('labels', `there are more labels than ${sheets.length}`)
      // copies are as the first of them, which was read
      const isCopy = left < sheet.copies && before !== undefined && isSamePage(page, before)
      if (!isCopy) yield* verifySheet(page, sheet, { head, before: labelsBefore })
      left -= page.copies
      if (left < 0) throw new VerificationFailure('copies', `there are more copies than ${sheet.copies}`)
      before = page
      if (left === 0) {
        labelsBefore += Math.max(1, numbered(sheet).at(-1) ?? 0)
        left = sheets[++at]?.copies ?? 0
      }
      yield
    }
    const sheet = sheets[at]
    if (sheet !== undefined) {
      const rule = left < sheet.copies ? 'copies' : 'labels'
      throw new VerificationFailure(rule, 'there are fewer labels than were asked for')
    }
  } catch (error) {
    if (error instanceof VerificationFailure) error.label ??= labelsBefore + 1
    throw error
  }
}

/** The same in one step. @throws VerificationFailure */
export function verify(bytes: Uint8Array, expected: Expected): void {
  const steps = verifying(bytes, expected)
  while (!steps.next().done);
}

/** What is around a sheet. */
interface Surroundings {
  readonly head: ExpectedHead
  /** Labels on earlier sheets. */
  readonly before: number
}

function* verifySheet(page: ReadPage, sheet: ExpectedSheet, { head, before }: Surroundings): Generator<void, void> {
  const { width, height, labels, free = [] } = sheet
  const { dots } = page
  if (dots.width !== width || dots.height !== height) {
    const found = `${dots.width} x ${dots.height} dots`
    throw new VerificationFailure('page', `the label is ${found}, not ${width} x ${height}`)
  }
  const numbers = numbered(sheet)
  let together: ReadContents[] = []
  for (const [i, label] of labels.entries()) {
    try {
      together.push({ label, read: verifyLabel(page, label, head) })
      if (numbers[i + 1] !== numbers[i]) {
        verifyTogether(together)
        together = []
      }
    } catch (error) {
      if (error instanceof VerificationFailure) error.label ??= before + numbers[i]!
      throw error
    }
    if (labels.length > 1) yield
  }
  for (const box of free) {
    if (hasInk(page, box)) throw new VerificationFailure('labels', 'a label is where none was asked for')
  }
}

/** The numbers of labels on a sheet, from 1, for each of their contents: those of one label follow one another in the same room. */
function numbered({ labels }: ExpectedSheet): readonly number[] {
  let number = 0
  return labels.map(({ room }, i) => {
    const before = labels[i - 1]?.room
    return before?.left === room.left && before.top === room.top ? number : ++number
  })
}

function hasInk({ dots, words }: ReadPage, box: Box): boolean {
  const isOver = ({ left, top, right, bottom }: Box): boolean =>
    left < box.right && box.left < right && top < box.bottom && box.top < bottom
  return words.some(isOver) || cropped(dots, box).words.some((word) => word !== 0)
}

function isSamePage({ dots, words }: ReadPage, before: ReadPage): boolean {
  return (
    dots === before.dots ||
    (words.length === 0 &&
      before.words.length === 0 &&
      dots.width === before.dots.width &&
      dots.height === before.dots.height &&
      areWordsEqual(dots.words, 0, before.dots.words, 0, dots.words.length))
  )
}

function pagesIn(bytes: Uint8Array, { format, head, sheets, pins }: Expected): Pages {
  if (sheets.length === 0) throw new VerificationFailure('labels', 'no label was asked for')
  switch (format) {
    case 'png':
      return pngPages(bytes, head)
    case 'svg':
      return svgPages(bytes, head)
    case 'pdf':
      return pdfPages(bytes, head)
    case 'zpl':
      return zplPages(bytes)
    case 'tspl':
      return tsplPages(bytes, { head, sheets })
    case 'epl':
      return eplPages(bytes)
    case 'cpcl':
      return cpclPages(bytes)
    case 'escpos':
      return escposPages(bytes, sheets)
    case 'brother':
      return brotherPages(bytes, { pins })
    case 'dymo':
      return dymoPages(bytes, sheets)
  }
}
