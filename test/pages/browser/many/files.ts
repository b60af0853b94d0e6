/** Ten files as people and their programs hand them over (test/table/files/make.py), and the labels that a clerk wants of each. */

import type { Symbology } from '../../../../symbologies/index.ts'

export interface File {
  readonly name: string
  readonly what: string
  readonly type: Symbology
  /** The texts of the buttons that a clerk presses between choosing the file and saving the labels. */
  readonly presses: readonly RegExp[]
  /** What the symbols say, label by label, and words that each label shows. */
  readonly labels: readonly { readonly text: string; readonly words: string; readonly copies?: number }[]
}

const eans = ['4006381333931', '4012345000009', '4305615418735', '4002359002083', '5901234123457'] as const
const asEan = /Draw them as EAN-13|Als EAN-13 zeichnen|Dibujarlos como EAN-13/

export const files: readonly File[] = [
  {
    name: 'german.xlsx',
    what: 'a price list of German Excel: a hidden worksheet before it, EAN as numbers',
    type: 'ean13',
    presses: [asEan],
    labels: ['Textmarker, gelb', 'Käse „Allgäu“ 400 g', 'Müsli & Nüsse', 'Bürste 3 cm', 'Öl kaltgepresst'].map(
      (words, i) => ({
        text: eans[i]!,
        words,
        copies: i + 1,
      }),
    ),
  },
  {
    name: 'german.csv',
    what: 'German Excel, "CSV": windows-1252 and semicolons',
    type: 'ean13',
    presses: [asEan],
    labels: eans.map((text, i) => ({ text, words: `Größe ${i + 1} für Hände`, copies: i + 1 })),
  },
  {
    name: 'tienda.csv',
    what: 'the export of a Spanish shop, with a column Tipo that is none of a barcode',
    type: 'ean13',
    presses: [asEan],
    labels: eans.map((text, i) => ({ text, words: `Camiseta niño n.º ${i + 1}` })),
  },
  {
    name: 'sap.xlsx',
    what: 'sixty columns of an ERP',
    type: 'ean13',
    presses: [asEan],
    labels: Array.from({ length: 40 }, (_, i) => ({
      text: eans[(i + 1) % 5]!,
      words: `Schraube M${i + 1} × 20 DIN 933`,
    })),
  },
  {
    name: 'zeros.xlsx',
    what: 'UPC as numbers, three of which have lost their zero; one never had a check digit',
    type: 'upca',
    presses: [/Draw them as UPC-A/, /Put the lost zero before 3 numbers/],
    labels: ['036000291452', '012345678905', '789012345001', '614141007349', '073854008089'].map((text, i) => ({
      text,
      words: `Item ${i + 1}`,
    })),
  },
  {
    name: 'google.tsv',
    what: 'Google Sheets, tabs',
    type: 'ean13',
    presses: [asEan],
    labels: eans.map((text, i) => ({ text, words: `Naïve café ${i + 1}`, copies: i + 1 })),
  },
  {
    name: 'lager.ods',
    what: 'a workbook of LibreOffice’s kind',
    type: 'ean13',
    presses: [asEan],
    labels: eans.map((text, i) => ({ text, words: `Posten ${i + 1} – links` })),
  },
  {
    name: 'gaps.xlsx',
    what: 'empty rows between, above and below, and columns without a heading',
    type: 'ean13',
    presses: [asEan],
    labels: ['Eins', 'Zwei', 'Drei'].map((words, i) => ({ text: eans[i]!, words })),
  },
  {
    name: 'merged.xlsx',
    what: 'a heading of the whole sheet in merged cells above the headings',
    type: 'ean13',
    presses: [asEan],
    labels: eans.map((text, i) => ({ text, words: `Karton ${i + 1}`, copies: i + 1 })),
  },
  {
    name: 'formulas.xlsx',
    what: 'formulas, of which some are errors: their rows are left out',
    type: 'ean13',
    presses: [asEan],
    labels: [
      { text: eans[0], words: 'Shelf 1', copies: 2 },
      { text: eans[4], words: 'Shelf 4' },
    ],
  },
]
