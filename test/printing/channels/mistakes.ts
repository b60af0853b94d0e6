import { PrinterFileError } from '../../../src/printing/index.ts'

/** The one line that names the mistakes of a file. */
export function mistakesIn(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    if (error instanceof PrinterFileError) return error.message
    throw error
  }
  return 'none'
}
