/** Values of attributes of SVG: lengths, colours, transforms. SVG 1.1, second edition, 4.2, 7.6 */

import { unreadableSvg, unsupportedSvg } from './fault.ts'
import { pdfNumber } from './path.ts'

/** User units of a unit, of which 96 are an inch (CSS 2.1, 4.3.2). */
const units: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  pt: 96 / 72,
  pc: 16,
}

const length = /^([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)\s*(px|mm|cm|in|pt|pc|%|)$/i

/** A length in user units, and whether it is one of paper. @param whole  what 100 % are */
export function lengthIn(text: string, whole: number): { readonly value: number; readonly isPhysical: boolean } {
  const [, number, unit = ''] = length.exec(text.trim()) ?? []
  if (number === undefined) throw unreadableSvg(`the length ${JSON.stringify(text.slice(0, 40))}`)
  const name = unit.toLowerCase()
  if (name === '%') return { value: (Number(number) * whole) / 100, isPhysical: false }
  return { value: Number(number) * units[name]!, isPhysical: name !== '' && name !== 'px' }
}

/** Red, green and blue, 0 to 1; undefined: nothing is painted. */
export type Paint = readonly [red: number, green: number, blue: number] | undefined

const names: Readonly<Record<string, string>> = {
  black: '000000',
  silver: 'c0c0c0',
  gray: '808080',
  grey: '808080',
  white: 'ffffff',
  maroon: '800000',
  red: 'ff0000',
  purple: '800080',
  fuchsia: 'ff00ff',
  magenta: 'ff00ff',
  green: '008000',
  lime: '00ff00',
  olive: '808000',
  yellow: 'ffff00',
  orange: 'ffa500',
  navy: '000080',
  blue: '0000ff',
  darkblue: '00008b',
  teal: '008080',
  aqua: '00ffff',
  cyan: '00ffff',
  brown: 'a52a2a',
  darkgreen: '006400',
  darkred: '8b0000',
}

/** @throws PictureError for gradients, patterns and colours without a name here */
export function paintIn(text: string, current: Paint): Paint {
  const word = text.trim().toLowerCase()
  if (word === 'none' || word === 'transparent') return undefined
  if (word === 'currentcolor') return current
  const [, short] = /^#([\da-f]{3})$/.exec(word) ?? []
  const [, long = short?.replace(/./g, '$&$&') ?? names[word]] = /^#([\da-f]{6})(?:ff)?$/.exec(word) ?? []
  if (long !== undefined) {
    return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16) / 255) as unknown as Paint
  }
  const [, ...parts] = /^rgb\(\s*([\d.]+)(%?)[\s,]+([\d.]+)%?[\s,]+([\d.]+)%?\s*\)$/.exec(word) ?? []
  if (parts.length === 0) throw unsupportedSvg(`the colour ${JSON.stringify(text.slice(0, 40))}`)
  const full = parts[1] === '%' ? 100 : 255
  return [parts[0], parts[2], parts[3]].map((part) => Math.min(1, Number(part) / full)) as unknown as Paint
}

const transformStep = /(?:\s*,)?\s*(matrix|translate|scale|rotate|skewx|skewy)\s*\(([^()]{0,200})\)/iy

/** The steps of a transform as operators of PDF, which are done in the same order. @throws PictureError */
export function transformOperators(text: string): string {
  const operators: string[] = []
  let at = 0
  while (text.slice(at).trim() !== '') {
    transformStep.lastIndex = at
    const found = transformStep.exec(text)
    if (found === null || operators.length > 100)
      throw unreadableSvg(`the transform ${JSON.stringify(text.slice(0, 60))}`)
    at = transformStep.lastIndex
    const values = found[2]!
      .split(/[\s,]+/)
      .filter((each) => each !== '')
      .map(Number)
    if (!values.every(Number.isFinite)) throw unreadableSvg(`the transform ${JSON.stringify(text.slice(0, 60))}`)
    for (const matrix of matricesOf(found[1]!.toLowerCase(), values)) {
      operators.push(`${matrix.map(pdfNumber).join(' ')} cm`)
    }
  }
  return operators.join('\n')
}

type Numbers = readonly number[]

function matricesOf(name: string, values: Numbers): readonly Numbers[] {
  const [a = 0, b, c] = values
  const radians = (a * Math.PI) / 180
  switch (name) {
    case 'matrix':
      if (values.length !== 6) throw unreadableSvg('a matrix without six numbers')
      return [values]
    case 'translate':
      return [[1, 0, 0, 1, a, b ?? 0]]
    case 'scale':
      return [[a, 0, 0, b ?? a, 0, 0]]
    case 'skewx':
      return [[1, 0, Math.tan(radians), 1, 0, 0]]
    case 'skewy':
      return [[1, Math.tan(radians), 0, 1, 0, 0]]
    default: {
      const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
      const turn = [cos, sin, -sin, cos, 0, 0]
      return b === undefined ? [turn] : [[1, 0, 0, 1, b, c ?? 0], turn, [1, 0, 0, 1, -b, -(c ?? 0)]]
    }
  }
}
