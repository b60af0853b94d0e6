/** The program: its commands, each of which is loaded when it is called, its help, and how it ends. */

import { didYouMean, nearestName } from '../../symbologies/nearest.ts'
import { isFormFault } from '../request/form-faults.ts'
import { version } from '../root.ts'
import { FontError, provideFonts } from '../text/font-source.ts'
import { installedFonts } from '../text/installed-fonts.ts'
import {
  type Command,
  type Exit,
  exit,
  Failure,
  type HelpPage,
  type Manual,
  Refused,
  type Section,
  type Term,
} from './command.ts'
import { optionsText, print, printMessage, printMessages } from './output.ts'
import type { Shell } from './shell.ts'

/** Runs the program with its command-line arguments in a shell. Resolves with its exit code; never rejects. */
export async function run(args: readonly string[], shell: Shell): Promise<Exit> {
  provideFonts(installedFonts)
  const [name = '', ...others] = helpOf(args)
  const found = Object.hasOwn(commands, name) ? commands[name] : undefined
  try {
    if (found === undefined) return await withoutCommand(shell, name)
    const command = await found.load()
    if (asksForHelp(others)) {
      await print(shell, helpText(command.help()))
      return exit.done
    }
    return await command.run(others, shell)
  } catch (error) {
    return reported(shell, error, found === undefined ? 'quietzone' : `quietzone ${name}`)
  }
}

interface Entry {
  /** One line for the list of commands. */
  readonly summary: string
  /** Imports the command only when it is called: encoders, fonts and PDF take time to load. */
  load(): Promise<Command>
}

export const commands: { readonly [name: string]: Entry } = {
  serve: { summary: 'the HTTP service', load: async () => (await import('./serve.ts')).serve },
  barcode: { summary: 'one barcode as PNG, SVG or PDF', load: async () => (await import('./barcode.ts')).barcode },
  label: {
    summary: 'a label of a stock size, in one or more copies',
    load: async () => (await import('./drawing.ts')).label,
  },
  sheets: {
    summary: 'sheets of labels by brand, number or size',
    load: async () => (await import('./sheets.ts')).sheets,
  },
  plan: {
    summary: 'whether the symbol on a label will scan, and what else would do',
    load: async () => (await import('./plan.ts')).plan,
  },
  batch: {
    summary: 'one image for each row of a spreadsheet',
    load: async () => (await import('./batch/batch.ts')).batch,
  },
  design: {
    summary: 'a design of labels: checked, or drawn',
    load: async () => (await import('./design.ts')).design,
  },
  print: {
    summary: 'a label, straight to a printer',
    load: async () => (await import('./print.ts')).print,
  },
  printers: {
    summary: 'the file of printers, whether they can print, and others that there are',
    load: async () => (await import('./printers-command.ts')).printers,
  },
  keys: {
    summary: 'the keys of a service, and when they were last used',
    load: async () => (await import('./keys.ts')).keys,
  },
  jobs: {
    summary: 'the print jobs of a service, and what is decided about them',
    load: async () => (await import('./jobs.ts')).jobs,
  },
  counter: {
    summary: 'the counters of a service, which give numbers to labels',
    load: async () => (await import('./counter.ts')).counter,
  },
  state: {
    summary: 'a backup of the jobs of a service, while it runs',
    load: async () => (await import('./state.ts')).state,
  },
  key: {
    summary: 'a key for whoever may print, and its row in the file of keys',
    load: async () => (await import('./key.ts')).key,
  },
  matrix: {
    summary: 'the modules of a symbol, and the trace of its encoding',
    load: async () => (await import('./matrix.ts')).matrix,
  },
  explain: {
    summary: 'a symbol, step by step and clause by clause',
    load: async () => (await import('./explain.ts')).explain,
  },
  check: {
    summary: 'a verdict on the symbols in a picture, PDF or SVG, clause by clause',
    load: async () => (await import('./check.ts')).check,
  },
  judge: {
    summary: 'an encoder or decoder of others, judged by cases that the standards distinguish',
    load: async () => (await import('./judge.ts')).judge,
  },
  zpl: {
    summary: 'labels in ZPL, drawn or judged, or what differs in two of them',
    load: async () => (await import('./zpl.ts')).zpl,
  },
  heal: {
    summary: 'a PDF or a picture as labels whose symbols scan',
    load: async () => (await import('./heal.ts')).heal,
  },
  calibrate: {
    summary: 'what a scan of its calibration page says has to be corrected at a printer',
    load: async () => (await import('./calibrate.ts')).calibrate,
  },
  grade: {
    summary: 'the grades that a verifier might give the symbols in a scan: an estimate',
    load: async () => (await import('./grade.ts')).grade,
  },
  gs1: {
    summary: 'a GS1 message: its elements, its forms, or what is wrong with it',
    load: async () => (await import('./gs1.ts')).gs1,
  },
  content: {
    summary: 'what a text says: its kind, its elements, and what is wrong with it',
    load: async () => (await import('./content.ts')).content,
  },
  vectors: {
    summary: 'test vectors for other implementations',
    load: async () => (await import('./vectors.ts')).vectors,
  },
  completion: {
    summary: 'a script that completes commands, options and values in a shell',
    load: async () => (await import('./completion.ts')).completionOf(manual),
  },
  man: {
    summary: 'all of this help as a man page',
    load: async () => (await import('./man-page.ts')).manualOf(manual),
  },
}

async function manual(): Promise<Manual> {
  const all = Object.entries(commands).map(async ([name, { summary, load }]) => {
    return { name, summary, page: (await load()).help() }
  })
  return { version: version(), commands: await Promise.all(all), exitCodes }
}

const exitCodes: Section = {
  title: 'Exit codes',
  entries: [
    { term: '0', about: 'success' },
    {
      term: '1',
      about:
        'the symbology cannot carry the text, the symbol does not fit, or it may not scan (plan, and with --strict); in a batch, at least one row failed; the service could not start',
    },
    {
      term: '2',
      about:
        'wrong command line or value; nothing was started (check and grade have their own codes: see quietzone check --help)',
    },
    { term: '3', about: 'a file, pipe or printer cannot be read or written' },
    { term: '4', about: 'an error in this program' },
    { term: '130', about: 'a signal stopped a batch' },
  ],
}

/** `help COMMAND` as `COMMAND --help`. */
function helpOf(args: readonly string[]): readonly string[] {
  const [first, command, ...others] = args
  return first === 'help' && command !== undefined ? [command, '--help', ...others] : args
}

async function withoutCommand(shell: Shell, name: string): Promise<Exit> {
  switch (name) {
    case '--version':
      await print(shell, `${version()}\n`)
      return exit.done
    case 'help':
    case '--help':
    case '-h':
      await print(shell, overview())
      return exit.done
    case '':
      printMessages(shell, overview())
      return exit.usage
    default: {
      const names = Object.keys(commands)
      const help = didYouMean(nearestName(name, names)) || `; the commands are ${names.join(', ')}`
      throw new Failure(exit.usage, `${JSON.stringify(name)} is not a command${help}`)
    }
  }
}

function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  const options = end < 0 ? args : args.slice(0, end)
  return options.includes('--help') || options.includes('-h')
}

/** Reports an error. Returns the exit code. */
function reported(shell: Shell, error: unknown, program: string): Exit {
  if (error instanceof Refused) {
    printMessage(shell, `quietzone: ${error.code}: ${error.message}`)
    if (error.suggestion !== undefined) printMessage(shell, `quietzone: try: ${optionsText(error.suggestion)}`)
    return isFormFault(error.code) ? exit.usage : exit.refused
  }
  if (error instanceof FontError) {
    printMessage(shell, `quietzone: ${error.message}`)
    return exit.files
  }
  if (error instanceof Failure) {
    const advice = error.exit === exit.usage ? `; see ${program} --help` : ''
    printMessage(shell, `quietzone: ${error.message}${advice}`)
    return error.exit
  }
  printMessages(shell, `quietzone: internal_error: ${error instanceof Error ? error.stack : error}\n`)
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

const width = 80
/** Columns before the description of an option. */
const indent = 24

/** The text that `--help` prints for a command. */
export function helpText({ title, examples, paragraphs, sections }: HelpPage): string {
  return [
    title,
    '',
    ...examples.map((example) => `  ${example}`),
    ...paragraphs.flatMap((paragraph) => ['', ...wrapped(paragraph, width)]),
    '',
    ...sectionLines(sections),
  ].join('\n')
}

/** The sections, with an empty line after each. */
function sectionLines(sections: readonly Section[]): readonly string[] {
  return sections.flatMap(({ title, entries }) => [`${title}:`, ...entries.flatMap(entryLines), ''])
}

/** A term with its explanation beside it, or below if the term is long. */
function entryLines({ term, about }: Term): readonly string[] {
  const [first = '', ...others] = wrapped(about, width - indent)
  const margin = ' '.repeat(indent)
  const beside = term.length <= indent - 4
  return [
    beside ? `  ${term.padEnd(indent - 2)}${first}` : `  ${term}`,
    ...(beside ? others : [first, ...others]).map((line) => margin + line),
  ]
}

function wrapped(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line)
      line = ''
    }
    line += line === '' ? word : ` ${word}`
  }
  return [...lines, line]
}
