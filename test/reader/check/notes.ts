import { checkImage } from '../../../src/reader/check/index.ts'
import { encode, type OptionsOf, type Symbology } from '../../../symbologies/index.ts'
import { plainPicture } from '../../oracle/picture.ts'

/** The notes on a symbol, by the end of their codes, with what they say. */
export function notesOn<S extends Symbology>(
  symbology: S,
  text: string,
  options?: OptionsOf<S>,
): Record<string, string> {
  const report = checkImage(plainPicture(encode(symbology, text, options), 3))
  const notes = report.findings.filter(({ kind }) => kind !== 'pass')
  return {
    ...(report.text !== undefined && { text: report.text }),
    ...Object.fromEntries(notes.map(({ code, message }) => [code, message])),
  }
}
