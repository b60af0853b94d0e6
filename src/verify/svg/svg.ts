/**
 * SVG drawings (SVG 1.1, second edition): the elements that symbols and words are drawn with, with no other attributes than theirs.
 * Modules are rectangles in whole dots; of words drawn as outlines the boxes are known.
 */

import type { Matrix } from '../../../symbologies/matrix/index.ts'
import type { Box } from '../../check/index.ts'
import { blankPage } from '../dots.ts'
import type { Head } from '../expected.ts'
import { unreadable } from '../failure.ts'
import type { Pages } from '../page.ts'
import { outlineBoxes, paintLines, paintRectangles, type Transform, transformedBox, transformIn } from './path.ts'

const start =
  /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"(?: xmlns:xlink="http:\/\/www\.w3\.org\/1999\/xlink")? width="([\d.]+)(mm)?" height="([\d.]+)(mm)?" viewBox="0 0 (\d{1,8}) (\d{1,8})" role="img"><title>[^<]*<\/title>/
const background = /<path fill="#fff" d="M0 0h(\d+)v(\d+)H0z"\/>/y
const definition = /<path id="([\w-]{1,60})" d="([^"<&]*)"\/>/y
const modules = /<path shape-rendering="crispEdges" transform="([^"<&]{1,200})" d="([^"<&]*)"\/>/y
const dotsOfText = /<path transform="translate\((-?\d+) (-?\d+(?:\.5)?)\)" fill="none" stroke="#000" d="([^"<&]*)"\/>/y
const group = /<g transform="([^"<&]{1,200})">/y
const outlines = /<path(?: transform="([^"<&]{1,200})")? d="([^"<&]*)"\/>/y
const reference = /<use xlink:href="#([\w-]{1,60})" x="(-?\d+)"(?: y="(-?\d+)")?\/>/y

/** How far a length in mm may be off, which is rounded to a tenth of a micrometre. */
const rounded = 0.0001

/** @throws VerificationFailure */
export function svgPages(bytes: Uint8Array, head: Head): Pages {
  return [{ ...new SvgReader(textOf(bytes), head).page, copies: 1 }]
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw unreadable('the SVG is not in UTF-8')
  }
}

class SvgReader {
  readonly page: { readonly dots: Matrix; readonly words: readonly Box[] }
  readonly #text: string
  #at = 0

  /** @throws VerificationFailure */
  constructor(text: string, { perInch }: Head) {
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
    const words: Box[] = []
    const shared = this.#definitions()
    const ground = this.#needed(background, 'a background')
    if (Number(ground[1]) !== width || Number(ground[2]) !== height) throw unreadable('the SVG has another background')
    while (!this.#takes('</svg>\n')) {
      if (!this.#modules(dots) && !this.#dotsOfText(dots) && !this.#words(words, shared)) {
        throw unreadable(`the SVG has something else at character ${this.#at}`)
      }
    }
    if (this.#at !== text.length) throw unreadable('the SVG goes on after its end')
    this.page = { dots, words }
  }

  /** The boxes of shared outlines by their names, in their units. */
  #definitions(): ReadonlyMap<string, readonly Box[]> {
    const shared = new Map<string, readonly Box[]>()
    if (!this.#takes('<defs>')) return shared
    while (!this.#takes('</defs>')) {
      const [, id, path] = this.#needed(definition, 'an outline')
      if (shared.has(id!)) throw unreadable('the SVG has two outlines of one name')
      shared.set(id!, outlineBoxes(path!))
    }
    return shared
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

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= rounded
