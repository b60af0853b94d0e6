/** `quietzone barcode`, which can draw a symbol in the terminal too, for a scanner in front of the screen. */

import { encodeRequest } from '../../symbologies/index.ts'
import { layoutBarcode } from '../layout/barcode.ts'
import { resolutions, usualDpi } from '../layout/resolution.ts'
import { isLinear } from '../layout/symbol.ts'
import { warningText } from '../plan/warning.ts'
import { characters } from '../render/paint.ts'
import type { GivenValues } from '../request/parameter.ts'
import { parameters } from '../request/params.ts'
import { symbolReader } from '../request/reader.ts'
import { exit, Failure, Refused } from './command.ts'
import { drawingCommand } from './drawing.ts'
import { endpoints, made } from './endpoints.ts'
import { printData, printMessage, terminalColumns } from './output.ts'
import type { Shell } from './shell.ts'

export const barcode = drawingCommand(endpoints.barcode, {
  title: 'quietzone barcode: one barcode, without a label',
  examples: [
    "quietzone barcode -t qr 'https://example.org/' -o code.svg",
    'quietzone barcode --type ean13 --text 590123412345 --includetext true -o code.png',
    'quietzone barcode --type qr --text "$(cat long.txt)" --parts 4 -o part-%d.png',
    'printf "%s" "$SERIAL" | quietzone barcode -t datamatrix - > code.png',
    "quietzone barcode -t qr 'https://example.org/' --terminal",
  ],
  other: {
    option: {
      name: 'terminal',
      about:
        'Draw in the terminal with half blocks, dark on white whatever the colours of the terminal are; in a file or pipe, ink stands for dark modules. A module is half a character.',
    },
    draw: printInTerminal,
  },
})

/** What has no meaning where a module is half a character, and its height is up to the terminal. */
const foreign = [
  'format',
  'includetext',
  'caption',
  'scale',
  'height',
  'dpi',
  'xdim',
  'application',
  'strict',
  'verify',
]

const read = symbolReader(parameters.barcode)

/** Lines of bars, and characters of bars that lie on their side. */
const barLength = { upright: 6, lying: 12 }

/** Black on white, of the colours that themes leave as they are, and back. */
const [blackOnWhite, usual] = ['\x1b[38;5;16;48;5;231m', '\x1b[0m']

/**
 * Prints each symbol with its quiet zones on standard output.
 *
 * @param output  the option, which must not be given
 * @throws Failure for what does not go with the terminal; Refused, also if the terminal is too narrow
 */
async function printInTerminal(shell: Shell, all: readonly GivenValues[], output: string | undefined): Promise<void> {
  const found = [...foreign.filter((name) => all[0]![name] !== undefined), ...(output === undefined ? [] : ['output'])]
  if (found.length > 0) {
    const names = found.map((name) => `--${name}`).join(', ')
    throw new Failure(
      exit.usage,
      `--terminal draws on standard output, half a character a module, and not with ${names}`,
    )
  }
  const columns = terminalColumns(shell)
  const drawn = all.map((given) => linesOf(shell, given))
  const wanted = Math.max(...drawn.map(([first]) => first!.length))
  if (columns !== undefined && wanted > columns) {
    const advice = 'make its window larger or its letters smaller, or draw into a file with -o'
    throw new Refused(
      'does_not_fit',
      `the symbol is ${wanted} columns wide, and the terminal has ${columns}; ${advice}`,
    )
  }
  const coloured = (line: string): string => (columns === undefined ? line : `${blackOnWhite}${line}${usual}`)
  await printData(shell, `${drawn.map((lines) => lines.map(coloured).join('\n')).join('\n\n')}\n`)
}

/** The symbol in lines of equal length. @throws Refused */
function linesOf(shell: Shell, given: GivenValues): readonly string[] {
  // an even scale, which every ratio of wide to narrow bars goes with
  const { turn, barcode, text, doubts } = made({ ...given, scale: '2' }, read, (request) => {
    return { turn: request.rotate, ...encodeRequest(request) }
  })
  for (const doubt of doubts) printMessage(shell, `quietzone: warning: ${warningText({ parameter: 'text', ...doubt })}`)
  const isUpright = turn === 'N' || turn === 'I'
  const scene = layoutBarcode(barcode, text, {
    resolution: resolutions[usualDpi],
    module: barcode.columnsPerModule ?? 1,
    height: isUpright ? barLength.upright : barLength.lying,
    captions: false,
    turn,
  })
  return characters(scene, isLinear(barcode) && isUpright ? 'beside' : 'above')
}
