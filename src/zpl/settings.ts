/** Commands that set the printer for what follows (ZPL II Programming Guide, each under its name). */

import { isKnownEncoding } from './encodings.ts'
import { orientations } from './field.ts'
import { isResident } from './fonts.ts'
import type { Machine } from './machine.ts'
import type { Parameters } from './parameters.ts'
import type { Side } from './state.ts'

type Handler = (parameters: Parameters, machine: Machine) => void

/** By their names, of commands with a caret. */
export const settings: { readonly [name: string]: Handler } = {
  LH(parameters, machine) {
    const { home } = machine.state
    const [x, y] = [machine.dots(parameters, 0), machine.dots(parameters, 1)]
    machine.state.home = { x: x ?? home.x, y: y ?? home.y }
  },
  LS(parameters, machine) {
    machine.state.shift = machine.dots(parameters, 0, 9999, -9999) ?? machine.state.shift
  },
  LT(parameters, machine) {
    machine.state.top = machine.dots(parameters, 0, 120, -120) ?? machine.state.top
  },
  PO(parameters, machine) {
    machine.state.isInverted = parameters.word(0, ['N', 'I'], 'N') === 'I'
  },
  PM(parameters, machine) {
    machine.state.isMirrored = parameters.word(0, ['N', 'Y'], 'N') === 'Y'
  },
  LR(parameters, machine) {
    machine.state.isReversed = parameters.word(0, ['N', 'Y'], 'N') === 'Y'
  },
  MC(parameters, machine) {
    machine.state.isCleared = parameters.word(0, ['Y', 'N'], 'Y') === 'Y'
  },
  PW(parameters, machine) {
    machine.state.printWidth = machine.dots(parameters, 0) ?? machine.state.printWidth
  },
  LL(parameters, machine) {
    machine.state.labelLength = machine.dots(parameters, 0) ?? machine.state.labelLength
  },
  FW(parameters, machine) {
    machine.state.orientation = parameters.word(0, orientations, machine.state.orientation)
    machine.state.side = sideOf(parameters, 1, machine.state.side)
  },
  CF(parameters, machine) {
    const { font } = machine.state
    const name = parameters.text(0).toUpperCase().slice(0, 1) || font.name
    const [height, width] = [machine.dots(parameters, 1), machine.dots(parameters, 2)]
    machine.state.font = { name, height: height || undefined, width: width || undefined }
  },
  CW(parameters, machine) {
    const letter = parameters.text(0).toUpperCase().slice(0, 1)
    const file = parameters.text(1).toUpperCase()
    if (letter === '' || file === '') return
    machine.state.aliases = new Map([...machine.state.aliases, [letter, file]])
    if (!isResident(letter)) return
    const message = `font ${letter} is ${file} from here on, in place of the printer's own`
    machine.findings.add(parameters.command, { code: 'font_replaced', kind: 'note', message })
  },
  BY(parameters, machine) {
    const { state } = machine
    const range = { least: 1, most: 10 }
    const asked = parameters.number(0, range)
    const module = asked === undefined ? state.module : Math.round(asked * state.unit * state.scale)
    state.module = Math.max(1, module)
    state.ratio = parameters.number(1, { least: 2, most: 3 }) ?? state.ratio
    state.height = machine.dots(parameters, 2) ?? state.height
    if (asked === undefined || asked * state.unit * state.scale === state.module) return
    const message = `a module of ${asked} is drawn as ${state.module} dots: a printer has whole dots`
    machine.findings.add(parameters.command, { code: 'module_rounded', kind: 'warning', message })
  },
  CI(parameters, machine) {
    const encoding = parameters.whole(0, { least: 0, most: 36 }) ?? 0
    machine.state.encoding = encoding
    if (parameters.text(1) !== '') {
      const message = 'characters are not remapped'
      machine.findings.add(parameters.command, { code: 'not_drawn', kind: 'warning', message })
    }
    if (isKnownEncoding(encoding)) return
    const message = `encoding ${encoding} is read as code page 850`
    machine.findings.add(parameters.command, { code: 'not_drawn', kind: 'warning', message })
  },
  MU(parameters, machine) {
    const unit = parameters.word(0, ['D', 'I', 'M'], 'D')
    const [from, to] = [dpiOf(parameters, 1), dpiOf(parameters, 2)]
    const { dpmm } = machine
    // dots of one head become those of another one where both are named
    const dots = from === undefined || to === undefined ? 1 : to / from
    machine.state.unit = unit === 'D' ? dots : unit === 'M' ? dpmm : Math.round(25.4 * dpmm)
  },
  JM(parameters, machine) {
    machine.state.scale = parameters.word(0, ['A', 'B'], 'A') === 'B' ? 2 : 1
  },
  PQ(parameters, machine) {
    const { format } = machine
    if (format === undefined) return
    const most = 99_999_999
    format.copies = parameters.whole(0, { least: 1, most }) ?? 1
    format.replicates = Math.max(1, parameters.whole(2, { least: 0, most }) ?? 1)
    if (format.copies < manyCopies) return
    const message = `${format.copies} labels are printed`
    machine.findings.add(parameters.command, { code: 'many_copies', kind: 'warning', message })
  },
}

/** Copies that are worth a warning: half a roll of labels. */
const manyCopies = 500

function dpiOf(parameters: Parameters, index: number): number | undefined {
  return parameters.number(index, { least: 100, most: 600 })
}

/** A parameter that says at which side a field stands. */
export function sideOf(parameters: Parameters, index: number, otherwise: Side): Side {
  return (parameters.whole(index, { least: 0, most: 2 }) as Side | undefined) ?? otherwise
}
