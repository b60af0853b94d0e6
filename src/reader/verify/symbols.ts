/** The symbols of a page, each read by the checker, and compared with what was asked for. */

import { type Element, gs1Message, linkText, usualDomain } from '../../../symbologies/gs1/index.ts'
import { darken, isDark, type Matrix } from '../../../symbologies/matrix/index.ts'
import {
  type Box,
  type Check,
  checked,
  findingsIn,
  mostPackedPixels,
  packedPicture,
  type Seen,
} from '../check/index.ts'
import { refuseOtherBars } from './bars.ts'
import { cropped } from './dots.ts'
import {
  type ExpectedContents,
  type ExpectedHead,
  type ExpectedLabel,
  type ExpectedPlace,
  type Turn,
  turns,
} from './expected.ts'
import { VerificationFailure } from './failure.ts'
import { asPrinted, compareNarrowed, refuseOffGrid } from './narrowed.ts'
import type { ReadPage } from './page.ts'

/** A symbol that carries no more and no less than it should, without a fault. */
export interface ReadSymbol {
  readonly text: string
  readonly seen: Seen
  /** Of a GS1 message. */
  readonly elements: readonly Pick<Element, 'ai' | 'value'>[] | undefined
}

/** The symbols of a label, checked. @throws VerificationFailure for the first that is not as it was asked for */
export function verifyLabel(page: ReadPage, label: ExpectedLabel, head: ExpectedHead): readonly ReadSymbol[] {
  const { contents, places } = label
  if (places.length === 0) throw new VerificationFailure('place', 'no symbol is on the label')
  const read = places.map((place) => readSymbol(page, place, { label, head, isWhole: places.length === 1 }))
  if (places.length > 1) compareMessages(contents, read)
  return read
}

interface Reading {
  readonly label: ExpectedLabel
  readonly head: ExpectedHead
  /** Whether the symbol carries all of the contents. */
  readonly isWhole: boolean
}

function readSymbol(page: ReadPage, { area }: ExpectedPlace, { label, head, isWhole }: Reading): ReadSymbol {
  const { contents, module, height, turns: allowed, narrowed, columns = 1, guards, isStrip = false } = label
  refuseOutside(area, label)
  if ((area.right - area.left) * (area.bottom - area.top) > mostPackedPixels) {
    throw new VerificationFailure('symbol', `the symbol has more than ${mostPackedPixels} dots`)
  }
  const drawn = cropped(page.dots, area)
  const printed = narrowed && asPrinted(drawn, narrowed)
  const whole = printed ?? drawn
  const dots = { ...whole, words: whole.words.slice() }
  for (const box of page.words) darkenBox(dots, box, area)
  const resolution = { across: head.perMetre, down: head.perMetre }
  const check = checked(packedPicture({ bits: dots, low: 0, high: 255 }, resolution), {
    isDrawn: true,
    type: contents.symbology,
    ...(isWhole && { text: textIn(contents) }),
  })
  const seen = soundly(check, contents)
  const { report } = check
  const text = report.text!
  if (Math.abs(report.x!.pixels - module) > tolerance) {
    throw new VerificationFailure('x-dimension', `a module is ${report.x!.pixels} dots wide, not ${module}`)
  }
  const turn = allowed.find((each) => isTurned(dots, seen, each))
  if (turn === undefined) {
    throw new VerificationFailure('turn', `the symbol is not turned as it should be: ${allowed.join(' or ')}`)
  }
  const isLinear = seen.rows.length === 1
  if (isLinear)
    refuseOtherBars(drawn, {
      symbology: contents.symbology,
      addon: contents.addon,
      area,
      seen,
      turn,
      module,
      narrowed,
      columns,
      height,
      guards,
      isStrip,
    })
  if (narrowed !== undefined && printed !== undefined) {
    compareNarrowed(drawn, printed, { narrowed, place: seen.place, isLinear })
  }
  // wide elements may be two and a half modules
  const step = ['code39', 'itf14'].includes(contents.symbology) ? module / 2 : module
  refuseOffGrid(printed ?? drawn, { place: seen.place, isLinear, step })
  const elements = report.gs1?.form === 'elements' ? report.gs1.elements : undefined
  if (isWhole) compareContents(contents, { text, seen, elements }, report.addon)
  return { text, seen, elements }
}

/** Of a width in dots, which is measured on sharp edges. */
const tolerance = 0.01

function refuseOutside({ left, top, right, bottom }: Box, { room }: ExpectedLabel): void {
  const isAcross = room.left <= left && left < right && right <= room.right
  const isDown = room.top <= top && top < bottom && bottom <= room.bottom
  if (isAcross && isDown) return
  throw new VerificationFailure('place', 'the symbol and its quiet zones are not all on the label')
}

/** What the checker saw of a symbol without faults. @throws VerificationFailure */
function soundly({ report, seen: [seen, ...others] }: Check, { symbology }: ExpectedContents): Seen {
  const fault = findingsIn(report).find(({ kind, code }) => kind === 'fault' && !ofText.test(code))
  if (fault !== undefined) throw new VerificationFailure(ruleOf(fault.code), fault.clause, fault.code)
  if (others.length > 0)
    throw new VerificationFailure('symbol', `${1 + others.length} symbols are read in the place of one`)
  if (seen === undefined || report.text === undefined || report.x === undefined) {
    throw new VerificationFailure('symbol', 'no symbol can be read')
  }
  if (report.symbology !== symbology) {
    throw new VerificationFailure('symbology', `the symbol is ${report.symbology}, not ${symbology}`)
  }
  return seen
}

/** What is wrong with a text that was asked for so, which the sender is warned of: its drawing is right, as far as it carries that text. */
const ofText = /\.(gs1\.(too_long|brackets)|content\.\w+)$/

const ruleOf = (code: string): 'text' | 'symbol' => (code.endsWith('.text') ? 'text' : 'symbol')

/** What the checker compares the text of the symbol with. */
function textIn(contents: ExpectedContents): string {
  const { text, gs1, append, addon, isUtf8 } = contents
  const asRead = (carried: string): string => (isUtf8 ? bytesOf(carried) : carried)
  if (append !== undefined) return asRead(append.carried)
  if (gs1 === 'link') return linkIn(contents)
  return addon === undefined || gs1 !== 'false' ? asRead(text) : `${text}+${addon}`
}

/** A character for each byte of UTF-8, as bytes are read whose character set is not announced. */
const bytesOf = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')

/** @throws VerificationFailure for a message without a URI */
function linkIn({ text, domain = usualDomain }: ExpectedContents): string {
  const link = linkText(gs1Message(text).elements, domain)
  if (link === undefined) throw new VerificationFailure('text', 'the message has no GS1 Digital Link URI')
  return link
}

/** What the checker leaves open. @throws VerificationFailure */
function compareContents(contents: ExpectedContents, read: ReadSymbol, addon: string | undefined): void {
  const { symbology, text, gs1, append } = contents
  if (addon !== contents.addon) throw new VerificationFailure('text', 'the add-on is not the one that was asked for')
  const { part, parts } = read.seen.append ?? {}
  if (part !== append?.part || parts !== append?.parts) {
    throw new VerificationFailure('text', 'the symbol is not the part that was asked for')
  }
  // the checker is content with any piece of a text
  if (append !== undefined && (read.text !== textIn(contents) || !isPartOf(append, text))) {
    throw new VerificationFailure('text', 'what the symbol carries is not a part of the text')
  }
  const isGs1 = gs1 === 'true' && (symbology === 'code128' || symbology === 'datamatrix' || symbology === 'qr')
  if ((read.seen.fnc1 === 'first') !== isGs1) {
    throw new VerificationFailure('text', isGs1 ? 'FNC1 does not come first' : 'FNC1 comes first')
  }
}

function isPartOf({ part, parts, carried }: NonNullable<ExpectedContents['append']>, text: string): boolean {
  if (part === 1) return text.startsWith(carried)
  return part === parts ? text.endsWith(carried) : text.includes(carried)
}

/** Compares the message of several symbols with the one that was asked for, whatever the order of its elements. */
function compareMessages({ text }: ExpectedContents, read: readonly ReadSymbol[]): void {
  const carried = read.flatMap(({ seen, elements }) => {
    if (seen.fnc1 !== 'first' || elements === undefined) {
      throw new VerificationFailure('text', 'a symbol has no GS1 message')
    }
    return elements
  })
  const sorted = (elements: readonly Pick<Element, 'ai' | 'value'>[]): string =>
    JSON.stringify(elements.map(({ ai, value }) => [ai, value]).sort(byText))
  if (sorted(carried) !== sorted(gs1Message(text).elements)) {
    throw new VerificationFailure('text', 'the symbols do not carry the elements that were asked for')
  }
}

const byText = (a: readonly (string | undefined)[], b: readonly (string | undefined)[]): number =>
  a.join() < b.join() ? -1 : 1

/** How far the box around a word may reach into a dot that its ink does not darken. */
const inkless = 0.5

/**
 * Darkens dots in a box around ink, as far as they are in the area: three of four, at random. All of them would make rows that are the
 * same, as those across bars are.
 */
function darkenBox(dots: Matrix, box: Box, { left, top }: Box): void {
  const [from, to] = [Math.ceil(box.left - inkless), Math.floor(box.right + inkless)]
  const [first, end] = [Math.ceil(box.top - inkless), Math.floor(box.bottom + inkless)]
  for (let y = Math.max(first, top); y < Math.min(end, top + dots.height); y++) {
    for (let x = Math.max(from, left); x < Math.min(to, left + dots.width); x++) {
      if (Math.imul(x ^ Math.imul(y, 0x9e3779b1), 0x85ebca6b) >>> 30 > 0) darken(dots, x - left, y - top)
    }
  }
}

/** Whether the modules that were read lie in the dots as a symbol that is turned so. */
function isTurned(dots: Matrix, { rows, place }: Seen, turn: Turn): boolean {
  return rows.length === 1 ? isLineTurned(dots, rows[0]!, { place, turn }) : isMatrixTurned(dots, rows, { place, turn })
}

interface Lying {
  readonly place: Box
  readonly turn: Turn
}

function isMatrixTurned(dots: Matrix, rows: readonly string[], { place, turn }: Lying): boolean {
  const [height, width] = [rows.length, rows[0]!.length]
  const isSideways = turn === 'R' || turn === 'L'
  const across = (place.right - place.left) / (isSideways ? height : width)
  const down = (place.bottom - place.top) / (isSideways ? width : height)
  return rows.every((row, y) =>
    Array.from(row).every((module, x) => {
      const [column, line] = {
        N: [x, y],
        R: [height - 1 - y, x],
        I: [width - 1 - x, height - 1 - y],
        L: [y, width - 1 - x],
      }[turn] as [number, number]
      const [dotX, dotY] = [place.left + (column + 0.5) * across, place.top + (line + 0.5) * down]
      return isDark(dots, Math.floor(dotX), Math.floor(dotY)) === (module === '1')
    }),
  )
}

/** Bars are compared with those that were read from their first to their last, and the other way round. */
function isLineTurned(dots: Matrix, row: string, { place, turn }: Lying): boolean {
  const isSideways = turn === 'R' || turn === 'L'
  const { left, top, right, bottom } = place
  const seen = isSideways
    ? runsIn(bottom - top, (at) => isDark(dots, (left + right) >> 1, top + at))
    : runsIn(right - left, (at) => isDark(dots, left + at, (top + bottom) >> 1))
  // along a bar nothing changes
  if (seen.length < 3) return false
  // the place is without an add-on
  const all = runsIn(row.length, (at) => row[at] === '1')
  const read = all.slice(0, seen.length)
  if (read.length !== seen.length) return false
  const module = (isSideways ? bottom - top : right - left) / read.reduce((sum, run) => sum + run, 0)
  const off = (runs: readonly number[]): number =>
    runs.reduce((sum, run, i) => sum + Math.abs(run / module - read[i]!), 0)
  const [forward, backward] = [off(seen), off(seen.toReversed())]
  return turns.indexOf(turn) < 2 ? forward <= backward : backward <= forward
}

/** The lengths of light and dark in turn. */
function runsIn(length: number, darkAt: (at: number) => boolean): number[] {
  const runs: number[] = []
  let before: boolean | undefined
  for (let at = 0; at < length; at++) {
    const dark = darkAt(at)
    if (dark === before) runs[runs.length - 1]!++
    else runs.push(1)
    before = dark
  }
  return runs
}
