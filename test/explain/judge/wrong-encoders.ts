/** Encoders that are right but for one planted fault each. */

import { expectationOf } from '../../../src/explain/judge/case.ts'
import { type Answer, type Case, type Class, casesOf } from '../../../src/explain/judge/index.ts'
import {
  type Code128Trace,
  type DataMatrixTrace,
  encode,
  type QrTrace,
  rowsOf,
  type Symbology,
} from '../../../symbologies/index.ts'
import { code128Of } from '../../reader/check/inject-bar-defects.ts'
import { dataMatrixOf, flipped, qrOf } from '../../reader/check/inject-defects.ts'
import { rowsPicture } from '../../reader/check/paint.ts'
import { greyPng } from '../../reader/check/png-writer.ts'

type Rows = readonly string[]
/** The symbol with the fault; the right one where the fault does not show. */
type Planted = (rows: Rows, asked: Case) => Rows | Answer

export interface WrongEncoder {
  readonly fault: string
  readonly type: Symbology
  /** How it is found. */
  readonly class: Class
  readonly code: string
  readonly planted: Planted
  /** What it draws although it has to be refused, if anything. */
  readonly instead?: (asked: Case) => Case
}

export const testCases = (type: Symbology, count: number): readonly Case[] => casesOf({ types: [type], count, seed: 1 })

/** The right answer. */
export function ownAnswer(asked: Case): Answer {
  const { barcode, refusal } = expectationOf(asked)
  return barcode === undefined
    ? { kind: 'refusal', why: refusal.message }
    : { kind: 'matrix', rows: rowsOf(barcode.matrix) }
}

export const encoderWith =
  ({ planted, instead }: WrongEncoder) =>
  async (asked: Case): Promise<Answer> => {
    const own = ownAnswer(asked)
    const answer = own.kind === 'refusal' && instead !== undefined ? ownAnswer(instead(asked)) : own
    if (answer.kind !== 'matrix') return answer
    const found = planted(answer.rows, asked)
    return 'kind' in found ? found : { kind: 'matrix', rows: found }
  }

const rightHand = '1110010 1100110 1101100 1000010 1011100 1001110 1010000 1000100 1001000 1110100'.split(' ')

/** Modulo 10; weights 1 and 3 from the right are the wrong way round. */
function swappedWeights(digits: string): number {
  const sum = Array.from(digits).reduceRight(
    (total, digit, i) => total + Number(digit) * ((digits.length - i) % 2 ? 1 : 3),
    0,
  )
  return (10 - (sum % 10)) % 10
}

/** The row with another last digit, before an end guard of three modules. @param columns  of the symbol without an add-on */
const withLastDigit = (row: string, digit: number, columns: number): string =>
  row.slice(0, columns - 10) + rightHand[digit]! + row.slice(columns - 3)

const rowOf = (widths: readonly number[]): string =>
  widths.map((width, i) => (i % 2 ? '0' : '1').repeat(width)).join('')
const widthsOf = (row: string): number[] => (row.match(/1+|0+/g) ?? []).map((run) => run.length)
const code128Row = (values: readonly number[], check: number): string =>
  rowOf(code128Of(values, check).map((width) => width / 3))

/** Start and data characters; undefined of a symbol that is not made from the text alone. */
function code128Values({ text, options }: Case): number[] | undefined {
  if (Object.keys(options).length > 0) return undefined
  // without the check character and the stop character
  return Array.from((encode('code128', text).trace as Code128Trace).values).slice(0, -2)
}

function qrTraceOf({ text, type, options }: Case): QrTrace | undefined {
  const { barcode } = expectationOf({ text, type, options, kind: '' })
  return barcode?.trace as QrTrace | undefined
}

const size = (rows: Rows): number => rows.length

export const wrongEncoders: readonly WrongEncoder[] = [
  {
    fault: 'EAN-8: weights of the check digit the other way round',
    type: 'ean8',
    class: 'wrong',
    code: 'ean8.check',
    planted: ([row], { text }) => [withLastDigit(row!, swappedWeights(text.slice(0, 7)), 67)],
  },
  {
    fault: 'EAN-13: the first digit does not choose number sets',
    type: 'ean13',
    class: 'wrong',
    code: 'ean13.check',
    planted: ([row], { text }) => {
      const [plain] = rowsOf(encode('ean13', `0${text.slice(1, 12)}`).matrix)
      return [plain!.slice(0, 45) + row!.slice(45)]
    },
  },
  {
    fault: 'EAN-13: a wrong check digit is drawn as if it were right',
    type: 'ean13',
    class: 'drawsWhatItMustRefuse',
    code: 'bad_check_digit',
    planted: (rows) => rows,
    instead: (asked) => ({ ...asked, text: asked.text.slice(0, 12) }),
  },
  {
    fault: 'UPC-A: five modules in the middle instead of a guard',
    type: 'upca',
    class: 'wrong',
    code: 'upca.guard.centre',
    planted: ([row]) => [`${row!.slice(0, 45)}11011${row!.slice(50)}`],
  },
  {
    fault: 'UPC-E: number system 1 has the number sets of 0',
    type: 'upce',
    class: 'wrong',
    code: 'upce.text',
    planted: (rows, { text }) => (text.startsWith('1') ? rowsOf(encode('upce', `0${text.slice(1, 7)}`).matrix) : rows),
  },
  {
    fault: 'ITF-14: the first digit of each pair in the spaces',
    type: 'itf14',
    class: 'wrong',
    code: 'itf14.check',
    planted: ([row]) => {
      const widths = widthsOf(row!)
      for (let at = 4; at < widths.length - 3; at += 2) [widths[at], widths[at + 1]] = [widths[at + 1]!, widths[at]!]
      return [rowOf(widths)]
    },
  },
  {
    fault: 'ITF-14: 14 digits with the last one 0',
    type: 'itf14',
    class: 'wrong',
    code: 'itf14.check',
    planted: (rows, { options }) => (options.ratio === undefined ? withCheckOfZero(rows) : rows),
  },
  {
    fault: 'Code 128: the first data character has weight 2',
    type: 'code128',
    class: 'wrong',
    code: 'code128.check',
    planted: (rows, asked) => {
      const values = code128Values(asked)
      if (values === undefined) return rows
      const sum = values.reduce((total, value, i) => total + value * (i === 0 ? 1 : i + 1), 0)
      return [code128Row(values, sum % 103)]
    },
  },
  {
    fault: 'Code 128: no last bar',
    type: 'code128',
    class: 'wrong',
    code: 'unreadable',
    planted: ([row]) => [row!.slice(0, -2)],
  },
  {
    fault: 'Code 128: no control characters',
    type: 'code128',
    class: 'refusesWhatItMustDraw',
    code: 'refused',
    planted: (rows, { text }) =>
      Array.from(text).some((character) => character < ' ')
        ? { kind: 'refusal', why: 'printable characters only' }
        : rows,
  },
  {
    fault: 'Code 39: no stop character',
    type: 'code39',
    class: 'wrong',
    code: 'unreadable',
    planted: ([row], { options }) => [options.ratio === undefined ? row!.slice(0, -17) : row!],
  },
  {
    fault: 'Code 39: the check character is the next one',
    type: 'code39',
    class: 'wrong',
    code: 'code39.text',
    planted: (rows, { text, options }) => {
      const { checkdigit, fullascii, ratio } = options
      if (checkdigit === undefined || fullascii !== undefined || ratio !== undefined) return rows
      const all = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%'
      const sum = Array.from(text).reduce((total, character) => total + all.indexOf(character), 1)
      return rowsOf(encode('code39', text + all[sum % 43]!).matrix)
    },
  },
  {
    fault: 'QR Code: format information of another mask',
    type: 'qr',
    class: 'wrong',
    code: 'qr.format.copy1',
    planted: (rows) => flipped(rows, [8, 2], [size(rows) - 3, 8]),
  },
  {
    fault: 'QR Code: version information with a wrong bit',
    type: 'qr',
    class: 'wrong',
    code: 'qr.version.copy1',
    planted: (rows) => (size(rows) >= 45 ? flipped(rows, [0, size(rows) - 11], [size(rows) - 11, 0]) : rows),
  },
  {
    fault: 'QR Code: no dark module',
    type: 'qr',
    class: 'wrong',
    code: 'qr.darkmodule',
    planted: (rows) => flipped(rows, [size(rows) - 8, 8]),
  },
  {
    fault: 'QR Code: alignment patterns without a centre',
    type: 'qr',
    class: 'wrong',
    code: 'qr.alignment',
    planted: (rows) => (size(rows) > 21 ? flipped(rows, [size(rows) - 7, size(rows) - 7]) : rows),
  },
  {
    fault: 'QR Code: blocks one after the other',
    type: 'qr',
    class: 'wrong',
    code: 'qr.blocks',
    planted: (rows, asked) => {
      const trace = qrTraceOf(asked)
      if (trace === undefined || trace.data.length < 2) return rows
      return qrOf(Uint8Array.from(trace.data.flatMap((block) => [...block])), trace as never, 'one by one')
    },
  },
  {
    fault: 'QR Code: pads in the wrong order',
    type: 'qr',
    class: 'wrong',
    code: 'qr.pad',
    planted: (rows, asked) => {
      const trace = qrTraceOf(asked)
      if (trace === undefined) return rows
      const data = trace.data.flatMap((block) => [...block])
      for (let at = data.length - 1; at > 0 && [236, 17].includes(data[at]!) && data[at] !== data[at + 1]; at--) {
        data[at] = data[at] === 236 ? 17 : 236
      }
      return qrOf(Uint8Array.from(data), trace as never)
    },
  },
  {
    fault: 'QR Code: small letters are drawn as capitals',
    type: 'qr',
    class: 'wrong',
    code: 'qr.text',
    planted: (rows, asked) => {
      const found = ownAnswer({ ...asked, text: asked.text.toUpperCase() })
      return found.kind === 'matrix' && asked.options.gs1 === undefined ? found : rows
    },
  },
  {
    fault: 'QR Code: a version more than is needed',
    type: 'qr',
    class: 'largerThanNeeded',
    code: 'larger',
    planted: (rows, asked) => {
      const trace = qrTraceOf(asked)
      if (trace === undefined || trace.version === 40 || asked.options.version !== undefined) return rows
      return ownAnswer({ ...asked, options: { ...asked.options, level: trace.level, version: trace.version + 1 } })
    },
  },
  {
    fault: 'Micro QR Code: format information with a wrong bit',
    type: 'microqr',
    class: 'wrong',
    code: 'microqr.format.copy1',
    planted: (rows) => flipped(rows, [8, 3]),
  },
  {
    fault: 'Data Matrix: pads that are not randomised',
    type: 'datamatrix',
    class: 'wrong',
    code: 'datamatrix.pad',
    planted: (_rows, asked) => {
      const trace = expectationOf(asked).barcode!.trace as DataMatrixTrace
      const codewords = Array.from(trace.codewords.subarray(0, trace.size.data))
      return dataMatrixOf(
        codewords.map((value, i) => (i >= trace.padsFrom ? 129 : value)),
        trace.size.name,
      )
    },
  },
  {
    fault: 'Data Matrix: blocks of error correction one after the other',
    type: 'datamatrix',
    class: 'wrong',
    code: 'datamatrix.blocks',
    planted: (rows, asked) => {
      const { size, codewords } = expectationOf(asked).barcode!.trace as DataMatrixTrace
      if (size.rows < 52) return rows
      return dataMatrixOf(Array.from(codewords.subarray(0, size.data)), size.name, 'one by one')
    },
  },
  {
    fault: 'Data Matrix: a gap in the clock track',
    type: 'datamatrix',
    class: 'wrong',
    code: 'datamatrix.timing',
    planted: (rows) => flipped(rows, [0, 2]),
  },
  {
    fault: 'Data Matrix: a picture without a quiet zone',
    type: 'datamatrix',
    class: 'wrong',
    code: 'datamatrix.quiet.top',
    planted: (rows) => ({ kind: 'file', file: greyPng(rowsPicture(rows, { margins: [0, 0, 0, 0] })) }),
  },
]

/** Of 14 digits the last one is drawn as 0: the bars and spaces of the last pair, before a stop pattern of three. */
function withCheckOfZero([row]: Rows): Rows {
  const widths = widthsOf(row!)
  const zero = [1, 1, 3, 3, 1]
  zero.forEach((width, i) => {
    widths[widths.length - 3 - 10 + 2 * i + 1] = width
  })
  return [rowOf(widths)]
}
