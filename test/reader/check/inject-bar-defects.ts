/** Bars and spaces with a defect, in pixels. */

import { encode, type Symbology, tables } from '../../../symbologies/index.ts'
import { widthsIn } from './paint.ts'

const dotsPerModule = 3

/** The symbol of `text` with some modules the other way round. */
export function flippedModules(symbology: Symbology, text: string, ...columns: number[]): number[] {
  const runs = widthsIn(encode(symbology, text), 1)
  const modules = runs.flatMap((width, i) => new Array<number>(width).fill(1 - (i % 2)))
  for (const column of columns) modules[column] = 1 - modules[column]!
  return (modules.join('').match(/1+|0+/g) ?? []).map((run) => run.length * dotsPerModule)
}

/** Code 128 of these values, and the check character that they should have unless another is given. */
export function code128Of(values: readonly number[], check?: number): number[] {
  const sum = values.reduce((total, value, i) => total + value * Math.max(1, i))
  const all = [...values, check ?? sum % 103].map((value) =>
    tables.code128Patterns[value]!.toString(2).padStart(11, '0'),
  )
  return (`${all.join('')}1100011101011`.match(/1+|0+/g) ?? []).map((run) => run.length * dotsPerModule)
}

/** Code 39 of elements: narrow, wide and gap in dots; `other` widens one character's wide elements. */
export function code39Of(
  text: string,
  { narrow, wide, gap }: { narrow: number; wide: number; gap: number },
  odd?: { at: number; wide: number },
): number[] {
  const runs = widthsIn(encode('code39', text), 1)
  return runs.map((width, i) => {
    if (i % 10 === 9) return gap
    return width === 1 ? narrow : odd !== undefined && Math.floor(i / 10) === odd.at ? odd.wide : wide
  })
}
