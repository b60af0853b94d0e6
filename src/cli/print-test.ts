/** The test page of a printer: printed, or written to a file. */

import { extname } from 'node:path'
import { quoted } from '../../symbologies/index.ts'
import { parameters } from '../api/params.ts'
import type { Given } from '../api/request-reader.ts'
import { testPage } from '../draw/test-page.ts'
import type { Dpi } from '../layout/resolution.ts'
import type { LabelSize } from '../layout/stock.ts'
import { warningText } from '../plan/warning.ts'
import { assumedDpi } from '../plan/warnings.ts'
import { type Language, languages, type Printer } from '../print/index.ts'
import { piecesOf, type RowScene } from '../print/pieces.ts'
import { exit, Failure } from './command.ts'
import { endpoints } from './endpoints.ts'
import { printMessage, refuseTerminal, write } from './output.ts'

/** What a test page tells of a printer, or of one that is to be described. */
export type Tested = Pick<Printer, 'name' | 'dpi' | 'stock' | 'language' | 'zpl'>

/** The printer that --size and --dpi describe, in place of one of the file. @throws Refused */
export function testedPrinter(given: Given, output: string): Tested {
  endpoints.label.check({ text: ['0'], type: ['qr'], ...given })
  const { size, dpi } = parameters.label
  const language = languageOf(output) ?? 'pdf'
  if (language === 'zpl' && given.dpi === undefined) printMessage(`quietzone: warning: ${warningText(assumedDpi)}`)
  return {
    name: 'test page',
    stock: `${given.size?.[0] ?? size.default}` as LabelSize,
    dpi: `${given.dpi?.[0] ?? dpi.initially}` as Dpi,
    language,
    zpl: 'z64',
  }
}

/** The labels of the test page; says so if one of them has no room for a symbol. */
export function testLabels({ stock, dpi, name }: Tested): readonly RowScene[] {
  const { scenes, leftOut } = testPage(stock, dpi, name)
  if (leftOut.length > 0) printMessage(`quietzone: ${stock} has no room for ${leftOut.join(', ')}`)
  return scenes.map((scene, i) => ({ row: 1, copies: 1, scene, isContinued: i < scenes.length - 1 }))
}

/** In a file name, stands for the number of a label. */
const place = '%d'

/**
 * Writes the labels as a printer would be sent them, in the language that the extension of the file names, or else in the printer's.
 *
 * @throws Failure for several PNGs and one name
 */
export async function writeTest(tested: Tested, output: string): Promise<void> {
  const language = languageOf(output) ?? tested.language
  if (output === '-') refuseTerminal(language)
  const files = [...piecesOf({ ...tested, language }, testLabels(tested))].map(({ bytes }) => bytes)
  if (language !== 'png') return write(Buffer.concat(files), output)
  if (files.length > 1 && !output.includes(place)) {
    const advice = `give -o test-${place}.png, where ${place} becomes the number of the label, or a name that ends in .pdf`
    throw new Failure(exit.usage, `the test page is ${files.length} labels of this size, a PNG each; ${advice}`)
  }
  for (const [i, bytes] of files.entries()) await write(bytes, output.replaceAll(place, `${i + 1}`))
}

/** @throws Failure for an extension of no language */
function languageOf(output: string): Language | undefined {
  const extension = extname(output).slice(1).toLowerCase()
  const language = languages.find((each) => each === extension)
  if (language !== undefined || extension === '') return language
  throw new Failure(exit.usage, `-o ${quoted(output)}: a test page is ${languages.join(', ')}`)
}
