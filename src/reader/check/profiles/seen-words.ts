/** Where words are in a picture: letters that stand side by side. They are not read. */

import { darkRunsBetween } from '../../../../symbologies/matrix/index.ts'
import { type Box, type Ink, overlap, transposedBox } from '../picture/picture.ts'

/** Words in a picture, in pixels. */
export interface SeenWords {
  readonly box: Box
  /** Of the tallest letter. */
  readonly height: number
}

/** In mm: what is higher or wider than a letter is a line, a box or a picture. */
const largestLetter = 15
/** In mm: what is lower is a part of a letter, or a speck. */
const lowestLetter = 0.6

/** The most dark runs, and the most of what may be letters, of which words are looked for: a label full of words has fewer. */
const most = { runs: 400_000, letters: 6000 } as const

/**
 * The words outside of symbols.
 *
 * @param perMillimetre  pixels to a mm, across and down
 * @returns undefined in a picture that has too many parts to tell
 */
export function seenWordsIn(
  ink: Ink,
  symbols: readonly Box[],
  perMillimetre: readonly [number, number],
): readonly SeenWords[] | undefined {
  const [across, down] = perMillimetre
  const parts = partsOf(ink)
  if (parts === undefined) return undefined
  const letters = parts.filter((box) => {
    const [width, height] = [(box.right - box.left) / across, (box.bottom - box.top) / down]
    const isLetter = width <= largestLetter && height <= largestLetter && height >= lowestLetter
    return isLetter && !symbols.some((symbol) => overlap(symbol, box))
  })
  if (letters.length > most.letters) return undefined
  const { lines, left } = linesOf(letters)
  // words that run up or down: letters lie on their side
  const turned = linesOf(left.map(transposedBox)).lines.map(({ box, height }) => ({ box: transposedBox(box), height }))
  return [...lines, ...turned]
}

/** The boxes around parts that are connected, side by side or at a corner; undefined if there are too many. */
function partsOf({ bits, width, height }: Ink): readonly Box[] | undefined {
  const boxes: { left: number; right: number; top: number; bottom: number }[] = []
  const joinedTo: number[] = []
  const rootOf = (part: number): number => {
    let root = part
    while (joinedTo[root] !== root) root = joinedTo[root]!
    // later searches take one step
    for (let at = part; at !== root; ) [joinedTo[at], at] = [root, joinedTo[at]!]
    return root
  }
  const runs = new Float64Array(width + 2)
  let before: { from: number; to: number; part: number }[] = []
  let count = 0
  for (let y = 0; y < height; y++) {
    const edges = darkRunsBetween(bits, y, { from: 0, to: width }, runs)
    count += edges / 2
    if (count > most.runs) return undefined
    const row: typeof before = []
    let above = 0
    for (let i = 0; i < edges; i += 2) {
      const [from, to] = [runs[i]!, runs[i + 1]!]
      let part: number | undefined
      while (above < before.length && before[above]!.to < from) above++
      for (let at = above; at < before.length && before[at]!.from <= to; at++) {
        const other = rootOf(before[at]!.part)
        if (part === undefined) part = other
        else if (other !== part) {
          joinedTo[other] = part
          extend(boxes[part]!, boxes[other]!)
        }
      }
      if (part === undefined) {
        part = boxes.length
        joinedTo.push(part)
        boxes.push({ left: from, right: to, top: y, bottom: y + 1 })
      } else extend(boxes[part]!, { left: from, right: to, top: y, bottom: y + 1 })
      row.push({ from, to, part })
    }
    before = row
  }
  return boxes.filter((_, part) => joinedTo[part] === part)
}

function extend(box: { left: number; right: number; top: number; bottom: number }, by: Box): void {
  box.left = Math.min(box.left, by.left)
  box.right = Math.max(box.right, by.right)
  box.top = Math.min(box.top, by.top)
  box.bottom = Math.max(box.bottom, by.bottom)
}

interface LetterLine extends SeenWords {
  readonly letters: readonly Box[]
}

/** Lines of two letters and more, side by side with less than one and a half times their height between them, and letters in none. */
function linesOf(letters: readonly Box[]): { readonly lines: readonly SeenWords[]; readonly left: readonly Box[] } {
  const lines: LetterLine[] = []
  for (const letter of letters.toSorted((a, b) => a.left - b.left)) {
    const height = letter.bottom - letter.top
    const at = lines.findLastIndex(({ box, height: tallest }) => {
      const common = Math.min(box.bottom, letter.bottom) - Math.max(box.top, letter.top)
      const gap = letter.left - box.right
      return 2 * common >= Math.min(height, box.bottom - box.top) && gap <= 1.5 * Math.max(height, tallest)
    })
    const line = lines[at]
    if (line === undefined) lines.push({ box: letter, height, letters: [letter] })
    else {
      const box = { ...line.box }
      extend(box, letter)
      lines[at] = { box, height: Math.max(line.height, height), letters: [...line.letters, letter] }
    }
  }
  return {
    lines: lines.filter((line) => line.letters.length > 1),
    left: lines.flatMap((line) => (line.letters.length > 1 ? [] : line.letters)),
  }
}
