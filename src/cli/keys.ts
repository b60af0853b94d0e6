/** `quietzone keys`: the keys of a service, and when they were last used. */

import { helpOption, readArguments } from './arguments.ts'
import { type Command, exit, type Option } from './command.ts'
import { helpPage } from './help.ts'
import { printLine } from './output.ts'
import { called, serviceOf, urlOption } from './service-call.ts'

const options: readonly Option[] = [
  { name: 'json', about: 'Each key as a line of JSON, as the API has it.' },
  urlOption,
  helpOption,
]

interface KeyRow {
  readonly name: string
  readonly may: readonly string[]
  readonly expires: string | null
  readonly lastUsed: string | null
}

interface ListedKeys {
  readonly keys: readonly KeyRow[]
  readonly usedSince: string
}

export const keys: Command = {
  help: () =>
    helpPage({
      title: 'quietzone keys: the keys of a service, and when they were last used',
      examples: ['quietzone keys', 'quietzone keys --json --url http://labels.example:8080'],
      paragraphs: [
        'A line for each key: its name, what it may do, when it expires, and its last request. Keys themselves are shown by nobody: quietzone key NAME makes one, and prints it once.',
        'QZ_KEY has a key that may do "admin".',
      ],
      options,
    }),
  async run(args, shell) {
    const { options: chosen } = readArguments(args, { parameters: {}, options, operands: 0 })
    const answer = await called(serviceOf(shell, chosen), '/api/v1/keys')
    const { keys: listed, usedSince } = (await answer.json()) as ListedKeys
    for (const row of listed) await printLine(shell, chosen.has('json') ? JSON.stringify(row) : lineOf(row, usedSince))
    return exit.done
  },
}

function lineOf({ name, may, expires, lastUsed }: KeyRow, usedSince: string): string {
  const end = expires === null ? [] : [`${Date.parse(expires) <= Date.now() ? 'expired' : 'expires'} ${expires}`]
  const use = lastUsed === null ? `not used since ${usedSince}` : `last used ${lastUsed}`
  return [`${name}: may ${may.join(', ')}`, ...end, use].join('; ')
}
