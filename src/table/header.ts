/** The header of a table: which column gives which parameter, by what the user chose, by its name, or by a common name for it. */

import { cutAt, quoted } from '../../symbologies/messages.ts'
import { utf8Value } from '../utf8.ts'
import { formulaText, type Source, withoutMark } from './cells.ts'
import type { ChosenColumns, RowForm } from './form.ts'
import { type Problem, problem } from './problems.ts'
import { isFault, type TableRecord } from './records.ts'

/** Why no row of a table can be read. */
export class TableError extends Error {
  readonly code:
    | 'bad_request'
    | 'invalid_encoding'
    | 'duplicate_parameter'
    | 'missing_parameter'
    | 'invalid_parameter'
    | 'unsupported_media_type'
  /** The parameter whose column the user should choose, if that helps. */
  readonly parameter: string | undefined
  /** How a column is chosen: by its heading, or by its number. */
  readonly by: 'HEADER' | '1'
  /** What is wrong with the table itself; undefined if it is what columns are chosen for. */
  readonly problem: Problem | undefined

  constructor(
    code: TableError['code'],
    message: string,
    { parameter, by = 'HEADER', problem }: Partial<Pick<TableError, 'parameter' | 'by' | 'problem'>> = {},
  ) {
    super(message)
    this.code = code
    this.parameter = parameter
    this.by = by
    this.problem = problem
  }
}

/** How a face tells people to say what a table leaves open. */
export interface TableAdvice {
  /** Which column gives a parameter. @param by  how it is chosen, HEADER or 1 */
  column(name: string, by: string): string
  /** A value for all rows; undefined if that cannot be. */
  forAll(name: string): string | undefined
  /** That the first line is a row. */
  readonly bare: string
}

/** Why no row can be read, and what to do about it. */
export function advised({ message, parameter, by }: TableError, { column, forAll, bare }: TableAdvice): string {
  if (parameter === undefined) return message
  const ways = [column(parameter, by), ...[forAll(parameter)].filter((way) => way !== undefined)]
  return `${message}, with ${ways.join(', or ')}${by === '1' ? '' : `; ${bare} if the first row is a label already`}`
}

export interface TableColumn {
  /** What stands above it; without a header, its number. */
  readonly text: string
  /** The parameters that it gives, or of which it gives a part; several only if the user chose it for several. */
  readonly parameters: readonly string[]
}

/** How a header is read: what its columns can mean, and what is said of them. */
export interface HeaderReading {
  readonly form: RowForm
  /** Values for rows that leave them out: no column need give these. */
  readonly forAll?: { readonly [name: string]: unknown }
  readonly columns?: ChosenColumns
  /** Whether the first line names the columns; true if it is not said. */
  readonly header?: boolean
}

/** Those of these names that are not given for all rows. */
export function leftToRows(names: Iterable<string>, forAll: HeaderReading['forAll'] = {}): readonly string[] {
  return [...names].filter((name) => forAll[name] === undefined)
}

/** What several columns can give together, each on a line of its own. */
export const severalLines: readonly string[] = ['caption', 'title']

/** The columns of a table, and what gives each parameter. */
interface Found {
  readonly columns: readonly TableColumn[]
  readonly sources: ReadonlyMap<string, Source>
}

/** The columns of a header, by what stands above them. */
interface Header {
  readonly texts: readonly string[]
  readonly isNamed: boolean
  readonly byText: ReadonlyMap<string, readonly number[]>
  readonly byName: ReadonlyMap<string, readonly number[]>
}

/**
 * The columns of a table, and what they mean. For each parameter: what the user chose, or else the column with its name, or else the
 * only one with a common name for it. Without a header, a single column is the text.
 *
 * @param texts  of the header; without one, of the first row
 * @throws TableError if a parameter is there twice, or a required one not at all
 */
export function columnsOf(
  texts: readonly string[],
  { form, forAll, columns = {}, header: isNamed = true }: HeaderReading,
): Found {
  const { names, fields } = form
  const required = leftToRows(form.required, forAll)
  const own = isNamed ? texts : texts.map((_, i) => `${i + 1}`)
  const header = headerOf(own, isNamed)
  const sources = new Map<string, Source>()
  const give = (name: string, ...found: readonly number[]): void => {
    sources.set(name, { parts: found, between: severalLines.includes(name) ? '\n' : '' })
  }
  for (const [name, text] of Object.entries(columns)) {
    if (text !== '') give(name, ...chosenColumns(header, name, text))
  }
  const isFound = (name: string): boolean => fields?.has(name) === true || !chosenAlone.includes(name)
  const left = names.filter((name) => columns[name] === undefined && isFound(name))
  if (!isNamed && own.length === 1 && left.includes('text')) give('text', 0)
  const chosen = taken(sources)
  for (const name of left) {
    const found = namedColumn(header, name, { title: fields?.get(name), taken: chosen })
    if (found !== undefined) give(name, found)
  }
  for (const name of left.filter((name) => !sources.has(name))) {
    const guesses = guessesOf(header, name, taken(sources))
    const [guess, second] = guesses
    if (second !== undefined && required.includes(name)) throw ambiguous(header, name, guesses)
    if (guess !== undefined && second === undefined) give(name, guess)
  }
  const missing = required.find((name) => !sources.has(name))
  if (missing !== undefined) throw absent(header, missing)
  const meant = (column: number): readonly string[] =>
    [...sources].filter(([, { parts }]) => parts.includes(column)).map(([name]) => name)
  return { columns: own.map((text, i) => ({ text, parameters: meant(i) })), sources }
}

function headerOf(texts: readonly string[], isNamed: boolean): Header {
  return { texts, isNamed, byText: indexed(texts, (text) => text.trim()), byName: indexed(texts, sameName) }
}

/**
 * For each parameter the column that it seems to be by what stands above it, if that is one: by the parameter's own name or title, or else
 * by a common name for it. A person sees what is guessed, so it may be more than what a table says without one.
 */
export function guessedColumns(texts: readonly string[], { names, fields }: Named): ReadonlyMap<string, number> {
  const header = headerOf(texts, true)
  const found = new Map<string, number>()
  const give = (name: string, columns: readonly number[]): void => {
    // a name says more on a label than a description beside it
    const named = name === 'caption' ? columns.filter((i) => !descriptions.includes(sameName(texts[i]!))) : []
    const [first, second] = named.length > 0 ? named : columns
    if (first !== undefined && second === undefined) found.set(name, first)
  }
  for (const name of names)
    give(name, namedColumns(header, name, { title: fields?.get(name), taken: new Set(found.values()) }))
  for (const name of names) if (!found.has(name)) give(name, guessesOf(header, name, new Set(found.values())))
  const isWithout = names.includes('caption') && !found.has('caption')
  if (isWithout) give('caption', columnsNamed(header, bareArticles, new Set(found.values())))
  return found
}

const taken = (sources: ReadonlyMap<string, Source>): ReadonlySet<string | number> =>
  new Set([...sources.values()].flatMap(({ parts }) => parts))

/** The columns that could be a parameter by what stands above them: of several kinds of headings, those of the first that there is. */
function guessesOf(header: Header, name: string, taken: ReadonlySet<string | number>): readonly number[] {
  const withNames = (names: readonly string[]): readonly number[] => columnsNamed(header, names, taken)
  const common = withNames(commonNamesOf(name))
  if (name !== 'text') return common
  const barcodes = [...header.texts.keys()].filter((i) => !taken.has(i) && isBarcodeHeading(header.texts[i]!))
  const first = [...new Set([...common, ...barcodes])]
  if (first.length > 0) return first
  const numbers = withNames(articleNumbers)
  if (numbers.length > 0) return numbers
  // a number, where another column has the name
  const articles = withNames(bareArticles)
  return guessesOf(header, 'caption', new Set([...taken, ...articles])).length > 0 ? articles : []
}

/** The columns above which one of these names stands, as `sameName` writes them. */
function columnsNamed(
  { byName }: Header,
  names: readonly string[],
  taken: ReadonlySet<string | number>,
): readonly number[] {
  return names.flatMap((name) => byName.get(name) ?? []).filter((i) => !taken.has(i))
}

/** The columns by what `key` makes of their texts; those without a text are left out. */
function indexed(texts: readonly string[], key: (text: string) => string): ReadonlyMap<string, readonly number[]> {
  const index = new Map<string, number[]>()
  for (const [i, text] of texts.entries()) {
    const name = key(text)
    const found = index.get(name)
    if (found !== undefined) found.push(i)
    else if (name !== '') index.set(name, [i])
  }
  return index
}

/** What a user chose for a parameter: one column or, of words that can be joined, several. */
function chosenColumns(header: Header, name: string, text: string): readonly number[] {
  const whole = columnAbove(header, text)
  if (whole !== undefined) return [whole]
  const parts = partsOf(text)
  const found = parts.map((part) => columnAbove(header, part))
  const missing = found.indexOf(undefined)
  if (missing >= 0) {
    const advice = missing === 0 && parts.length === 1 ? joiningAdvice(header, text) : ''
    const message = `no column ${quoted(parts[missing]!)} for ${name}; ${existing(header)}${advice}`
    throw new TableError('invalid_parameter', message)
  }
  if (parts.length > 1 && !severalLines.includes(name)) {
    const several = `${quoted(text)} is several columns, of which only ${severalLines.join(' and ')} can be`
    throw new TableError('invalid_parameter', `${name}: ${several}`)
  }
  return found as number[]
}

/** The column with a heading, or else with a number. @throws TableError if the heading is there twice */
function columnAbove({ texts, byText, byName }: Header, text: string): number | undefined {
  const [index, second] = byText.get(text.trim()) ?? byName.get(sameName(text)) ?? []
  if (second !== undefined) throw twice(text)
  if (index !== undefined) return index
  const number = /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= texts.length ? number - 1 : undefined
}

/** The headings that are chosen, with `+` between, each as it is or in quotes. */
export function partsOf(text: string): readonly string[] {
  const parts = [...text.matchAll(/(?:^|\+)(?:"((?:[^"]|"")*)"(?=\+|$)|([^+]*))/g)]
  return parts.map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain)
}

/** Words that are looked at for headings. */
const mostWords = 12

/** What to write for headings that have blanks in place of `+` between them: in a query, a `+` is a blank. Empty if they are none. */
function joiningAdvice(header: Header, text: string): string {
  const words = text.trim().split(/\s+/)
  const headings = words.length > mostWords ? undefined : headingsIn(header, words)
  if (headings === undefined || headings.length < 2) return ''
  return `; for several columns write ${headings.join('+')}, in a query ${headings.join('%2B')}`
}

/** The words as headings, one or more words each; undefined if they are not. */
function headingsIn(header: Header, words: readonly string[]): readonly string[] | undefined {
  if (words.length === 0) return []
  for (let count = words.length; count > 0; count--) {
    const heading = words.slice(0, count).join(' ')
    if (!header.byName.has(sameName(heading))) continue
    const rest = headingsIn(header, words.slice(count))
    if (rest !== undefined) return [heading, ...rest]
  }
  return undefined
}

/** How the column of a parameter is looked for. */
interface Naming {
  readonly title?: string | undefined
  /** Columns of others. */
  readonly taken: ReadonlySet<string | number>
}

/** The column with the name of a parameter. @throws TableError if there are two */
function namedColumn(header: Header, name: string, naming: Naming): number | undefined {
  const [own, second] = namedColumns(header, name, naming)
  if (second !== undefined) throw twice(name)
  return own
}

/** The columns with the name of a parameter or its title, exactly or else without case, accents and punctuation. */
function namedColumns({ byText, byName }: Header, name: string, { title, taken }: Naming): readonly number[] {
  const called = title === undefined ? [name] : [name, title.trim()]
  const ways = [...called.map((each) => byText.get(each)), ...called.map((each) => byName.get(sameName(each)))]
  const free = ways.map((indexes = []) => indexes.filter((i) => !taken.has(i)))
  return free.find(({ length }) => length > 0) ?? []
}

function twice(text: string): TableError {
  return new TableError('duplicate_parameter', `the header has the column ${cut(text)} twice`)
}

function ambiguous({ texts }: Header, name: string, guesses: readonly number[]): TableError {
  const either = listed(
    guesses.map((i) => texts[i]!),
    quoted,
  )
  const message = `${guesses.length} columns could be ${name}: ${either}; say which it is`
  return new TableError('invalid_parameter', message, { parameter: name })
}

function absent(header: Header, name: string): TableError {
  const message = `no column ${name}; ${existing(header)}; say which it is`
  return new TableError('missing_parameter', message, { parameter: name, by: header.isNamed ? 'HEADER' : '1' })
}

function existing({ texts, isNamed }: Header): string {
  if (isNamed) return `the header has ${listed(texts, quoted)}`
  return `the first row has ${texts.length === 1 ? '1 column' : `${texts.length} columns`}, numbered from 1`
}

/** The maximum length of a column name, and the maximum number of names, in a message. */
const [mostCharacters, mostNames] = [40, 10] as const

const cut = (name: string): string => cutAt(name, mostCharacters)

/** Column names for a message. */
export function listed(names: readonly string[], written = cut): string {
  const shown = names.slice(0, mostNames).map((name) => written(name))
  return names.length > mostNames ? `${shown.join(', ')} and ${names.length - mostNames} more` : shown.join(', ')
}

/** What tells of fields that stay as the design has them. */
export const unfilledText = (fields: readonly string[]): string => `no column fills ${listed(fields)}`

/** Columns with a heading at most, which bounds the time that it takes to find what they mean. */
export const mostHeadings = 2000

/** The texts of a header; without one, of the first row. @throws TableError */
export function headerTexts(content: TableRecord['content'], isNamed: boolean): readonly string[] {
  const what = isNamed ? 'the header' : 'the first row'
  if (isNamed && !isFault(content) && content.filter((cell) => cell.length > 0).length > mostHeadings) {
    const message = `the header names more than ${mostHeadings} columns`
    throw new TableError('bad_request', message, problem('tooManyCells', mostHeadings))
  }
  if (isFault(content)) throw new TableError('bad_request', `${what}: ${content.fault}`, content)
  const texts = content.map((cell) => {
    const text = utf8Value(formulaText(cell) ?? cell)
    if (typeof text === 'string') return withoutMark(text).shown
    if (isNamed)
      throw new TableError('invalid_encoding', `the header: ${text.fault}; ${encodingAdvice}`, problem('notUtf8'))
    return ''
  })
  if (!texts.some((text) => text.includes('\0'))) return texts
  throw new TableError(
    'invalid_encoding',
    `${what} has zero bytes, as UTF-16 has them; ${encodingAdvice}`,
    problem('noTextFile'),
  )
}

const encodingAdvice = 'say which encoding the file has, or save it as "CSV UTF-8"'

/** The common names of captions that stand above descriptions. */
const descriptions = ['description', 'beschreibung', 'descripcion', 'leyenda']

/** Longer names than this mean nothing but themselves. */
const longestName = 1000

/** A name without what people write differently: case, accents, blanks and punctuation. */
export function sameName(name: string): string {
  // sorting the accents of a letter takes time that grows with the square of their number
  if (name.length > longestName) return name
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[\p{M}\p{Z}\p{P}\s]/gu, '')
}

/** What people write above the columns of spreadsheets, by language; names are divided by commas. */
interface CommonNames {
  readonly en: string
  readonly de: string
  readonly es: string
  readonly fr: string
}

/** What a column gives only if it is chosen for it: what stands above it, people write above texts. */
const chosenAlone: readonly string[] = ['content']

/** Common names for each parameter besides its own name. */
const commonNames: { readonly [parameter: string]: CommonNames } = {
  text: {
    en: 'Barcode, Barcode text, Code, Content, Data',
    de: 'Strichcode, Code-Inhalt, Inhalt, Daten',
    es: 'Código, Código de barras, Texto, Contenido',
    fr: 'Code à barres, Code barres, Code-barre, Texte, Contenu, Données',
  },
  type: {
    en: 'Barcode type, Code type, Symbology',
    de: 'Typ, Barcodetyp, Codetyp, Strichcodetyp, Symbologie',
    es: 'Tipo, Tipo de código, Tipo de código de barras, Simbología',
    fr: 'Type de code, Type de code à barres, Type de code-barres, Symbologie',
  },
  caption: {
    en: 'Description, Name, Product, Product name, Item name',
    de: 'Bezeichnung, Beschreibung, Artikelbezeichnung, Artikelname, Beschriftung, Produkt, Produktname, Artikel, Kurztext, MAKTX',
    es: 'Descripción, Denominación, Leyenda, Nombre, Producto, Artículo, Nombre del producto',
    fr: 'Désignation, Libellé, Légende, Nom, Produit, Nom du produit, Libellé article, Désignation article',
  },
  title: { en: 'Heading', de: 'Titel, Überschrift', es: 'Título', fr: 'Titre' },
  qty: {
    en: 'Quantity, Copies, Number of labels',
    de: 'Menge, Anzahl, Stück, Stückzahl, Kopien',
    es: 'Cantidad, Copias',
    fr: 'Quantité, Qté, Exemplaires, Copies, Nombre d’étiquettes',
  },
  size: {
    en: 'Label size',
    de: 'Größe, Groesse, Etikettengröße',
    es: 'Tamaño, Tamaño de etiqueta',
    fr: 'Taille, Format d’étiquette, Taille d’étiquette',
  },
  format: { en: 'File format', de: 'Dateiformat', es: 'Formato, Formato de archivo', fr: 'Format de fichier' },
  file: {
    en: 'File name',
    de: 'Datei, Dateiname',
    es: 'Archivo, Nombre de archivo',
    fr: 'Fichier, Nom de fichier, Nom du fichier',
  },
}

/** What a heading of numbers of barcodes has, such as `EAN-Nr.` or `GTIN, UPC, EAN o ISBN`, and what else may stand in it. */
const [barcodeNumber, besideIt] = [
  /^(?:gtin|ean|upc|isbn|jan)(?:8|11|12|13|14|a)?$/,
  /^(?:8|12|13|14|code|number|no|nr|n|nummer|codigo|numero|or|oder|o|ou|and|und|y|et)$/,
] as const

function isBarcodeHeading(text: string): boolean {
  if (text.length > longestHeading) return false
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  return (
    words.some((word) => barcodeNumber.test(word)) &&
    words.every((word) => barcodeNumber.test(word) || besideIt.test(word))
  )
}

/** Characters of a heading that is looked at for names of barcodes. */
const longestHeading = 60

/** Names of numbers that are the text of a barcode if nothing else is: they often stand beside an EAN. */
const articleNumbers = namesIn({
  en: 'SKU, Item number, Item no, Item code, Article number, Article no, Part number, Part no, Product code, Stock code, Serial number, Asset tag',
  de: 'Artikelnummer, Artikelnr, Artnr, Materialnummer, Materialnr, MATNR, Teilenummer, Sachnummer, Bestellnummer, Produktnummer, Seriennummer, Inventarnummer',
  es: 'Referencia, Ref, Código de artículo, Código artículo, Código del artículo, Número de artículo, N.º de artículo, Código de producto, Código producto, Número de serie',
  fr: 'Référence, Réf, Référence article, Réf article, Code article, Numéro d’article, N° d’article, N° article, Code produit, Référence produit, Numéro de série, N° de série',
})

/** Names of articles that are numbers where their name stands beside them. */
const bareArticles = namesIn({ en: 'Item, Article, Material', de: 'Artikel', es: 'Artículo', fr: 'Article, Pièce' })

/** The common names of a parameter, as `sameName` writes them. */
export function commonNamesOf(parameter: string): readonly string[] {
  if (!Object.hasOwn(commonNames, parameter)) return []
  return namesIn(commonNames[parameter]!)
}

/** As `sameName` writes them. */
function namesIn(rows: CommonNames): readonly string[] {
  const names = Object.values(rows).flatMap((row: string) => row.split(', '))
  return [...new Set(names.map(sameName))]
}

/** What columns are named by. */
type Named = Pick<RowForm, 'names' | 'fields'>

/** Tells names that a column may have, if it is to mean one of these, or has a heading that is chosen. */
export function expectedNames(
  { names: own, fields }: Named,
  chosen: readonly string[] = [],
): (name: string) => boolean {
  const titles = [...(fields?.values() ?? [])].filter((title) => title !== undefined)
  const names = [...own, ...titles, ...chosen]
  const numbers = names.includes('text') ? [...articleNumbers, ...bareArticles] : []
  const expected = new Set([...numbers, ...names.flatMap((name) => [sameName(name), ...commonNamesOf(name)])])
  return (name) => expected.has(sameName(name)) || (names.includes('text') && isBarcodeHeading(name))
}
