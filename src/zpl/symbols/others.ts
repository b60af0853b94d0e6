/** Symbologies that are not ours, drawn in whole dots from what bwip-js encodes, and not judged. */

import { darken, lightMatrix, type Matrix } from '../../../symbologies/index.ts'
import type { ModulesMark } from '../../layout/scene.ts'
import type { DrawnField, FieldFinding, SymbolField } from '../field.ts'
import { evenEdges, interpretation, wideDots } from './bars.ts'
import { bwipPackage, type RawBars, type RawSymbol, rawSymbol } from './bwip.ts'
import { notCarried, nothing, unmoved } from './drawn.ts'
import { maxicodeMark } from './maxicode.ts'
import { type Order, otherCommands } from './other-commands.ts'
import { Parameters } from './parameters.ts'

export const isOther = (command: string): boolean => Object.hasOwn(otherCommands, command)

/** @param field  of a command for which `isOther` is true */
export function drawOther(field: SymbolField): DrawnField {
  const parameters = new Parameters(field)
  const order = otherCommands[field.command]!(field, parameters, String.fromCharCode(...field.bytes))
  const type = order.name
  if ('refused' in order) {
    return nothing(field, parameters, { type, finding: notCarried(`${type}: ${order.refused}`) })
  }
  const raw = encoded(order)
  if (raw.kind === 'absent') return nothing(field, parameters, { type, finding: absent(type) })
  if (raw.kind === 'refused') {
    return nothing(field, parameters, { type, finding: notCarried(`${type}: ${raw.message}`) })
  }
  const mark = markOf(raw, order, field)
  const [width, height] = [mark.xs.at(-1)!, mark.ys.at(-1)!]
  const { label = '', line = 'none' } = order
  return {
    modules: [mark],
    width,
    height,
    orientation: parameters.orientation(),
    lines: interpretation(label.replace(/[^ -~]/g, ''), { width, height, module: field.module }, line),
    offset: unmoved,
    symbol: { type, text: field.text, judged: false },
    findings: [...parameters.findings, notJudged(type)],
  }
}

function encoded({ encoder, text, options, otherwise }: Order): RawSymbol {
  const raw = rawSymbol(encoder, text, options)
  return raw.kind === 'refused' && otherwise !== undefined ? rawSymbol(encoder, text, otherwise) : raw
}

const notJudged = (type: string): FieldFinding => ({
  code: 'not_judged',
  kind: 'note',
  message: `${type} is drawn by bwip-js, and not judged`,
})

const absent = (type: string): FieldFinding => ({
  code: 'encoder_absent',
  kind: 'fault',
  message: `${type} is drawn by bwip-js, which is not installed: npm install ${bwipPackage}`,
  suggestion: `npm install ${bwipPackage}`,
})

function markOf(
  raw: Exclude<RawSymbol, { readonly kind: 'refused' | 'absent' }>,
  { dots = { x: 0, y: 0 }, rowDots, height = 1, hasRatio = false }: Order,
  field: SymbolField,
): ModulesMark {
  switch (raw.kind) {
    case 'hexagons':
      return maxicodeMark(raw.dark, field.dpmm)
    case 'matrix': {
      const { matrix } = raw
      const y = dots.y > 0 ? dots.y : Math.max(1, Math.round(field.height / matrix.height))
      const ys = [0]
      for (let row = 0; row < matrix.height; row++) ys.push(ys[row]! + (rowDots?.(row) ?? y))
      return { kind: 'modules', matrix, xs: evenEdges(matrix.width, dots.x), ys }
    }
    case 'bars':
      return barsMark(raw, { module: dots.x || field.module, wide: hasRatio ? wideDots(field) : 0, height })
  }
}

interface BarDots {
  readonly module: number
  /** Dots of wide bars, 0 where their widths are whole modules. */
  readonly wide: number
  readonly height: number
}

/** Each bar or space is a column; where bars have several heights, a row lies between two of them. */
function barsMark({ widths, bars }: RawBars, { module, wide, height }: BarDots): ModulesMark {
  // those of a width below two modules are the bars and spaces of postal codes
  const dotsOf = (width: number): number => (wide > 0 && width > 1 ? wide : Math.round(width * module))
  // behind the last bar there may be a space
  const count = 2 * bars.length - 1
  const xs = [0]
  for (let i = 0; i < count; i++) xs.push(xs[i]! + dotsOf(widths[i]!))
  const tops = bars.map(({ height: part, foot }) => height - Math.round((foot + part) * height))
  const feet = bars.map(({ foot }) => height - Math.round(foot * height))
  const ys = [...new Set([0, ...tops, ...feet, height])].sort((a, b) => a - b)
  const matrix: Matrix = lightMatrix(count, ys.length - 1)
  for (let y = 0; y < ys.length - 1; y++) {
    for (const [bar, top] of tops.entries()) {
      if (ys[y]! >= top && ys[y]! < feet[bar]!) darken(matrix, 2 * bar, y)
    }
  }
  return { kind: 'modules', matrix, xs, ys }
}
