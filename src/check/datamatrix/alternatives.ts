/** What an encoder may choose: size, encodation and ECI. ISO/IEC 16022:2006, 5.5 and Annex P */

import { type DataMatrixSize, isDmre } from '../../../symbologies/tables.ts'
import type { Modules } from '../picture/modules.ts'
import { judgeReference, nearest, type ReferenceOptions, referenceSymbol } from '../reference.ts'
import type { Findings } from '../report.ts'
import { isAscii, isEci } from '../text.ts'
import type { DataMatrixMessage } from './message.ts'

type MessageOptions = Pick<ReferenceOptions<'datamatrix'>, 'eci' | 'gs1' | 'reader' | 'part' | 'parts' | 'fileid'>

/** Options of the references to compare with: for a symbol without FNC1 and ECI, the encoder's default and no ECI, if they differ. */
function referenceOptions({ text, ecis, fnc1, programs, append }: DataMatrixMessage): readonly MessageOptions[] {
  if (fnc1 === 'first') return ecis.length === 0 && isAscii(text) ? [{ gs1: true }] : []
  const others = {
    ...(programs && { reader: 'init' as const }),
    ...(append && { part: append.part, parts: append.parts, fileid: append.fileid.join(',') }),
  }
  if (ecis.length === 0) return append === undefined && isAscii(text) ? [others] : [others, { ...others, eci: 'none' }]
  const [eci, ...more] = new Set(ecis)
  if (more.length > 0) return [{ ...others, eci: 'auto' }]
  return isEci(eci!) ? [{ ...others, eci }] : []
}

interface Read {
  readonly modules: Modules
  readonly size: DataMatrixSize
  readonly message: DataMatrixMessage
  readonly expected: string | undefined
}

/** Whether fewer codewords or a smaller size would do, and how the symbol differs from the reference. */
export function judgeAlternatives(
  findings: Findings<'shortest' | 'smallest' | 'reference'>,
  { modules, size, message, expected }: Read,
): void {
  const { text, special, append, ecis, used } = message
  // a part is compared with that of the whole text, if it is known
  const whole = append === undefined ? text : expected
  if (special || text === '' || whole === undefined) return
  const options = referenceOptions(message)
  const same = options.flatMap((each) => referenceSymbol('datamatrix', whole, { modules: size.name, ...each }) ?? [])
  const alike = same.filter(({ trace }) => ecisOf(trace).join() === ecis.join())
  if (alike.length === 0) return
  judgeReference(findings, nearest(modules, alike))
  if (append !== undefined) return
  const fewest = Math.min(...alike.map(({ trace }) => trace.padsFrom))
  if (used <= fewest) findings.pass('shortest')
  else findings.note('shortest', `${used} codewords before the pads; ${fewest} carry the same text`)
  const shape = size.rows === size.columns ? 'square' : isDmre(size) ? 'dmre' : 'rectangle'
  const sizes = options.flatMap((each) => referenceSymbol('datamatrix', text, { shape, ...each })?.trace.size ?? [])
  const least = sizes.reduce((best, each) => (each.data < best.data ? each : best), size)
  if (least.data === size.data) findings.pass('smallest')
  else findings.note('smallest', `${least.name} holds the same text; this is ${size.name}`)
}

type Trace = NonNullable<ReturnType<typeof referenceSymbol<'datamatrix'>>>['trace']

const ecisOf = ({ eci, ecis }: Trace): readonly number[] =>
  ecis?.map((each) => each.eci) ?? (eci === undefined ? [] : [eci])
