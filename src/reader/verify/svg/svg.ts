/**
 * SVG drawings (SVG 1.1, second edition): the elements that symbols and words are drawn with, with no other attributes than theirs.
 * Modules are rectangles in whole dots; of words drawn as outlines the boxes are known.
 */

import type { Matrix } from '../../../../symbologies/matrix/index.ts'
import type { Box } from '../../check/index.ts'
import { blankPage, cropped, stamp } from '../dots.ts'
import type { ExpectedHead } from '../expected.ts'
import { unreadable } from '../failure.ts'
import type { Pages } from '../page.ts'
import { paintStroke, type RoundedBox, roundedPoints } from '../stroke.ts'
import { outlineBoxes, paintLines, paintRectangles, type Transform, transformedBox, transformIn } from './path.ts'

const start =
  /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"(?: xmlns:xlink="http:\/\/www\.w3\.org\/1999\/xlink")? width="([\d.]+)(mm)?" height="([\d.]+)(mm)?" viewBox="0 0 (\d{1,8}) (\d{1,8})" role="img"><title>[^<]*<\/title>/
const background = /<path fill="#fff" d="M0 0h(\d+)v(\d+)H0z"\/>/y
const definition = /<path id="([\w-]{1,60})" d="([^"<&]*)"\/>/y
const modules = /<path shape-rendering="crispEdges" transform="([^"<&]{1,200})" d="([^"<&]*)"\/>/y
const dotsOfText = /<path transform="translate\((-?\d+) (-?\d+(?:\.5)?)\)" fill="none" stroke="#000" d="([^"<&]*)"\/>/y
const group = /<g transform="([^"<&]{1,200})">/y
const outlines = /<path(?: transform="([^"<&]{1,200})")? d="([^"<&]*)"\/>/y
const label = /<defs><g id="(label[1-9]\d{0,3})">/y
const labelPlaced = /<use xlink:href="#(label[1-9]\d{0,3})" x="(-?\d{1,6})" y="(-?\d{1,6})"\/>/y
// its numbers have at most six digits before the point, and three behind it
const rectangle =
  /<rect x="([-\d.]{1,11})" y="([-\d.]{1,11})" width="([\d.]{1,10})" height="([\d.]{1,10})"(?: rx="([\d.]{1,10})")? fill="none" stroke="#000" stroke-width="([\d.]{1,10})"\/>/y
const ellipse =
  /<ellipse cx="([-\d.]{1,11})" cy="([-\d.]{1,11})" rx="([\d.]{1,10})" ry="([\d.]{1,10})" fill="none" stroke="#000" stroke-width="([\d.]{1,10})"\/>/y
const decimal = /^-?\d{1,6}(?:\.\d{1,3})?$/
const reference = /<use xlink:href="#([\w-]{1,60})" x="(-?\d+)"(?: y="(-?\d+)")?\/>/y

/** How far a length in mm may be off, which is rounded to a tenth of a micrometre. */
const rounded = 0.0001

/** @throws VerificationFailure */
export function svgPages(bytes: Uint8Array, head: ExpectedHead): Pages {
  return [{ ...new SvgReader(textOf(bytes), head).page, copies: 1 }]
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw unreadable('the SVG is not in UTF-8')
  }
}

/** What is painted. */
interface Painted {
  readonly dots: Matrix
  readonly words: Box[]
}

class SvgReader {
  readonly page: Painted
  readonly #text: string
  #at = 0

  /** @throws VerificationFailure */
  constructor(text: string, { perInch }: ExpectedHead) {
    this.#text = text
    const found = start.exec(text)
    if (found === null) throw unreadable('the SVG begins otherwise')
    this.#at = found[0].length
    const [, across, unit, down, otherUnit, columns, rows] = found
    const [width, height] = [Number(columns), Number(rows)]
    const perMillimetre = perInch / 25.4
    const isSized =
      unit === 'mm'
        ? isNear(Number(across), width / perMillimetre) && isNear(Number(down), height / perMillimetre)
        : Number(across) === width && Number(down) === height
    if (unit !== otherUnit || !isSized) throw unreadable('the SVG has another size than its dots')
    const dots = blankPage(width, height)
    const page = { dots, words: [] }
    const shared = this.#definitions()
    const labels = this.#labels(page, shared)
    const ground = this.#needed(background, 'a background')
    if (Number(ground[1]) !== width || Number(ground[2]) !== height) throw unreadable('the SVG has another background')
    while (!this.#takes('</svg>\n')) {
      const isRead = this.#mark(page, shared) || this.#placed(page, labels) || this.#line(dots, perMillimetre)
      if (!isRead) throw this.#otherwise()
    }
    if (this.#at !== text.length) throw unreadable('the SVG goes on after its end')
    this.page = page
  }

  /** The boxes of shared outlines by their names, in their units. */
  #definitions(): ReadonlyMap<string, readonly Box[]> {
    const shared = new Map<string, readonly Box[]>()
    if (this.#text.startsWith('<defs><g', this.#at) || !this.#takes('<defs>')) return shared
    while (!this.#takes('</defs>')) {
      const [, id, path] = this.#needed(definition, 'an outline')
      if (shared.has(id!)) throw unreadable('the SVG has two outlines of one name')
      shared.set(id!, outlineBoxes(path!))
    }
    return shared
  }

  /** Labels that are placed on a page, by their names. */
  #labels({ dots }: Painted, shared: ReadonlyMap<string, readonly Box[]>): ReadonlyMap<string, Painted> {
    const labels = new Map<string, Painted>()
    for (let found = this.#next(label); found !== null; found = this.#next(label)) {
      if (labels.has(found[1]!)) throw unreadable('the SVG has two labels of one name')
      const painted: Painted = { dots: blankPage(dots.width, dots.height), words: [] }
      while (!this.#takes('</g></defs>')) if (!this.#mark(painted, shared)) throw this.#otherwise()
      labels.set(found[1]!, { dots: withoutBlankEnd(painted.dots), words: painted.words })
    }
    return labels
  }

  #mark({ dots, words }: Painted, shared: ReadonlyMap<string, readonly Box[]>): boolean {
    return this.#modules(dots) || this.#dotsOfText(dots) || this.#words(words, shared)
  }

  #placed({ dots, words }: Painted, labels: ReadonlyMap<string, Painted>): boolean {
    const found = this.#next(labelPlaced)
    if (found === null) return false
    const placed = labels.get(found[1]!)
    if (placed === undefined) throw unreadable('the SVG places no label')
    const [x, y] = [Number(found[2]), Number(found[3])]
    stamp(dots, placed.dots, [x, y])
    for (const each of placed.words) words.push(transformedBox(each, [1, 0, 0, 1, x, y]))
    return true
  }

  /** SVG 1.1, 9.2 and 9.4: a radius that is not given is as the other. */
  #line(dots: Matrix, perMillimetre: number): boolean {
    const box = this.#next(rectangle)
    const found = box ?? this.#next(ellipse)
    if (found === null) return false
    const numbers = found.slice(1).map((each = '0') => {
      if (!decimal.test(each)) throw unreadable('a number of the SVG')
      return Number(each)
    })
    const [a, b, c, d, radius] = numbers as [number, number, number, number, number]
    const thickness = numbers.at(-1)!
    const around: RoundedBox =
      box === null
        ? { left: a - c, top: b - d, right: a + c, bottom: b + d, rx: c, ry: d }
        : { left: a, top: b, right: a + c, bottom: b + d, rx: Math.min(radius, c / 2), ry: Math.min(radius, d / 2) }
    paintStroke(dots, { points: roundedPoints(around), thickness }, perMillimetre)
    return true
  }

  #otherwise(): Error {
    return unreadable(`the SVG has something else at character ${this.#at}`)
  }

  #modules(dots: Matrix): boolean {
    const found = this.#next(modules)
    if (found === null) return false
    paintRectangles(dots, found[2]!, transformIn(found[1]!))
    return true
  }

  #dotsOfText(dots: Matrix): boolean {
    const found = this.#next(dotsOfText)
    if (found === null) return false
    paintLines(dots, found[3]!, [Number(found[1]), Number(found[2])])
    return true
  }

  #words(words: Box[], shared: ReadonlyMap<string, readonly Box[]>): boolean {
    const begun = this.#next(group)
    if (begun === null) {
      const path = this.#next(outlines)
      if (path?.[1] === undefined) return false
      const transform = transformIn(path[1])
      for (const box of outlineBoxes(path[2]!)) words.push(transformedBox(box, transform))
      return true
    }
    const transform = transformIn(begun[1]!)
    while (!this.#takes('</g>')) {
      for (const box of this.#outlinesInGroup(shared)) words.push(transformedBox(box, transform))
    }
    return true
  }

  #outlinesInGroup(shared: ReadonlyMap<string, readonly Box[]>): readonly Box[] {
    const path = this.#next(outlines)
    if (path !== null) {
      if (path[1] !== undefined) throw unreadable('an outline of the SVG is moved twice')
      return outlineBoxes(path[2]!)
    }
    const [, id, x, y = '0'] = this.#needed(reference, 'a reference')
    const boxes = shared.get(id!)
    if (boxes === undefined) throw unreadable('the SVG refers to no outline')
    const move: Transform = [1, 0, 0, 1, Number(x), Number(y)]
    return boxes.map((box) => transformedBox(box, move))
  }

  #next(form: RegExp): RegExpExecArray | null {
    form.lastIndex = this.#at
    const found = form.exec(this.#text)
    if (found !== null) this.#at = form.lastIndex
    return found
  }

  #needed(form: RegExp, what: string): RegExpExecArray {
    const found = this.#next(form)
    if (found === null) throw unreadable(`the SVG lacks ${what} at character ${this.#at}`)
    return found
  }

  #takes(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }
}

/** Without the light rows at the end: what has one label is on a page of many. */
function withoutBlankEnd(dots: Matrix): Matrix {
  const last = dots.words.findLastIndex((word) => word !== 0)
  const bottom = Math.max(1, Math.floor(last / dots.stride) + 1)
  return cropped(dots, { left: 0, top: 0, right: dots.width, bottom })
}

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= rounded
