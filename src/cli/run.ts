import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { statusOf } from '../answer.ts'
import { root } from '../root.ts'
import { FontError } from '../text/font-files.ts'
import { type Command, type Exit, exit, Failure, Refused } from './command.ts'
import { entry } from './help.ts'
import { print, printMessage, printMessages } from './output.ts'

interface Entry {
  /** One line for the list of commands. */
  readonly summary: string
  /** Imports the command only when it is called: encoders, fonts and PDF take time to load. */
  load(): Promise<Command>
}

const commands: { readonly [name: string]: Entry } = {
  serve: { summary: 'the HTTP service', load: async () => (await import('./serve.ts')).serve },
  barcode: { summary: 'one barcode as PNG, SVG or PDF', load: async () => (await import('./barcode.ts')).barcode },
  label: {
    summary: 'a label of a stock size, in one or more copies',
    load: async () => (await import('./label.ts')).label,
  },
  plan: {
    summary: 'whether the symbol on a label will scan, and what else would do',
    load: async () => (await import('./plan.ts')).plan,
  },
  batch: { summary: 'one image for each row of a CSV file', load: async () => (await import('./batch.ts')).batch },
  matrix: {
    summary: 'the modules of a symbol, and the trace of its encoding',
    load: async () => (await import('./matrix.ts')).matrix,
  },
  explain: {
    summary: 'a symbol, step by step and clause by clause',
    load: async () => (await import('./explain.ts')).explain,
  },
  check: {
    summary: 'a verdict on a symbol in a PNG, clause by clause',
    load: async () => (await import('./check.ts')).check,
  },
  gs1: {
    summary: 'a GS1 message: its elements, its forms, or what is wrong with it',
    load: async () => (await import('./gs1.ts')).gs1,
  },
  vectors: {
    summary: 'test vectors for other implementations',
    load: async () => (await import('./vectors.ts')).vectors,
  },
}

/** Runs the program with its command-line arguments. */
export async function run(args: readonly string[]): Promise<Exit> {
  // a reader such as head may stop reading, which is not an error
  process.stdout.on('error', (error: NodeJS.ErrnoException) => error.code === 'EPIPE' && process.exit(exit.files))
  process.stderr.on('error', () => {})
  const [name = '', ...others] = args
  const found = Object.hasOwn(commands, name) ? commands[name] : undefined
  try {
    if (found === undefined) return await withoutCommand(name)
    const command = await found.load()
    if (asksForHelp(others)) {
      await print(command.help())
      return exit.done
    }
    return await command.run(others)
  } catch (error) {
    return reported(error, found === undefined ? 'quietzone' : `quietzone ${name}`)
  }
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

function version(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  return version
}

function overview(): string {
  return [
    'quietzone: barcodes and labels, without a network',
    '',
    '  quietzone COMMAND [OPTIONS]     quietzone COMMAND --help     quietzone --version',
    '',
    'Commands:',
    ...Object.entries(commands).flatMap(([name, { summary }]) => entry(name, summary)),
    '',
    'Exit codes:',
    ...entry('0', 'success'),
    ...entry(
      '1',
      'the symbology cannot carry the text, the symbol does not fit, or it may not scan (plan, and with --strict); in a batch, at least one row failed; the service could not start',
    ),
    ...entry(
      '2',
      'wrong command line or value; nothing was started (check has its own codes: see quietzone check --help)',
    ),
    ...entry('3', 'a file or pipe cannot be read or written'),
    ...entry('4', 'an error in this program'),
    ...entry('130', 'a signal stopped a batch'),
    '',
  ].join('\n')
}
