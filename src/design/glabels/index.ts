/** Files of gLabels 3 and 4 as designs: what is taken over, and what is not. */

import { parsedJson } from '../../json-text.ts'
import { elementOf } from '../element-reader.ts'
import { type PictureSource, pictureInUri, SourceError } from '../picture-source.ts'
import { DesignError, designIn, faultText, mostParts, nameForm } from '../reader.ts'
import { ImportedFields, TooManyFields } from './fields.ts'
import { labelOf } from './label.ts'
import { elementsOf, labelOfObject, type ObjectContext } from './objects.ts'
import { type ImportedPicture, picturesIn } from './pictures.ts'
import { attribute, childrenCalled, elementsIn, GlabelsError, type Node, treeOf, yes } from './tree.ts'

export { GlabelsError }

/** How a file is imported. */
export interface Importing {
  /** What the design is called, more or less. */
  readonly name: string
  /** The bytes of a picture that the file names and does not have; undefined if it is not there. */
  readonly beside: (name: string) => Uint8Array<ArrayBuffer> | undefined
  /** Whether pictures that are large may be files beside the design. */
  readonly hasFiles: boolean
}

export interface Imported {
  /** The design in JSON, which the reader of designs reads. */
  readonly json: string
  /** The files of pictures that it names. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** What could not be taken over, or is drawn otherwise: a line each. */
  readonly notes: readonly string[]
}

/** The bytes of a picture from which it is a file of its own, if it may be one. */
const mostInline = 40_000

/** What other programs for labels write, by how the file begins; undefined if that says nothing. */
function otherByStart(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 256)).replace(/^(?:\xef\xbb\xbf)?\s*/, '')
  if (start.startsWith('PK\x03\x04')) return "a ZIP file, such as Brother's P-touch Editor (.lbx) writes"
  if (/^(?:\^XA|~[A-Z]{2}|CT~~)/.test(start)) return 'ZPL, the language of Zebra printers'
  return undefined
}

/** What other programs for labels write, by the root of their XML. */
const otherByRoot: { readonly [name: string]: string | undefined } = {
  DieCutLabel: 'a label of DYMO Label (.label)',
  ContinuousLabel: 'a label of DYMO Label (.label)',
  DesktopLabel: 'a label of DYMO Connect (.dymo)',
}

/** @throws GlabelsError for the file of another program */
function refuseOther(what: string | undefined): void {
  if (what !== undefined) throw new GlabelsError(`is ${what}; what is read are files of gLabels 3 and 4 (.glabels)`)
}

/**
 * The design in a file of gLabels. The products must be loaded.
 *
 * @param bytes  its XML
 * @throws GlabelsError
 */
export function importedDesign(bytes: Uint8Array, { name, beside, hasFiles }: Importing): Imported {
  refuseOther(otherByStart(bytes))
  const document = treeOf(bytes)
  refuseOther(otherByRoot[document.name])
  if (document.name !== 'Glabels-document') {
    throw new GlabelsError(`${document.path}: is not Glabels-document, which gLabels from version 2 on writes`)
  }
  const notes: string[] = []
  let subject = ''
  const note = (message: string): void => {
    notes.push(subject === '' ? message : `${subject}: ${message}`)
  }
  const [objects] = childrenCalled(document, 'Objects')
  const label = labelOf(document, objects !== undefined && yes(objects, 'rotate'))
  for (const message of label.notes) note(`the label: ${message}`)
  const fields = new ImportedFields(note)
  declareVariables(document, fields, note)
  const designName = nameOf(name)
  const files = new Files(designName, hasFiles)
  const context: ObjectContext = {
    fields,
    pictures: picturesIn(document, beside),
    sourceOf: (picture) => files.sourceOf(picture),
    note,
    page: label,
  }
  const elements = new Elements(files.pictureOf, note)
  for (const [i, node] of (objects === undefined ? [] : elementsIn(objects)).entries()) {
    try {
      subject = labelOfObject(node, i + 1)
      for (const element of elementsOf(node, context)) elements.add(element)
    } catch (error) {
      if (!(error instanceof TooManyFields)) throw error
      note(`${error.message}, so that it is left out`)
    }
  }
  subject = ''
  const source = attribute(childrenCalled(document, 'Merge')[0] ?? document, 'src')
  if (source !== undefined) note('the table that it is merged with is not read: `quietzone batch --design` takes it')
  const design = {
    name: designName,
    size: `${sideText(label.width)}x${sideText(label.height)}mm`,
    ...(Object.keys(fields.json()).length > 0 && { fields: fields.json() }),
    elements: elements.list,
  }
  const json = textOfDesign(design)
  check(json, files.pictureOf)
  return { json, files: files.list, notes }
}

/** In mm, with as many digits as sizes have. */
const sideText = (mm: number): string => String(Math.round(mm * 100) / 100)

/** The name of a design from that of a file. */
function nameOf(name: string): string {
  const words = name.slice(0, 200).split(/[^A-Za-z0-9._]+/)
  const plain = words
    .filter((word) => word !== '')
    .join('-')
    .slice(0, 40)
  return nameForm.test(plain) ? plain : 'label'
}

/** Variables of version 4. */
function declareVariables(document: Node, fields: ImportedFields, note: (message: string) => void): void {
  for (const node of childrenCalled(document, 'Variables').flatMap(elementsIn)) {
    const name = attribute(node, 'name')
    if (name === undefined) continue
    try {
      fields.declare(name, attribute(node, 'initialValue') ?? '')
    } catch (error) {
      if (!(error instanceof TooManyFields)) throw error
      note(`variable ${name}: ${error.message}, so that it is left out`)
    }
    const increment = attribute(node, 'increment')
    if (increment !== undefined && increment !== 'never') {
      note(`variable ${name}: it does not count here; {row} and {serial:name} do`)
    }
  }
}

/** The elements of a design, of which each is one that designs can have. */
class Elements {
  readonly list: object[] = []
  #symbols = 0
  readonly #pictureOf: PictureSource
  readonly #note: (message: string) => void

  constructor(pictureOf: PictureSource, note: (message: string) => void) {
    this.#pictureOf = pictureOf
    this.#note = note
  }

  add(element: object): void {
    const isSymbol = 'kind' in element && element.kind === 'symbol'
    const isTooMany = this.list.length >= mostParts.elements || (isSymbol && this.#symbols >= mostParts.symbols)
    if (isTooMany) {
      const { elements, symbols } = mostParts
      this.#note(`it is left out: designs have at most ${elements} elements and ${symbols} symbols`)
      return
    }
    const faults: Parameters<typeof elementOf>[3]['faults'] = []
    elementOf(parsedJson(JSON.stringify(element)), 0, '', { faults, pictureOf: this.#pictureOf })
    if (faults.length > 0) {
      this.#note(
        `it is left out: ${faults.map(({ path, message }) => `${path.replace(/^\./, '')}: ${message}`).join('; ')}`,
      )
      return
    }
    if (isSymbol) this.#symbols++
    this.list.push(element)
  }
}

/** The pictures of a design, in it or beside it. */
class Files {
  readonly list = new Map<string, Uint8Array>()
  readonly #pictures = new Map<string, ImportedPicture>()
  readonly #name: string
  readonly #hasFiles: boolean

  constructor(name: string, hasFiles: boolean) {
    this.#name = name
    this.#hasFiles = hasFiles
  }

  sourceOf(picture: ImportedPicture): string {
    const { png } = picture
    if (!this.#hasFiles || png.length <= mostInline) return uriOf(png)
    const known = [...this.#pictures].find(([, other]) => other === picture)?.[0]
    const name = known ?? `${this.#name}-${this.list.size + 1}.png`
    this.list.set(name, png)
    this.#pictures.set(name, picture)
    return name
  }

  readonly pictureOf: PictureSource = (source) => {
    const found = this.#pictures.get(source)
    if (found !== undefined) return found.picture
    return pictureInUri(source)
  }
}

function uriOf(png: Uint8Array): string {
  if (png.length > mostInUri) throw new SourceError(`has ${png.length} bytes, too many for a design without files`)
  let text = ''
  for (let i = 0; i < png.length; i += 0x8000) text += String.fromCharCode(...png.subarray(i, i + 0x8000))
  return `data:image/png;base64,${btoa(text)}`
}

/** The longest source of a design has 350,000 characters. */
const mostInUri = 256_000

/** An element a line, as people write them. */
function textOfDesign({ elements, ...design }: { readonly elements: readonly object[] }): string {
  const lines = elements.map((element) => `    ${JSON.stringify(element)}`).join(',\n')
  const start = JSON.stringify(design, null, 2).replace(/\n\}$/, '')
  return `${start},\n  "elements": [${lines === '' ? '' : `\n${lines}\n  `}]\n}\n`
}

/** The most characters of a design's file: 1 MiB. */
const mostText = 1 << 20

/** @throws GlabelsError if it is not a design */
function check(json: string, pictureOf: PictureSource): void {
  if (json.length > mostText) throw new GlabelsError('has more pictures than a design without files can have')
  try {
    designIn(json, pictureOf)
  } catch (error) {
    if (error instanceof DesignError)
      throw new GlabelsError(`gives no design: ${error.faults.map(faultText).join('; ')}`)
    throw error
  }
}
