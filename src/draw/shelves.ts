import { type Mark, moved } from '../layout/scene.ts'
import type { Room } from '../layout/stock.ts'

/** A part of a drawing, with its upper left corner at the origin, in dots. */
export interface Part {
  /** What it is called if it is left out. */
  readonly name?: string
  readonly width: number
  readonly height: number
  readonly marks: readonly Mark[]
}

/** The parts that a room holds, as marks in their places, and the others. */
export interface Shelved {
  readonly marks: readonly Mark[]
  readonly leftOut: readonly Part[]
}

/** Parts beside one another. */
interface Shelf {
  readonly y: number
  /** Where the next part begins. */
  x: number
  height: number
}

/** Puts each part on the first shelf with room for it, or on a new one below the others, `gap` dots from its neighbours. */
export function shelved(parts: readonly Part[], room: Omit<Room, 'resolution'>, gap: number): Shelved {
  const [right, bottom] = [room.x + room.width, room.y + room.height]
  const shelves: Shelf[] = []
  const marks: Mark[] = []
  const leftOut: Part[] = []
  const shelfFor = ({ width, height }: Part): Shelf | undefined => {
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
