/** `quietzone content`: what a text says, by the standard that it follows, and what is wrong with it. */

import { type Content, contentAs, contentOf, kindsOfContent, nothingRecognised } from '../content/index.ts'
import { jsonLine, printable, printableLine } from '../messages.ts'
import { escaped } from '../request/escapes.ts'
import { parameters } from '../request/params.ts'
import { requestReader } from '../request/reader.ts'
import { exactOption, helpOption, readArguments, standardInputNote, withInput } from './arguments.ts'
import { type Command, exit, Failure, type Option } from './command.ts'
import { accepted } from './endpoints.ts'
import { helpPage } from './help.ts'
import { optionsText, outputOption, printMessage, write } from './output.ts'
import type { Shell } from './shell.ts'

const { strict: _, ...table } = parameters.content
const read = requestReader(table)

const jsonOption: Option = { name: 'json', about: 'What the text says as JSON, as in the API.' }
const options = [jsonOption, outputOption, exactOption, helpOption]

export const content: Command = {
  help: () =>
    helpPage({
      title: 'quietzone content: what a text says, and what is wrong with it',
      examples: [
        "quietzone content '+A99912345/$$52001510X33'",
        "quietzone content --escapes '[)>\\x1e06\\x1d1P1234\\x1dQ10\\x1e\\x04'",
        "quietzone content 'WIFI:T:WPA;S:Guests;P:12345678;;' --json | jq .elements",
        "quietzone content --content gtin '4006381333930'",
      ],
      paragraphs: [
        'A text is recognised as what it is surely meant as: a message of ISO/IEC 15434 with data identifiers, HIBC, ISBT 128, a boarding pass, a GS1 message or Digital Link, a payment, a contact, a network, an address, an ISBN or a GTIN. Its elements are printed with their titles and what they mean, and its faults on standard error, with their places in UTF-16 units from 0 and the text that is meant where it is known.',
        'With --content, the text is held to a kind whatever it looks like. docs/content.md says what each kind is judged by, and what is not public and therefore not judged.',
        'The exit code is 1 if the text has a fault.',
        standardInputNote,
      ],
      parameters: { table, path: '/api/v1/content' },
      options,
    }),
  async run(args, shell) {
    const chosen = readArguments(args, { parameters: table, options, operands: 1 })
    if (chosen.given.text === undefined && chosen.operands.length === 0)
      throw new Failure(exit.usage, 'no text given; give a text or --text TEXT')
    const { text, content: kind } = accepted(read(await withInput(shell, chosen)))
    const said = kind === undefined ? contentOf(text) : contentAs(kind, text)
    if (chosen.options.has('json'))
      await write(shell, jsonLine(said ?? nothingRecognised), chosen.options.get('output'))
    else await printContent(shell, said, chosen.options.get('output'))
    return (said?.faults.length ?? 0) > 0 ? exit.refused : exit.done
  },
}

async function printContent(shell: Shell, content: Content | undefined, output: string | undefined): Promise<void> {
  if (content === undefined) {
    await write(shell, 'not recognised: it may be anything\n', output)
    return
  }
  await write(shell, printable(contentText(content)), output)
  const { faults, repaired } = content
  for (const { code, message, span } of faults)
    printMessage(shell, `quietzone: ${printableLine(`${code}, ${span.start} to ${span.end}: ${message}`)}`)
  if (repaired !== undefined) printMessage(shell, `quietzone: try: ${optionsText(typed(repaired))}`)
}

/** A text as a person types it: with escapes if it has characters that no key has. */
const typed = (text: string): { readonly [option: string]: string } =>
  /\p{Cc}/u.test(text) ? { escapes: 'true', text: escaped(text) } : { text }

/** The kind, and a line for each element. */
function contentText({ kind, standard, elements, notJudged }: Content): string {
  const [ids, titles] = [elements.map(({ id }) => id), elements.map(({ title }) => title)]
  const widest = (column: readonly string[]): number => Math.max(0, ...column.map(({ length }) => length))
  return [
    `${kind}: ${kindsOfContent[kind].title} (${standard})`,
    ...elements.map(({ value, meaning }, i) => {
      const line = `  ${ids[i]!.padEnd(widest(ids))}  ${titles[i]!.padEnd(widest(titles))}  ${printableLine(value)}`
      return meaning === undefined ? line : `${line}  (${printableLine(meaning)})`
    }),
    ...notJudged.map(({ span, because }) => `  not judged, ${span.start} to ${span.end}: ${because}`),
    '',
  ].join('\n')
}
