/** How workbooks begin, and what becomes of them; pages read this without the reader of workbooks. */

/** How the tables that are made of workbooks are read. */
export const tableOfWorkbook = { delimiter: 'comma', encoding: 'utf-8', isOfWorkbook: true } as const

/** How a ZIP file begins. */
const zip = [0x50, 0x4b, 0x03, 0x04] as const

/** Whether bytes are a workbook, or another ZIP file, by how they begin. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return zip.every((byte, i) => bytes[i] === byte)
}
