/** `quietzone printers`: the printers of the file, whether they can print, others that there are, and those that are added. */

import { PrinterFailure } from '../printing/channels/failure.ts'
import { type FoundPrinter, foundPrinters } from '../printing/finding/found.ts'
import { identityOf, type PrinterIdentity } from '../printing/finding/identity.ts'
import { type Condition, needsAttention, PrinterFileError } from '../printing/index.ts'
import { EntryError, type PrinterEntry, savedEntries } from '../printing/printers/entries.ts'
import { printerAddressIn } from '../printing/printers/printers-file.ts'
import { type Arguments, helpOption, readArguments } from './arguments.ts'
import { type Command, type Exit, exit, Failure, type Option } from './command.ts'
import { helpPage } from './help.ts'
import { printLine } from './output.ts'
import { printersFile, printersFrom, printersOption, printTable } from './printers.ts'
import { pathOf, type Shell } from './shell.ts'

/** What a printer has in its entry that it may tell itself. */
const [languageOption, dpiOption, stockOption] = [
  { name: 'language', value: 'NAME', about: 'With --add: what it is sent, such as zpl; as it says itself by default.' },
  { name: 'dpi', value: 'N', about: 'With --add: the resolution of its head; as it says itself by default.' },
  { name: 'stock', value: 'SIZE', about: 'With --add: its labels, such as 4x6; as it says itself by default.' },
] as const satisfies readonly Option[]

const options: readonly Option[] = [
  printersOption,
  { name: 'check', about: 'Ask every printer for its state; exit code 3 if one of them cannot print.' },
  { name: 'find', about: 'List the printers that announce themselves on the network, and the queues of this machine.' },
  { name: 'add', value: 'NAME', about: 'Add a printer of this name, at the address that follows.' },
  languageOption,
  dpiOption,
  stockOption,
  helpOption,
]

export const printers: Command = {
  help: () =>
    helpPage({
      title: 'quietzone printers: the file of printers, their states, and others that there are',
      examples: [
        'quietzone printers',
        'quietzone printers --check --printers printers.json',
        'quietzone printers --find',
        'quietzone printers --add dock-3 socket://192.0.2.10 --stock 4x6',
      ],
      paragraphs: [
        'Prints the name, the language, the resolution and the stock of every printer, a line each. A mistake in the file is told in one line that names all of them, and the exit code is 3.',
        'With --check every printer is asked for its state too, in its own language where it has a question for it. The exit code is 3 if one of them cannot be reached, is silent, or prints nothing until a person has seen to it; printers that cannot be asked are unknown, which is no mistake.',
        'With --find nothing is read but what printers announce by DNS-SD, and the queues of the print system: a line each, the address first. They are waited for 2.5 seconds.',
        'With --add the printer at an address is asked what it is (by IPP, or over a socket in ZPL), and written into the file with that; what it does not tell has to be said. A service that uses the file takes it within a second. Other fields are added by hand.',
      ],
      options,
    }),
  async run(args, shell) {
    const read = readArguments(args, { parameters: {}, options, operands: 1 })
    refuseMisplaced(read)
    if (read.options.has('find')) return find(shell)
    const name = read.options.get('add')
    return name === undefined ? list(shell, read.options) : add(shell, name, read)
  },
}

/** @throws Failure for options that do not go together */
function refuseMisplaced({ options: chosen, operands }: Arguments): void {
  const usage = (why: string): never => {
    throw new Failure(exit.usage, why)
  }
  const doings = ['check', 'find', 'add'].filter((each) => chosen.has(each))
  if (doings.length > 1) usage(`--${doings[0]} and --${doings[1]} do not go together`)
  if (chosen.has('add')) {
    if (operands.length === 0) usage('--add NAME wants an address behind it, such as socket://192.0.2.10')
    return
  }
  if (operands.length > 0) usage(`unexpected argument ${JSON.stringify(operands[0])}`)
  const stray = [languageOption, dpiOption, stockOption].find((each) => chosen.has(each.name))
  if (stray !== undefined) usage(`--${stray.name} works only with --add`)
}

async function list(shell: Shell, chosen: ReadonlyMap<string, string>): Promise<Exit> {
  const all = printersFrom(shell, chosen)
  const states = await printTable(shell, all, chosen.has('check'))
  const idle = all.filter((_, i) => states[i] !== undefined && !canPrint(states[i]))
  if (idle.length === 0) return exit.done
  throw new Failure(exit.files, `not ready: ${idle.map(({ name }) => name).join(', ')}`)
}

/** One whose state is not known may. */
function canPrint(condition: Condition): boolean {
  return !needsAttention(condition) && !['unreachable', 'silent'].includes(condition.state)
}

async function find(shell: Shell): Promise<Exit> {
  const found = await foundPrinters(shell.interruption())
  const width = Math.max(0, ...found.map(({ address }) => address.length))
  for (const each of found) await printLine(shell, `${each.address.padEnd(width)}  ${aboutOf(each)}`)
  if (found.length === 0)
    throw new Failure(exit.files, 'no printer announces itself here, and this machine has no queue')
  return exit.done
}

const aboutOf = ({ name, model, language }: FoundPrinter): string =>
  [name, ...(model === undefined ? [] : [model]), ...(language === undefined ? [] : [language])].join('  ')

/** Adds a printer, which is asked for what is not said. @throws Failure */
async function add(shell: Shell, name: string, { options: chosen, operands }: Arguments): Promise<Exit> {
  const address = operands[0]!
  const said = {
    language: chosen.get('language'),
    dpi: chosen.has('dpi') ? Number(chosen.get('dpi')) : undefined,
    stock: chosen.get('stock'),
  }
  const isWhole = Object.values(said).every((each) => each !== undefined)
  const told = isWhole ? {} : await asked(address, shell.interruption())
  const entry = { name, address, ...whole(said, told, address), ...(told.media && { media: told.media }) }
  const path = pathOf(shell, printersFile(shell, chosen))
  save(path, entry)
  const { language, dpi, stock } = entry
  await printLine(shell, [name, language, `${dpi} dpi`, stock, ...(told.model ? [told.model] : [])].join('  '))
  return exit.done
}

/** @throws Failure */
async function asked(address: string, signal: AbortSignal): Promise<PrinterIdentity> {
  try {
    return await identityOf(printerAddressIn(address), signal)
  } catch (error) {
    if (error instanceof PrinterFileError) throw new Failure(exit.usage, error.message)
    if (!(error instanceof PrinterFailure)) throw error
    const { code, message } = error
    throw new Failure(exit.files, `${code}: the printer ${message}; --language, --dpi and --stock add it unasked`)
  }
}

/** What is said, and else what it tells. @throws Failure for what is neither */
function whole(
  said: { readonly [field in 'language' | 'dpi' | 'stock']: string | number | undefined },
  told: PrinterIdentity,
  address: string,
): Readonly<Record<'language' | 'dpi' | 'stock', unknown>> {
  const fields = {
    language: said.language ?? told.language,
    dpi: said.dpi ?? (told.dpi === undefined ? undefined : Number(told.dpi)),
    stock: said.stock ?? told.stock,
  }
  const missing = Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [`--${field}`] : []))
  if (missing.length === 0) return fields
  throw new Failure(
    exit.usage,
    `the printer at ${address} does not tell all that is needed: give ${missing.join(' and ')}`,
  )
}

/** @throws Failure */
function save(path: string, entry: PrinterEntry): void {
  const { find: found, changes } = savedEntries({ path, taken: () => {}, prepare: () => {}, isOwn: () => false })
  try {
    if (found(`${entry.name}`) !== undefined)
      throw new Failure(exit.usage, `the file of printers has a printer ${entry.name} already`)
    changes!.save(entry)
  } catch (error) {
    throw error instanceof EntryError ? new Failure(exit.usage, `${path}: ${error.message}`) : error
  }
}
