import { darkRuns } from '../../symbologies/index.ts'
import { type Mark, type ModulesMark, type Scene, type TextMark, turns } from '../layout/scene.ts'
import { outlineOf } from '../text/index.ts'
import { upright } from './upright.ts'

/**
 * An SVG of one user unit a dot, as wide and high as the PNG: a white ground, one path for all modules, one for each
 * line of text, and the encoded text as title. It needs no font and runs no script.
 */
export function svg(scene: Scene): Uint8Array {
  const { width, height, marks, title } = upright(scene)
  return utf8.encode(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">` +
      `<title>${escaped(title)}</title><path fill="#fff" d="M0 0h${width}v${height}H0z"/>${marks.map(elementOf).join('')}</svg>\n`,
  )
}

const utf8 = new TextEncoder()

function elementOf(mark: Mark): string {
  switch (mark.kind) {
    case 'modules':
      return `<path shape-rendering="crispEdges" d="${modulesPath(mark)}"/>`
    case 'text':
      return `<path transform="${placeOf(mark)}" d="${textPath(mark)}"/>`
  }
}

/** Every dark run as a rectangle; the pen moves relative to where the last one began, which keeps the numbers short. */
function modulesPath({ matrix, xs, ys }: ModulesMark): string {
  const runs = new Int32Array(matrix.width + 1)
  let path = ''
  let command = 'M'
  let [penX, penY] = [0, 0]
  for (let row = 0; row < matrix.height; row++) {
    const top = ys[row]!
    const height = ys[row + 1]! - top
    const count = darkRuns(matrix, row, runs)
    for (let i = 0; i < count; i += 2) {
      const left = xs[runs[i]!]!
      const width = xs[runs[i + 1]!]! - left
      path += `${command}${left - penX} ${top - penY}h${width}v${height}h-${width}z`
      command = 'm'
      penX = left
      penY = top
    }
  }
  return path
}

/** Outlines are written in whole hundredths of a dot: shorter than fractions, and quicker. */
const fineness = 100

function placeOf({ x, y, turn }: TextMark): string {
  const degrees = 90 * turns.indexOf(turn)
  return `translate(${x} ${y})${degrees === 0 ? '' : `rotate(${degrees})`}scale(${1 / fineness})`
}

/** The outlines of a line relative to its origin. */
function textPath({ line }: TextMark): string {
  let path = ''
  const at = (x: number, y: number): string => `${Math.round(x * fineness)} ${Math.round(y * fineness)}`
  outlineOf(line, {
    move(x, y) {
      path += `M${at(x, y)}`
    },
    line(x, y) {
      path += `L${at(x, y)}`
    },
    quadratic(cx, cy, x, y) {
      path += `Q${at(cx, cy)} ${at(x, y)}`
    },
    cubic(ax, ay, bx, by, x, y) {
      path += `C${at(ax, ay)} ${at(bx, by)} ${at(x, y)}`
    },
    close() {
      path += 'Z'
    },
  })
  return path
}

/**
 * Text for XML 1.0 (fifth edition, 2.2 and 2.4): markup escaped; control characters, which XML has no way to write,
 * as spaces; code units that are no character as U+FFFD.
 */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>]/g, (character) => (character === '&' ? '&amp;' : character === '<' ? '&lt;' : '&gt;'))
    .replace(/\p{Cc}/gu, ' ')
    .replace(/[\uFFFE\uFFFF]/g, '\uFFFD')
}
