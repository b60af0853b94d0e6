/** Designs imported in tests. */

import type { Design } from '../../../src/design/design.ts'
import { type Imported, importedDesign } from '../../../src/design/glabels/index.ts'
import { pictureIn, pictureInUri } from '../../../src/design/picture-source.ts'
import { designIn } from '../../../src/design/reader.ts'
import { loadProducts } from '../../../src/layout/sheets/products.ts'
import { sentenceFor } from '../../../src/pages/words/findings/sentence.ts'
import { imports as german } from '../../../src/pages/words/imports/de.ts'
import { imports as spanish } from '../../../src/pages/words/imports/es.ts'
import { imports as french } from '../../../src/pages/words/imports/fr.ts'
import { noteParts } from '../../../src/pages/words/imports/note.ts'

await loadProducts()

interface JsonElement {
  readonly kind: string
  readonly at?: readonly [number, number]
  readonly size?: readonly [number, number]
  readonly [name: string]: unknown
}

export interface ImportedDesign extends Omit<Imported, 'json'> {
  readonly json: {
    readonly name: string
    readonly size: string
    readonly fields?: { readonly [name: string]: { readonly title?: string; readonly default?: string } }
    readonly elements: readonly JsonElement[]
  }
  readonly design: Design
}

/** The design that a document becomes, which the reader of designs has read. @throws GlabelsError */
export function imported(document: string | Uint8Array, hasFiles = false): ImportedDesign {
  const bytes = typeof document === 'string' ? Buffer.from(document) : document
  const { json, files, notes } = importedDesign(bytes, { name: 'imported', beside: () => undefined, hasFiles })
  for (const note of notes) expectWords(note)
  const design = designIn(json, (source) => {
    const file = files.get(source)
    return file === undefined ? pictureInUri(source) : pictureIn(Uint8Array.from(file))
  })
  return { json: JSON.parse(json), files, notes, design }
}

/** Each note that a test meets is said in the languages of the pages. @throws Error if one is not */
function expectWords(note: string): void {
  const { sentence } = noteParts(note)
  for (const [language, phrases] of Object.entries({ german, spanish, french }))
    if (sentenceFor(sentence, phrases) === undefined) throw new Error(`no words in ${language} for: ${sentence}`)
}

/** The values of a row by the names that the fields have in the design. */
export function fieldsOfRow(
  { json }: ImportedDesign,
  row: { readonly [field: string]: string },
): { [name: string]: string } {
  const names = new Map(Object.entries(json.fields ?? {}).map(([name, { title }]) => [title ?? name, name]))
  return Object.fromEntries(Object.entries(row).map(([field, value]) => [names.get(field) ?? field, value]))
}
