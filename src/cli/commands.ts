import type { Command } from './command.ts'
import type { Manual, Section, Term } from './help-page.ts'
import { version } from './version.ts'

export interface Entry {
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
    load: async () => (await import('./label.ts')).label,
  },
  plan: {
    summary: 'whether the symbol on a label will scan, and what else would do',
    load: async () => (await import('./plan.ts')).plan,
  },
  batch: {
    summary: 'one image for each row of a spreadsheet',
    load: async () => (await import('./batch/batch.ts')).batch,
  },
  print: {
    summary: 'a label, straight to a printer',
    load: async () => (await import('./print.ts')).print,
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

export const exitCodes: Section<Term> = {
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
      about: 'wrong command line or value; nothing was started (check has its own codes: see quietzone check --help)',
    },
    { term: '3', about: 'a file, pipe or printer cannot be read or written' },
    { term: '4', about: 'an error in this program' },
    { term: '130', about: 'a signal stopped a batch' },
  ],
}
