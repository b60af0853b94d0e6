/** `quietzone explain`: a symbol, step by step and clause by clause. */

import { optionsIn } from '../../symbologies/index.ts'
import { explainContent, explanationText } from '../explain/index.ts'
import { jsonLine, printable } from '../messages.ts'
import { parameters } from '../request/params.ts'
import { symbolReader } from '../request/reader.ts'
import { exactOption, helpOption, readArguments, standardInputNote, withInput } from './arguments.ts'
import { type Command, exit, type Option } from './command.ts'
import { made } from './endpoints.ts'
import { helpPage } from './help.ts'
import { outputOption, write } from './output.ts'

const read = symbolReader(parameters.explain)

const jsonOption: Option = { name: 'json', about: 'The explanation as JSON, as in the API.' }
const options = [jsonOption, outputOption, exactOption, helpOption]

export const explain: Command = {
  help: () =>
    helpPage({
      title: 'quietzone explain: a symbol, and the reason for every module of it',
      examples: [
        'quietzone explain --type qr --text HELLO | less',
        'quietzone explain --type datamatrix --text HELLO --encodation c40',
        "quietzone explain --type ean8 --text 9638507 --json | jq '.steps[].clause'",
      ],
      paragraphs: [
        'Explains the symbol step by step, each step with its standard and clause: how the text is encoded, codewords and their meaning, ' +
          'error correction, check characters with the sum written out, all mask scores, format information, patterns. The modules ' +
          'are in braces by row and column; if there are many, only their number.',
        'An option that the symbology does not have is an error.',
        standardInputNote,
      ],
      parameters: { table: parameters.explain, path: '/api/v1/explain' },
      options,
    }),
  async run(args, shell) {
    const given = readArguments(args, { parameters: parameters.explain, options, operands: 1 })
    const { options: chosen } = given
    const explanation = made(await withInput(shell, given), read, (request) => {
      const { type, text, gs1, domain } = request
      return explainContent(type, { text, gs1, domain }, optionsIn(type, request), new Date().getUTCFullYear())
    })
    const output = chosen.has('json') ? jsonLine(explanation) : printable(explanationText(explanation))
    await write(shell, output, chosen.get('output'))
    return exit.done
  },
}
