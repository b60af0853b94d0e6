import { statusOf } from '../answer.ts'
import { FontError, provideFonts } from '../text/font-source.ts'
import { installedFonts } from '../text/installed-fonts.ts'
import { type Exit, exit, Failure, Refused } from './command.ts'
import { commands, exitCodes } from './commands.ts'
import { helpText, sectionLines } from './help-text.ts'
import { optionsText, print, printMessage, printMessages } from './output.ts'
import { version } from './version.ts'

// for all commands; most of them need none
provideFonts(installedFonts)

/** Runs the program with its command-line arguments. */
export async function run(args: readonly string[]): Promise<Exit> {
  // a reader such as head may stop reading, which is not an error
  process.stdout.on('error', (error: NodeJS.ErrnoException) => error.code === 'EPIPE' && process.exit(exit.files))
  process.stderr.on('error', () => {})
  const [name = '', ...others] = helpOf(args)
  const found = Object.hasOwn(commands, name) ? commands[name] : undefined
  try {
    if (found === undefined) return await withoutCommand(name)
    const command = await found.load()
    if (asksForHelp(others)) {
      await print(helpText(command.help()))
      return exit.done
    }
    return await command.run(others)
  } catch (error) {
    return reported(error, found === undefined ? 'quietzone' : `quietzone ${name}`)
  }
}

/** `help COMMAND` as `COMMAND --help`. */
function helpOf(args: readonly string[]): readonly string[] {
  const [first, command, ...others] = args
  return first === 'help' && command !== undefined ? [command, '--help', ...others] : args
}

async function withoutCommand(name: string): Promise<Exit> {
  switch (name) {
    case '--version':
      await print(`${version()}\n`)
      return exit.done
    case 'help':
    case '--help':
    case '-h':
      await print(overview())
      return exit.done
    case '':
      printMessages(overview())
      return exit.usage
    default:
      throw new Failure(
        exit.usage,
        `${JSON.stringify(name)} is not a command; the commands are ${Object.keys(commands).join(', ')}`,
      )
  }
}

function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  const options = end < 0 ? args : args.slice(0, end)
  return options.includes('--help') || options.includes('-h')
}

/** Reports an error. Returns the exit code. */
function reported(error: unknown, program: string): Exit {
  if (error instanceof Refused) {
    printMessage(`quietzone: ${error.code}: ${error.message}`)
    if (error.suggestion !== undefined) printMessage(`quietzone: try: ${optionsText(error.suggestion)}`)
    return statusOf[error.code] === statusOf.does_not_fit ? exit.refused : exit.usage
  }
  if (error instanceof FontError) {
    printMessage(`quietzone: ${error.message}`)
    return exit.files
  }
  if (error instanceof Failure) {
    const advice = error.exit === exit.usage ? `; see ${program} --help` : ''
    printMessage(`quietzone: ${error.message}${advice}`)
    return error.exit
  }
  printMessages(`quietzone: internal_error: ${error instanceof Error ? error.stack : error}\n`)
  return exit.fault
}

function overview(): string {
  const entries = Object.entries(commands).map(([name, { summary }]) => ({ term: name, about: summary }))
  return [
    'quietzone: barcodes and labels, without a network',
    '',
    '  quietzone COMMAND [OPTIONS]     quietzone help COMMAND     quietzone --version',
    '',
    ...sectionLines([{ title: 'Commands', entries }, exitCodes]),
  ].join('\n')
}
