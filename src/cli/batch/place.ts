import { extname } from 'node:path'
import type { Given } from '../../api/request-reader.ts'
import { type DocumentFormat, documentFormats } from '../../render/print-document.ts'
import type { ZplPacking } from '../../render/zpl.ts'
import type { Arguments } from '../arguments.ts'
import { exit, Failure, Refused } from '../command.ts'
import { refuseTerminal } from '../output.ts'

/** Where a batch goes. */
export interface Place {
  /** A folder, or the file of a document, or `-`. */
  readonly place: string
  /** Undefined for a folder. */
  readonly form: DocumentForm | undefined
}

/** The format of a document, and how its bitmaps are packed if it is ZPL: that of each of its labels. */
export interface DocumentForm {
  readonly format: DocumentFormat
  readonly zpl: ZplPacking
}

/** The place that the command line gives. @throws Failure */
export function placeOf({ options, given }: Arguments): Place {
  const place = options.get('output')
  if (!place) {
    throw new Failure(exit.usage, 'no output given; give -o with a folder, or with a name that ends in .pdf or .zpl')
  }
  const format = given.format?.[0]
  const named = documentFormats.find((each) => extname(place).toLowerCase() === `.${each}`)
  if (named === undefined && place !== '-') return { place, form: undefined }
  const own = named ?? documentFormats.find((each) => each === format) ?? 'pdf'
  if (format !== undefined && format !== own) {
    const found = named === undefined ? 'one file of all rows is pdf or zpl' : `${labelsOf[own]} is ${own}`
    throw new Failure(exit.usage, `--format ${format}: ${found}; give -o with a folder`)
  }
  if (place === '-') refuseTerminal(own)
  return { place, form: { format: own, zpl: given.zpl?.[0] === 'rle' ? 'rle' : 'z64' } }
}

const labelsOf = { pdf: 'every page of one PDF', zpl: 'every label of one file of ZPL' }

/** @throws Refused for a row of another format, or packed in another way */
export function refuseOther(given: Given, { format, zpl }: DocumentForm): void {
  const [own = format, packing = zpl] = [given.format?.[0], given.zpl?.[0]]
  const labels = labelsOf[format]
  if (own !== format) {
    throw new Refused('invalid_parameter', `format: ${labels} is ${format}, not ${JSON.stringify(own)}`)
  }
  if (format === 'zpl' && packing !== zpl) {
    throw new Refused('invalid_parameter', `zpl: ${labels} is ${zpl}, not ${JSON.stringify(packing)}`)
  }
}
