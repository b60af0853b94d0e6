/** What a document is, by its first bytes: what a client says of it is of no account. */

/** ZPL is drawn or passed; pictures and pages are healed; all others are known by name, so that whoever sends them is told. */
export type DocumentKind = 'zpl' | 'pdf' | 'png' | 'jpeg' | 'pwg' | 'urf' | ForeignKind

/** What is not taken, with what people call it. */
const foreign = {
  tspl: 'TSPL',
  epl: 'EPL2',
  cpcl: 'CPCL',
  escpos: 'ESC/POS',
  brother: 'a raster of Brother',
  dymo: 'a raster of DYMO',
  pjl: 'PJL',
  pcl: 'PCL',
  postscript: 'PostScript',
  gif: 'a GIF',
  http: 'a request of HTTP',
  tls: 'a connection of TLS',
  text: 'plain text',
  empty: 'nothing',
  unknown: 'of no kind that is known here',
} as const
type ForeignKind = keyof typeof foreign

/** What people call a kind that is not taken; undefined of others. */
export const foreignTitle = (kind: DocumentKind): string | undefined =>
  Object.hasOwn(foreign, kind) ? foreign[kind as ForeignKind] : undefined

/** What is healed, and how it ends where it says so itself. In latin1. */
const pages: { readonly [kind in DocumentKind]?: string | undefined } = {
  pdf: '%%EOF',
  // the chunk IEND, whose length is 0 (ISO/IEC 15948, 11.2.5)
  png: '\0\0\0\0IEND\xae\x42\x60\x82',
  // the marker EOI (ISO/IEC 10918-1, B.1.1.3)
  jpeg: '\xff\xd9',
  pwg: undefined,
  urf: undefined,
}

/** Whether a document has pages that are healed. */
export const hasPages = (kind: DocumentKind): boolean => Object.hasOwn(pages, kind)

/** Bytes in which the end of a document is looked for: fillers may follow it (ISO 32000-1, annex H, note 18). */
const endingBytes = 1024

/** Whether a document of pages has its end; of rasters, which have none, whoever reads them finds out. */
export function isWhole(kind: DocumentKind, bytes: Uint8Array): boolean {
  const ending = pages[kind]
  return ending === undefined || Buffer.from(bytes.subarray(-endingBytes)).toString('latin1').includes(ending)
}

/** Bytes that decide; a PDF may begin within the first 1024 (ISO 32000-1, annex H, note 13). */
export const decidingBytes = 1024

/** How documents begin, the first that fits. In latin1. */
const beginnings: readonly (readonly [kind: DocumentKind, bytes: string])[] = [
  ['png', '\x89PNG\r\n\x1a\n'],
  ['jpeg', '\xff\xd8\xff'],
  // PWG 5102.4, 4.1, in either order of bytes
  ['pwg', 'RaS2'],
  ['pwg', '2SaR'],
  ['urf', 'UNIRAST\0'],
  ['gif', 'GIF8'],
  ['postscript', '%!'],
  ['postscript', '\x04%!'],
  ['pjl', '\x1b%-12345X'],
  ['pjl', '@PJL'],
  ['tls', '\x16\x03'],
  ['brother', '\0'.repeat(50)],
  ['brother', '\x1bia'],
  ['dymo', '\x1b\x1b'],
  ['dymo', '\x1bD'],
  ['dymo', '\x1bL'],
  ['escpos', '\x1b@'],
  ['escpos', '\x1b!'],
  ['escpos', '\x1ba'],
  ['pcl', '\x1bE'],
  ['pcl', '\x1b%'],
  ['pcl', '\x1b&'],
  ['pcl', '\x1b('],
  ['pcl', '\x1b*'],
]

/** How languages of words begin, without a byte order mark and blanks before. A command of TSPL is a word with its values. */
const languages: readonly (readonly [kind: DocumentKind, form: RegExp])[] = [
  ['http', /^(?:GET|HEAD|POST|PUT|DELETE|OPTIONS|CONNECT|TRACE|PATCH|PRI) \S* ?HTTP\/\d/],
  ['cpcl', /^! ?(?:U1 |-?\d+ \d+ \d+ )/],
  [
    'tspl',
    /^(?:SIZE|GAP|BLINE|DENSITY|SPEED|DIRECTION|REFERENCE|CODEPAGE|CLS|OFFSET|SHIFT|TEXT|BARCODE|QRCODE|BITMAP|INITIALPRINTER)\b[^\r\n^~]*[\r\n]/i,
  ],
  ['epl', /^(?:N|[qQ]\d+(?:,\d+)*|[A-Z]\d+(?:,[^\r\n]+)+|ZT|ZB|OD?|US)[\r\n]/],
]

/** The kind of a document, whole or its first `decidingBytes`. */
export function kindOf(bytes: Uint8Array): DocumentKind {
  const head = Buffer.from(bytes.subarray(0, decidingBytes))
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '')
  const [begun] = beginnings.find(([, beginning]) => head.startsWith(beginning)) ?? []
  if (begun !== undefined) return begun
  if (head.includes('%PDF-')) return 'pdf'
  const text = head.trimStart()
  if (text === '') return bytes.length <= decidingBytes ? 'empty' : 'unknown'
  const [language] = languages.find(([, form]) => form.test(text)) ?? []
  if (language !== undefined) return language
  // drivers of Zebra begin with CT~~CD,~CC^~CT~, and words may stand before a program
  if (/^(?:CT~|[\^~][A-Za-z]{2})/.test(text) || /\^XA/i.test(text)) return 'zpl'
  return [...text].every((character) => character >= ' ' || '\t\r\n\f'.includes(character)) ? 'text' : 'unknown'
}
