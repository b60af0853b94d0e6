/** What people write above the columns of spreadsheets, by language; names are divided by commas. */
interface CommonNames {
  readonly en: string
  readonly de: string
  readonly es: string
}

/**
 * Common names for each parameter besides its own name. One that often stands beside another one for the same parameter (SKU beside
 * EAN) is left out.
 */
const commonNames: { readonly [parameter: string]: CommonNames } = {
  text: {
    en: 'Barcode, Barcode text, Code, Content, Data, EAN, EAN code, EAN-13, GTIN, UPC, GTIN/EAN',
    de: 'Strichcode, Code-Inhalt, Inhalt, Daten',
    es: 'Código, Código de barras, Código EAN, Texto, Contenido',
  },
  type: {
    en: 'Barcode type, Code type, Symbology',
    de: 'Typ, Barcodetyp, Codetyp, Strichcodetyp, Symbologie',
    es: 'Tipo, Tipo de código, Tipo de código de barras, Simbología',
  },
  caption: {
    en: 'Description, Name, Product, Product name, Item name',
    de: 'Bezeichnung, Beschreibung, Artikelbezeichnung, Beschriftung, Produkt, Artikel',
    es: 'Descripción, Denominación, Leyenda, Nombre, Producto, Artículo, Nombre del producto',
  },
  title: { en: 'Heading', de: 'Titel, Überschrift', es: 'Título' },
  qty: {
    en: 'Quantity, Copies, Number of labels',
    de: 'Menge, Anzahl, Stück, Stückzahl, Kopien',
    es: 'Cantidad, Copias',
  },
  size: { en: 'Label size', de: 'Größe, Groesse, Etikettengröße', es: 'Tamaño, Tamaño de etiqueta' },
  format: { en: 'File format', de: 'Dateiformat', es: 'Formato, Formato de archivo' },
  file: { en: 'File name', de: 'Datei, Dateiname', es: 'Archivo, Nombre de archivo' },
}

/** Longer names than this mean nothing but themselves. */
const longestName = 1000

/** A name without what people write differently: case, accents, blanks and the marks between words. */
export function sameName(name: string): string {
  // sorting the accents of a letter takes time that grows with the square of their number
  if (name.length > longestName) return name
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[\p{M}\p{Z}\s_.:/-]/gu, '')
}

/** The common names of a parameter, as `sameName` writes them. */
export function commonNamesOf(parameter: string): readonly string[] {
  if (!Object.hasOwn(commonNames, parameter)) return []
  const names = Object.values(commonNames[parameter]!).flatMap((row: string) => row.split(', '))
  return [...new Set(names.map(sameName))]
}

/** Tells names that a column may have, if it is to mean one of `names`. */
export function expectedNames(names: readonly string[]): (name: string) => boolean {
  const expected = new Set(names.flatMap((name) => [sameName(name), ...commonNamesOf(name)]))
  return (name) => expected.has(sameName(name))
}
