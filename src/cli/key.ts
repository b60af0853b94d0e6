/** `quietzone key`: makes a key and the row of the file of keys that knows it. */

import { quoted } from '../../symbologies/messages.ts'
import { hashOf, newKey } from '../server/access/keys.ts'
import { expiryIn, expiryWanted, nameForm, nameWanted, perMinuteMost } from '../server/access/keys-file.ts'
import { type Scope, scopes } from '../server/route.ts'
import { helpOption, readArguments } from './arguments.ts'
import { type Command, exit, Failure, type Option } from './command.ts'
import { helpPage } from './help.ts'
import { print } from './output.ts'

const options: readonly Option[] = [
  {
    name: 'may',
    value: 'LIST',
    about: `What its bearer may do, with commas between: ${scopes.join(', ')}. Default print, which has printers in it.`,
  },
  {
    name: 'per-minute',
    value: 'NUMBER',
    about: `Requests a minute, 0 to ${perMinuteMost}; 0 for no limit. Without it as many as an address has.`,
  },
  {
    name: 'expires',
    value: 'TIME',
    about:
      'Until when it is good: 2027-01-31, the end of that day, or 2027-01-31T18:00:00Z. Without it until its row is removed.',
  },
  { name: 'json', about: 'Key and row as one line of JSON.' },
  helpOption,
]

export const key: Command = {
  help: () =>
    helpPage({
      title: 'quietzone key: a key for whoever may print, and its row in the file of keys',
      examples: [
        'quietzone key dock-3',
        'quietzone key dock-3 --may print,jobs --per-minute 600',
        'quietzone key fair --expires 2027-01-31',
        'QZ_KEYS=keys.json quietzone serve',
      ],
      paragraphs: [
        'Prints a new key and its row. The key is shown only now: the row has its hash alone, from which nobody finds the key. The file of keys is a JSON list of such rows; QZ_KEYS names it, and the service reads it at a start and when it changes.',
        'A request has its key in the header Authorization: Bearer KEY. A key is taken back by removing its row. quietzone keys lists those of a service.',
      ],
      options,
    }),
  async run(args, shell) {
    const { options: chosen, operands } = readArguments(args, { parameters: {}, options, operands: 1 })
    const [name] = operands
    if (name === undefined)
      throw new Failure(exit.usage, 'no name given; name the person or the machine that gets the key')
    if (!nameForm.test(name)) throw new Failure(exit.usage, `${quoted(name)} is not ${nameWanted}`)
    const perMinute = perMinuteIn(chosen.get('per-minute'))
    const expires = expiryOf(chosen.get('expires'))
    const may = mayIn(chosen.get('may') ?? 'print')
    const made = newKey()
    const hash = `sha256:${Buffer.from(hashOf(made)).toString('hex')}`
    const row = {
      name,
      hash,
      may,
      ...(perMinute !== undefined && { perMinute }),
      ...(expires !== undefined && { expires }),
    }
    const told = chosen.has('json')
      ? JSON.stringify({ key: made, row })
      : `The key, which is shown only now:\n\n  ${made}\n\nIts row in the file that QZ_KEYS names:\n\n  ${JSON.stringify(row)}`
    await print(shell, `${told}\n`)
    return exit.done
  },
}

function mayIn(list: string): readonly Scope[] {
  return list.split(',').map((word) => {
    const scope = scopes.find((each) => each === word.trim())
    if (scope === undefined) throw new Failure(exit.usage, `--may: ${quoted(word)} is not one of ${scopes.join(', ')}`)
    return scope
  })
}

function expiryOf(text: string | undefined): string | undefined {
  if (text === undefined || expiryIn(text) !== undefined) return text
  throw new Failure(exit.usage, `--expires: ${quoted(text)} is not ${expiryWanted}`)
}

function perMinuteIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const number = /^[0-9]{1,7}$/.test(text) ? Number(text) : Number.NaN
  if (number <= perMinuteMost) return number
  throw new Failure(exit.usage, `--per-minute: ${quoted(text)} is not a whole number from 0 to ${perMinuteMost}`)
}
