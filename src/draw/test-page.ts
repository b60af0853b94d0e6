/** The test page of a printer: labels that tell with a glance and a ruler whether its stock and its resolution are as described. */

import { type Dpi, fewestDots, type Resolution, resolutions } from '../layout/resolution.ts'
import { type Mark, moved, type Scene } from '../layout/scene.ts'
import { type BlankLabel, blankLabel, fedOrientation, type LabelSize, type Room } from '../layout/stock.ts'
import {
  box,
  dotsOf,
  frameInset,
  moduleBars,
  type PagePart,
  ruled,
  symbolParts,
  symbolStyles,
  words,
} from './test-page-parts.ts'

/** In mm: between parts. */
const partGap = 1.2

/** The share of the height that the words at the top may have, and the box beside them. */
const headShare = 0.45

/** In mm: the shorter side of stock from which on symbols have their names. */
const leastForNames = 15

/** The sizes in points of the name, of stock and dpi, and of the advice, each smaller than the one before. */
const headSizes = [
  [14, 10, 7],
  [14, 10],
  [10, 8],
  [6, 6],
]

interface TestPage {
  /** One label if the stock is large enough, otherwise several. */
  readonly scenes: readonly Scene[]
  /** The symbologies that no label has room for. */
  readonly leftOut: readonly string[]
}

/**
 * Labels to find out with a glance, and a ruler, whether a printer is described as it is: a frame that is cut off or has another
 * distance from the edges if its stock or its dpi is another, rulers, a box of 10 mm, modules of 1 to 6 dots, and symbols of all
 * symbologies, as many as the stock has room for. They are as large as fits on one label; what does not fit at the smallest size is on
 * further labels, without frame.
 *
 * @param stock  as it is fed: its first side lies across the print head
 * @param name  of the printer
 */
export function testPage(stock: LabelSize, dpi: Dpi, name: string): TestPage {
  const resolution = resolutions[dpi]
  const orientation = fedOrientation(stock) ?? 'landscape'
  const label = blankLabel({ size: stock, orientation, resolution, paperSize: 'whole dots' })
  const { marks, room } = ruled(label)
  const gap = dotsOf(partGap, resolution)
  const isNamed = Math.min(label.width, label.height) >= leastForNames * resolution.perMillimetre
  const start = [...headParts({ stock, dpi, name }, room, gap), ...moduleBars(resolution, isNamed ? 'usual' : 'small')]
  const choices = symbolStyles.map((style) => [...start, ...symbolParts(resolution, style, isNamed)])
  const isOnOne = (parts: readonly PagePart[]): boolean => shelved(parts, room, gap).leftOut.length === 0
  const first = shelved(choices.find(isOnOne) ?? choices.at(-1)!, room, gap)
  const { pages, leftOut } = furtherPages(first.leftOut, label.room, gap)
  const names = leftOut.flatMap((part) => part.name ?? [])
  const note = names.length === 0 ? [] : [[...noteOf(names, label.room)]]
  const scenes = [[...marks, ...first.marks], ...pages, ...note].map((all) => sceneOf(all, label, resolution))
  return { scenes, leftOut: names }
}

function sceneOf(marks: readonly Mark[], { width, height, paper, stock }: BlankLabel, resolution: Resolution): Scene {
  const { module, bars } = symbolStyles.at(-1)!
  return {
    width,
    height,
    resolution,
    paper,
    stock,
    turn: 'N',
    marks,
    title: 'test page',
    module: fewestDots(module, resolution),
    barHeight: dotsOf(bars, resolution),
    cut: [],
  }
}

interface Described {
  readonly stock: LabelSize
  readonly dpi: Dpi
  readonly name: string
}

/** The box, and beside it what the printer is. */
function headParts({ stock, dpi, name }: Described, room: Room, gap: number): readonly PagePart[] {
  const { resolution } = room
  const square = box(resolution, Math.min(room.width * headShare, room.height))
  const width = room.width - (square === undefined ? 0 : square.width + gap)
  const advice = `Is the frame ${frameInset} mm inside all edges, and the box as large as it says? If not, stock or dpi is another.`
  const texts = [name, `${stock} ${dpi} dpi`, advice]
  const candidates = headSizes.map((sizes) => sizes.map((points, i) => ({ text: texts[i]!, points })))
  const least = [`${dpi} dpi`, ...(square === undefined ? [] : [`box: ${square.label}`])]
  candidates.push(least.map((text) => ({ text, points: 6 })))
  const most = Math.max(square?.height ?? 0, room.height * headShare)
  const set = candidates.map((each) => words(each, width, resolution))
  const fitting = set.find(({ height, isCut }) => height <= most && !isCut) ?? set.at(-1)!
  return [...(square === undefined ? [] : [square]), fitting]
}

/** As many pages as it takes for the parts, and those that do not fit on any. */
function furtherPages(
  parts: readonly PagePart[],
  room: Room,
  gap: number,
): { pages: Mark[][]; leftOut: readonly PagePart[] } {
  const pages: Mark[][] = []
  let leftOut = parts
  while (leftOut.length > 0) {
    const page = shelved(leftOut, room, gap)
    if (page.marks.length === 0) break
    pages.push([...page.marks])
    leftOut = page.leftOut
  }
  return { pages, leftOut }
}

/** What is left out, in words: by name if there is room for the names. */
function noteOf(names: readonly string[], room: Room): readonly Mark[] {
  const { width, height, resolution } = room
  const texts = [`No room: ${names.join(', ')}`, `${names.length} symbologies left out`, `${names.length} left out`]
  const notes = texts.map((text) => words([{ text, points: 6 }], width, resolution))
  const note = notes.find((each) => !each.isCut && each.height <= height) ?? notes.at(-1)!
  return shelved([note], room, 0).marks
}

/** The parts that a room holds, as marks in their places, and the others. */
interface Shelved {
  readonly marks: readonly Mark[]
  readonly leftOut: readonly PagePart[]
}

/** Puts each part on the first shelf with room for it, or on a new one below the others, `gap` dots from its neighbours. */
function shelved(parts: readonly PagePart[], room: Omit<Room, 'resolution'>, gap: number): Shelved {
  const [right, bottom] = [room.x + room.width, room.y + room.height]
  const shelves: Shelf[] = []
  const marks: Mark[] = []
  const leftOut: PagePart[] = []
  const shelfFor = ({ width, height }: PagePart): Shelf | undefined => {
    const last = shelves.at(-1)
    const found = shelves.find((shelf) => {
      const most = shelf === last ? bottom - shelf.y : shelf.height
      return shelf.x + width <= right && height <= most
    })
    if (found !== undefined) return found
    const y = last === undefined ? room.y : last.y + last.height + gap
    if (width > room.width || y + height > bottom) return undefined
    const shelf = { x: room.x, y, height }
    shelves.push(shelf)
    return shelf
  }
  for (const part of parts) {
    const shelf = shelfFor(part)
    if (shelf === undefined) {
      leftOut.push(part)
      continue
    }
    marks.push(...part.marks.map((mark) => moved(mark, shelf.x, shelf.y)))
    shelf.x += part.width + gap
    shelf.height = Math.max(shelf.height, part.height)
  }
  return { marks, leftOut }
}

/** Parts beside one another. */
interface Shelf {
  readonly y: number
  /** Where the next part begins. */
  x: number
  height: number
}
