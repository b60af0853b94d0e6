/** `quietzone counter`: the counters of a service, which give numbers to labels. */

import { quoted } from '../../symbologies/messages.ts'
import { counterName } from '../printing/counters/counter-number.ts'
import { counterNameWanted } from '../request/counters.ts'
import { helpOption, readArguments } from './arguments.ts'
import { type Command, exit, Failure, type Option } from './command.ts'
import { helpPage } from './help.ts'
import { printLine } from './output.ts'
import { called, serviceOf, urlOption } from './service-call.ts'

const settings: readonly Option[] = [
  { name: 'start', value: 'NUMBER', about: 'The number to begin with; 1 for a new counter. It never goes back.' },
  { name: 'step', value: 'NUMBER', about: 'From one number to the next; 1 for a new counter.' },
  { name: 'width', value: 'DIGITS', about: 'The digits that a number has at least; 1 for a new counter.' },
  { name: 'limit', value: 'NUMBER', about: 'The greatest number; then the counter gives none.' },
  { name: 'prefix', value: 'DIGITS', about: 'The GS1 company prefix of its SSCCs.' },
  { name: 'extension', value: 'DIGIT', about: 'The extension digit of its SSCCs; 0 for a new counter.' },
]

const options: readonly Option[] = [
  ...settings,
  { name: 'json', about: 'Each counter as a line of JSON, as the API has it.' },
  urlOption,
  helpOption,
]

interface CounterRow {
  readonly name: string
  readonly next: number
  readonly text: string | null
  readonly sscc: string | null
  readonly gaps?: readonly {
    readonly first: number
    readonly last: number
    readonly count: number
    readonly job: number | null
  }[]
}

export const counter: Command = {
  help: () =>
    helpPage({
      title: 'quietzone counter: the counters of a service, which give numbers to labels',
      examples: [
        'quietzone counter pallet --start 1 --width 6',
        'quietzone counter pallet',
        'quietzone counter',
        'quietzone counter sscc --prefix 0614141 --extension 3',
      ],
      paragraphs: [
        'With options, the counter is made, or set; without, it is shown with its gaps: numbers that are on no label that certainly came out. Without a name, all counters are listed.',
        'Labels have {serial:pallet} or {sscc:pallet} in their words. The service keeps counters unless QZ_STATE is off. Where it has keys, QZ_KEY has one that may do "counters", or "jobs" to look at them.',
      ],
      options,
    }),
  async run(args, shell) {
    const { options: chosen, operands } = readArguments(args, { parameters: {}, options, operands: 1 })
    const [name] = operands
    if (name !== undefined && !counterName.test(name))
      throw new Failure(exit.usage, `${quoted(name)} is not the name of a counter: ${counterNameWanted}`)
    const given = settings.flatMap((option): [string, string][] => {
      const value = chosen.get(option.name)
      return value === undefined ? [] : [[option.name, value]]
    })
    if (name === undefined && given.length > 0) throw new Failure(exit.usage, 'options need the name of a counter')
    const service = serviceOf(shell, chosen)
    const show = async (row: CounterRow): Promise<void> => {
      for (const line of chosen.has('json') ? [JSON.stringify(row)] : linesOf(row)) await printLine(shell, line)
    }
    if (given.length > 0) {
      const answer = await called(service, `/api/v1/counters/${name}?${new URLSearchParams(given)}`, 'POST')
      await show((await answer.json()) as CounterRow)
      return exit.done
    }
    const answer = await called(service, `/api/v1/counters${name === undefined ? '' : `?counter=${name}`}`)
    const { counters } = (await answer.json()) as { readonly counters: readonly CounterRow[] }
    for (const row of counters) await show(row)
    return exit.done
  },
}

function linesOf({ name, next, text, sscc, gaps = [] }: CounterRow): readonly string[] {
  const coming =
    text === null
      ? `${name}: none left after ${next}`
      : `${name}: next is ${[text, ...(sscc === null ? [] : [sscc])].join(', ')}`
  const listed = gaps.map(({ first, last, count, job }) => {
    const numbers = count === 1 ? `${first}` : `${first} to ${last}, ${count} numbers`
    return `  gap: ${numbers}${job === null ? '' : `, job ${job}`}`
  })
  return [coming, ...listed]
}
