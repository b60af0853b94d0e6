import { optionCheck, wholeNumbers } from '../barcode.ts'
import { type Eci, ecis } from '../eci/assignments.ts'
import type { Gs1Options } from '../gs1/fnc1.ts'
import { quoted } from '../messages.ts'
import { type Encodation, encodations } from './encodations.ts'
import {
  type DataMatrixShape,
  type DataMatrixSize,
  type DataMatrixSizeName,
  dataMatrixShapes,
  dataMatrixSizes,
  sizesOf,
} from './sizes.ts'

export interface DataMatrixOptions extends Gs1Options {
  /** Which sizes to choose from; 'square' by default. */
  readonly shape?: DataMatrixShape
  /** The one size to use, whatever its shape. */
  readonly modules?: DataMatrixSizeName
  /**
   * The only encodation, for testers, from the first byte on. Bytes that do not fill its last group are in ASCII.
   */
  readonly encodation?: Encodation
  /**
   * The ECI to declare, also for text that needs none. 'none': no ECI, for text in ISO 8859-1 only. 'utf8': no ECI, and
   * bytes in UTF-8. 'auto': the ECI, or several within the text, that makes the smallest symbol, and in it the fewest codewords.
   */
  readonly eci?: Eci | 'none' | 'utf8' | 'auto'
  /** Structured append: the text is divided among the given number of symbols, 2 to 16, of one size. Needs `part`. */
  readonly parts?: number
  /** Which of the `parts` to make, 1 to `parts`. */
  readonly part?: number
  /** File identification of the parts: two numbers of 1 to 254, as in '5,9'; made from the text by default. */
  readonly fileid?: string
  /** 'init': the symbol programs the reader. Not with `parts` or `gs1`. */
  readonly reader?: 'init'
}

// ISO/IEC 16022:2006, 5.6.2: a sequence has at most 16 symbols.
export const mostParts = 16

const checkValues = optionCheck<Omit<DataMatrixOptions, 'fileid'>>(
  'datamatrix',
  {
    shape: dataMatrixShapes,
    modules: dataMatrixSizes.map(({ name }) => name),
    encodation: encodations,
    eci: ['none', 'utf8', 'auto', ...ecis],
    gs1: [true, false],
    parts: wholeNumbers(2, mostParts),
    part: wholeNumbers(1, mostParts),
    reader: ['init'],
  },
  ['fileid'],
)

/** @throws RangeError for an unknown option or value, and for options that do not go together */
export function checkOptions(options: DataMatrixOptions): void {
  checkValues(options)
  const { parts, part, fileid, reader, gs1 } = options
  if (parts === undefined && part === undefined && fileid === undefined && reader === undefined) return
  if (fileid !== undefined) fileIdOf(fileid)
  if (parts === undefined && (part ?? fileid) !== undefined) throw refused('part and fileid need parts')
  if (parts !== undefined && part === undefined) throw refused(`parts needs part, 1 to ${parts}`)
  if (parts !== undefined && part! > parts) throw refused(`part is ${part}; accepted: 1 to ${parts}, as parts says`)
  if (gs1 && parts !== undefined) throw refused('gs1 does not go with parts; leave out one of them')
  if (gs1 && reader !== undefined) throw refused('gs1 does not go with reader; leave out one of them')
  if (parts !== undefined && reader !== undefined) throw refused('reader does not go with parts; leave out one of them')
}

const refused = (message: string): RangeError => new RangeError(`datamatrix: ${message}`)

const largestId = 254
const acceptedIds = 'two numbers of 1 to 254, as in 5,9'

/** The two numbers of `fileid`. @throws RangeError if it is not two numbers of 1 to 254 */
export function fileIdOf(fileid: string): readonly [number, number] {
  // callers without types may give something else
  if (typeof fileid !== 'string') throw refused(`fileid is not a string; accepted: ${acceptedIds}`)
  const found = /^([1-9][0-9]{0,2}),([1-9][0-9]{0,2})$/.exec(fileid)
  const [first, second] = [Number(found?.[1]), Number(found?.[2])]
  if (first <= largestId && second <= largestId) return [first, second]
  throw refused(`fileid is ${quoted(fileid)}; accepted: ${acceptedIds}`)
}

/** The codewords of a symbol that programs the reader, its first: ISO/IEC 16022:2006, 5.2.4.9. */
export const programming: readonly number[] = [234]

/** The sizes that the options allow, smallest first. */
export function sizesFor({ shape, modules }: DataMatrixOptions): readonly DataMatrixSize[] {
  return modules === undefined ? sizesOf[shape ?? 'square'] : dataMatrixSizes.filter(({ name }) => name === modules)
}
