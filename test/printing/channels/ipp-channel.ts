import type { PlayedPrinter } from './played-printer.ts'

export async function using<T>(printer: PlayedPrinter, work: (printer: PlayedPrinter) => Promise<T>): Promise<T> {
  try {
    return await work(printer)
  } finally {
    await printer.close()
  }
}
