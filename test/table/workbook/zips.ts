/** ZIP files for tests, with whatever lies in their directory. */

import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly bytes: Uint8Array | string
  /** What the directory says in place of the truth. */
  readonly method?: number
  readonly unpacked?: number
  readonly flags?: number
}

/** The bytes of a ZIP file (APPNOTE.TXT 6.3.10, 4.3). */
export function zipOf(entries: readonly ZipEntry[]): Uint8Array {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes, method = 8, flags = 0, unpacked } of entries) {
    const content = Buffer.from(bytes)
    const data = method === 0 ? content : deflateRawSync(content)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(flags, 2)
    fields.writeUInt16LE(method, 4)
    fields.writeUInt32LE(crc32?.(content) ?? 0, 10)
    fields.writeUInt32LE(data.length, 14)
    fields.writeUInt32LE(unpacked ?? content.length, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), data])
    const end = Buffer.alloc(14)
    end.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), fields, end, Buffer.from(name)]))
    pieces.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return new Uint8Array(Buffer.concat([...pieces, central, Buffer.from('PK\x05\x06'), end]))
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const relations = (...all: readonly string[]): string =>
  `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`
const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`

export interface XlsxParts {
  /** What stands within sheetData, in SpreadsheetML. */
  readonly rows: string
  readonly shared?: string
  readonly styles?: string
  readonly properties?: string
}

/** A workbook of one sheet with these parts. */
export function xlsxEntries({ rows, shared = '', styles = '', properties = '' }: XlsxParts): ZipEntry[] {
  return [
    { name: '_rels/.rels', bytes: relations(relation('r', 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      bytes: `${xml}<workbook xmlns:r="r">${properties}<sheets><sheet name="One &amp; only" sheetId="1" r:id="s"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      bytes: relations(
        relation('s', 'worksheet', 'worksheets/sheet1.xml'),
        relation('t', 'sharedStrings', '/xl/sharedStrings.xml'),
        relation('u', 'styles', './x/../styles.xml'),
      ),
    },
    { name: 'xl/sharedStrings.xml', bytes: `${xml}<sst>${shared}</sst>` },
    { name: 'xl/styles.xml', bytes: `${xml}<styleSheet>${styles}</styleSheet>` },
    {
      name: 'xl/worksheets/sheet1.xml',
      bytes: `${xml}<worksheet><sheetData>${rows}</sheetData><mergeCells/></worksheet>`,
    },
  ]
}
