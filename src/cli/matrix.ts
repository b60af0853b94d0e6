/** `quietzone matrix`: the modules of a symbol, and the trace of its encoding. */

import { type Barcode, encodeRequest, rowsOf } from '../../symbologies/index.ts'
import { jsonLine } from '../messages.ts'
import { parameters } from '../request/params.ts'
import { symbolReader } from '../request/reader.ts'
import { exactOption, helpOption, readArguments, standardInputNote, withInput } from './arguments.ts'
import { type Command, exit, type Option } from './command.ts'
import { made } from './endpoints.ts'
import { helpPage } from './help.ts'
import { outputOption, write } from './output.ts'

const { strict: _, size: __, ...table } = parameters.explain
const read = symbolReader(table)

const jsonOption: Option = {
  name: 'json',
  about: 'The symbol as JSON: rows, quiet zone, captions, and the trace of its encoding.',
}
const options = [jsonOption, outputOption, exactOption, helpOption]

export const matrix: Command = {
  help: () =>
    helpPage({
      title: 'quietzone matrix: the modules of a symbol, before anything is drawn',
      examples: [
        'quietzone matrix --type qr --text HELLO',
        'quietzone matrix --type datamatrix --text HELLO --json | jq .trace.codewords',
        "quietzone matrix --type datamatrix --gs1 true --text '(01)09506000134352(10)AB-12'",
      ],
      paragraphs: [
        'One line per row, top first; 1 is a dark module, 0 a light one. The quiet zone is not included. A linear symbol has one row.',
        'With --json, positions in the text are in UTF-16 code units from 0.',
        standardInputNote,
      ],
      parameters: { table, path: '/api/v1/explain' },
      options,
    }),
  async run(args, shell) {
    const given = readArguments(args, { parameters: table, options, operands: 1 })
    const { options: chosen } = given
    const { barcode } = made(await withInput(shell, given), read, encodeRequest)
    await write(
      shell,
      chosen.has('json') ? json(barcode) : `${rowsOf(barcode.matrix).join('\n')}\n`,
      chosen.get('output'),
    )
    return exit.done
  },
}

function json({ matrix, ...barcode }: Barcode): string {
  const { width, height } = matrix
  return jsonLine({ ...barcode, matrix: { width, height, rows: rowsOf(matrix) } }, plainArrays)
}

/** Writes typed arrays as plain arrays; JSON.stringify alone writes them as objects. */
function plainArrays(_name: string, value: unknown): unknown {
  return ArrayBuffer.isView(value) && !(value instanceof DataView) ? Array.from(value as Uint8Array) : value
}
