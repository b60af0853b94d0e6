/** Ten spreadsheets as programs save them, byte for byte, and the labels that each means. */

export interface Spreadsheet {
  /** Where it comes from. */
  readonly source: string
  readonly bytes: Uint8Array
  /** The values of each row by parameter of a label. */
  readonly rows: readonly { readonly [name: string]: string }[]
  /** Columns without a meaning. */
  readonly unused: readonly string[]
}

const crlf = (...lines: readonly string[]): string => lines.map((line) => `${line}\r\n`).join('')
const lf = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
const utf8 = (text: string): Uint8Array => Buffer.from(text)
const mark = '\ufeff'

export const spreadsheets: readonly Spreadsheet[] = [
  {
    source: 'Excel in German, "CSV UTF-8": a byte order mark, semicolons, CRLF, a decimal comma',
    bytes: utf8(
      mark +
        crlf(
          'EAN;Bezeichnung;Typ;Menge;Preis',
          '5901234123457;Größe M, grün;ean13;2;9,99',
          '4006381333931;;ean13;1;0,89',
        ),
    ),
    rows: [
      { text: '5901234123457', caption: 'Größe M, grün', type: 'ean13', qty: '2' },
      { text: '4006381333931', type: 'ean13', qty: '1' },
    ],
    unused: ['Preis'],
  },
  {
    source: 'Excel in Spanish, "Texto Unicode": UTF-16LE with a byte order mark, tabs, CRLF',
    bytes: Buffer.from(
      mark +
        crlf(
          'Código\tTipo\tTamaño\tDescripción\tCantidad',
          'ALMACÉN-1\tqr\t2x1\t"Almacén ""1"""\t1',
          '倉庫 𝄞\tqr\t4x6\t\t2',
        ),
      'utf16le',
    ),
    rows: [
      { text: 'ALMACÉN-1', type: 'qr', size: '2x1', caption: 'Almacén "1"', qty: '1' },
      { text: '倉庫 𝄞', type: 'qr', size: '4x6', qty: '2' },
    ],
    unused: [],
  },
  {
    source: 'the clipboard, as Excel copies cells: tabs, CRLF, quotes around a cell with a line feed only',
    bytes: utf8(crlf('Type\tText\tQTY', 'qr\t"first line\nsecond ""line"""\t1', 'code128\tQZ-0002, left\t3')),
    rows: [
      { type: 'qr', text: 'first line\nsecond "line"', qty: '1' },
      { type: 'code128', text: 'QZ-0002, left', qty: '3' },
    ],
    unused: [],
  },
  {
    source: 'a script that writes for Excel: sep=;, LF',
    bytes: utf8(lf('sep=;', 'text;type;size;title;caption', 'A,1;qr;2x1;Shelf;two, words', 'B,2;datamatrix;57x32mm;;')),
    rows: [
      { text: 'A,1', type: 'qr', size: '2x1', title: 'Shelf', caption: 'two, words' },
      { text: 'B,2', type: 'datamatrix', size: '57x32mm' },
    ],
    unused: [],
  },
  {
    source: 'LibreOffice, every text in quotes: commas, LF, quotes with line feeds, no line end at the end',
    bytes: utf8('"Barcode","Type","Qty","Notes"\n"a ""b"", c\nd","qr",1,"x"\n"QZ-2","code128",2,"with, comma"'),
    rows: [
      { text: 'a "b", c\nd', type: 'qr', qty: '1' },
      { text: 'QZ-2', type: 'code128', qty: '2' },
    ],
    unused: ['Notes'],
  },
  {
    source: 'Google Sheets: commas, CRLF, rows of delimiters only at the end and between',
    bytes: utf8(crlf('text,type,qty', 'QZ-0001,code128,1', ',,', 'QZ-0002,code128,2', ',,', ',,').trimEnd()),
    rows: [
      { text: 'QZ-0001', type: 'code128', qty: '1' },
      { text: 'QZ-0002', type: 'code128', qty: '2' },
    ],
    unused: [],
  },
  {
    source: 'an export with headers in other case and blanks, and blanks around its numbers',
    bytes: utf8(
      crlf(
        'TEXT, Show Text ,Type,Qty ,DPI',
        ' 5901234123457 ,false,ean13, 2 ,203 ',
        '96385074,true , ean8,1,\u00a0300',
      ),
    ),
    rows: [
      { text: '5901234123457', showtext: 'false', type: 'ean13', qty: '2', dpi: '203' },
      { text: '96385074', showtext: 'true', type: 'ean8', qty: '1', dpi: '300' },
    ],
    unused: [],
  },
  {
    source: 'a stock program, UTF-16BE with a byte order mark: semicolons, LF, empty lines above and below, short rows',
    bytes: Buffer.from(
      mark + lf('', 'Strichcode;Barcodetyp;Etikettengröße;Anzahl', 'Größe 4;qr;50x30', 'Größe 5;qr', ''),
      'utf16le',
    ).swap16(),
    rows: [
      { text: 'Größe 4', type: 'qr', size: '50x30' },
      { text: 'Größe 5', type: 'qr' },
    ],
    unused: [],
  },
  {
    source: 'a database: commas, LF, empty cells at the end of rows beyond the header, a column without a name',
    bytes: utf8(lf('text,type,,qty', 'Lager A,qr,17,1,,', 'Lager B,qr,18,2', ',,,')),
    rows: [
      { text: 'Lager A', type: 'qr', qty: '1' },
      { text: 'Lager B', type: 'qr', qty: '2' },
    ],
    unused: [''],
  },
  {
    source: 'Numbers on a Mac in German: semicolons, LF, a header whose cells have line feeds and commas',
    bytes: utf8(
      lf('"Art, Farbe";"Strich\ncode";Typ;GRÖSSE;Stück', 'rot;QZ-7;code128;4x6;1', '"grün;blau";QZ-8;code128;2x1;2'),
    ),
    rows: [
      { text: 'QZ-7', type: 'code128', size: '4x6', qty: '1' },
      { text: 'QZ-8', type: 'code128', size: '2x1', qty: '2' },
    ],
    unused: ['Art, Farbe'],
  },
]
