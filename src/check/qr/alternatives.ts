/** What an encoder of QR Code may choose: version, segments and ECI. ISO/IEC 18004:2015, 7.3 and Annex J */

import type { QrLevel } from '../../../symbologies/tables.ts'
import type { Modules } from '../picture/modules.ts'
import { judgeReference, nearest, type ReferenceOptions, referenceSymbol } from '../reference.ts'
import type { Findings } from '../report.ts'
import { isAscii, isEci } from '../text.ts'
import type { QrMessage } from './message.ts'

interface Read {
  readonly modules: Modules
  readonly version: number
  readonly format: { readonly level: QrLevel; readonly mask: number }
  readonly message: QrMessage
  readonly expected: string | undefined
}

type TextOptions = Omit<ReferenceOptions<'qr'>, 'level' | 'version'>

/** Options of the references to compare with: for a symbol without FNC1 and ECI, the encoder's default and no ECI, if they differ. */
function referenceOptions({ text, ecis, fnc1, indicator, append }: QrMessage): readonly TextOptions[] {
  if (fnc1 === 'first') return ecis.length === 0 && isAscii(text ?? '') ? [{ gs1: true }] : []
  const second = fnc1 === 'second' && indicator !== undefined ? ({ fnc1, indicator } as const) : {}
  const named = [...new Set(ecis.filter((eci) => eci !== 20))]
  if (named.length > 1) return [{ ...second, eci: 'auto' }]
  const [eci] = named
  // kanji mode is under ECI 20 beside another one only where none was asked for
  if (eci !== undefined && ecis.includes(20)) return [second, { ...second, eci: 'auto' }]
  if (eci !== undefined) return isEci(eci) ? [{ ...second, eci }] : []
  if (ecis.length > 0) return [second, { ...second, eci: 20 }]
  return append === undefined && isAscii(text ?? '') ? [second] : [second, { ...second, eci: 'none' }]
}

/** Whether fewer bits or a smaller version would do, and how the symbol differs from the reference of the same format. */
export function judgeAlternatives(findings: Findings<'shortest' | 'smallest' | 'reference'>, read: Read): void {
  const { modules, version, format, message, expected } = read
  const { text, special, append, ecis, used } = message
  if (special || text === undefined || text === '') return
  const { level, mask } = format
  // a part is compared with that of the whole text, if it is known
  const whole = append === undefined ? text : expected
  if (whole === undefined) return
  const options = referenceOptions(message).map((each) => ({ mask, ...each, ...(append && partOptions(append)) }))
  const made = options.flatMap((each) => {
    const reference = referenceSymbol('qr', whole, { level, version, ...each })
    return reference === undefined ? [] : [{ ...reference, options: each }]
  })
  const alike = made.filter(({ trace }) => trace.segments.some(({ mode }) => mode === 'eci') === ecis.length > 0)
  if (alike.length === 0) return
  const comparison = nearest(modules, alike)
  judgeReference(findings, comparison)
  if (append !== undefined) return
  const fewest = Math.min(...alike.map(({ trace }) => trace.segments.reduce((sum, { bits }) => sum + bits, 0)))
  if (comparison.differences.length === 0 || used <= fewest) findings.pass('shortest')
  else findings.note('shortest', `${used} bits before the terminator; ${fewest} carry the same text`)
  // what a reference was made with may be more than the smallest symbol has, such as an ECI for each script
  const own =
    comparison.differences.length === 0 ? made.find(({ matrix }) => matrix === comparison.reference.matrix) : undefined
  judgeSize(findings, { text, level, version, options: own === undefined ? options : [own.options] })
}

const partOptions = ({ part, parts }: NonNullable<QrMessage['append']>): TextOptions => ({ part, parts })

function judgeSize(
  findings: Findings<'smallest'>,
  { text, level, version, options }: { text: string; level: QrLevel; version: number; options: readonly TextOptions[] },
): void {
  const smallest = options.flatMap((each) => referenceSymbol('qr', text, { level, ...each })?.trace.version ?? [])
  const least = Math.min(...smallest)
  if (version <= least) findings.pass('smallest')
  else findings.note('smallest', `version ${least}-${level} holds the same text; this is version ${version}`)
}
