/** Printers of each language: what they are asked, and what one in a state answers. */

import type { JobFormat, Printer } from '../../../src/printing/index.ts'
import { type Behaviour, hostStatus, LoopbackPrinter } from './loopback-printer.ts'

export type PlayedState = 'ready' | 'paper_out' | 'cover_open'

/** What printers answer that do not count, and say whether they print. */
export const endTellers: Readonly<Record<string, Readonly<Record<'ready' | 'printing' | 'paper_out', string>>>> = {
  tspl: { ready: '\0', printing: '\x20', paper_out: '\x04' },
  brother: { ready: brotherStatus('ready'), printing: brotherPrinting(), paper_out: brotherStatus('paper_out') },
}

function brotherPrinting(): string {
  const bytes = Buffer.from(brotherStatus('ready'), 'latin1')
  bytes[19] = 1
  return bytes.toString('latin1')
}

interface PlayedLanguage {
  readonly questions: readonly string[]
  readonly answer: (state: PlayedState, question: string) => string
  /** How a cover that is open is told: some know it as the head, and some not at all. */
  readonly open: 'cover_open' | 'head_open' | undefined
}

/** The 32 bytes of a Brother printer with this tape in it; die-cut labels have a length, in mm. */
export function brotherStatus(state: PlayedState, width = 62, length = 0): string {
  const bytes = Buffer.alloc(32)
  bytes.write('\x80\x20B4', 'latin1')
  bytes[8] = state === 'paper_out' ? 0x02 : 0
  bytes[9] = state === 'cover_open' ? 0x10 : 0
  bytes[10] = width
  bytes[11] = length === 0 ? 0x0a : 0x0b
  bytes[17] = length
  return bytes.toString('latin1')
}

/** The byte of a state, in latin1. */
const byteOf = (bytes: Readonly<Record<PlayedState, number>>) => (state: PlayedState) =>
  String.fromCharCode(bytes[state])

export const playedLanguages: Readonly<Record<string, PlayedLanguage>> = {
  zpl: {
    questions: ['~HS'],
    answer: (state) => hostStatus({ paperOut: state === 'paper_out', headUp: state === 'cover_open' }),
    open: 'head_open',
  },
  tspl: { questions: ['\x1b!?'], answer: byteOf({ ready: 0, paper_out: 0x04, cover_open: 0x40 }), open: 'cover_open' },
  epl: {
    questions: ['\r\n^ee\r\n'],
    answer: (state) => ({ ready: '00\r\n', paper_out: '07\r\n', cover_open: '07,11\r\n' })[state],
    open: 'head_open',
  },
  cpcl: { questions: ['\x1bh'], answer: byteOf({ ready: 0, paper_out: 0x02, cover_open: 0x06 }), open: 'cover_open' },
  escpos: {
    questions: ['\x10\x04\x02', '\x10\x04\x03', '\x10\x04\x04'],
    answer(state, question) {
      if (state === 'cover_open' && question.endsWith('\x02')) return '\x16'
      return state === 'paper_out' && question.endsWith('\x04') ? '\x72' : '\x12'
    },
    open: 'cover_open',
  },
  brother: {
    questions: [`${'\0'.repeat(200)}\x1b@\x1biS`],
    answer: (state) => brotherStatus(state),
    open: 'cover_open',
  },
  dymo: { questions: ['\x1bA'], answer: byteOf({ ready: 0x03, paper_out: 0x21, cover_open: 0x03 }), open: undefined },
}

/** A printer of a language on 127.0.0.1, in a state. */
export async function playedPrinter(
  language: string,
  state: PlayedState = 'ready',
  behaviour: Partial<Behaviour> = {},
): Promise<LoopbackPrinter> {
  const { questions, answer } = playedLanguages[language]!
  return await new LoopbackPrinter({
    questions,
    answer: (_n, question) => answer(state, question),
    ...behaviour,
  }).listen()
}

/** The printer of the file of printers that prints there. Its labels are 62 mm of a roll. */
export function playedSettings(language: string, { port }: Pick<LoopbackPrinter, 'port'>): Printer {
  return {
    name: 'dock-3',
    address: { kind: 'socket', host: '127.0.0.1', port },
    language: language as JobFormat,
    dpi: '203',
    stock: '62x29mm',
    zpl: 'z64',
    status: true,
    labelsPerMinute: 600,
  }
}
