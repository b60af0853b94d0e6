import { loopbackPrinter } from '../../printing/channels/loopback-printer.ts'
import { printerAt } from '../../printing/printers/example-jobs.ts'
import { exampleJobs } from '../../printing/store/example-store.ts'
import { print, printService } from '../api/print-service.ts'
import { ask, type Served } from '../http/wire.ts'
import { type Scrape, scrapeOf } from './scrape.ts'

const limiter = { figures: { shared: 5, local: 2, isConnected: true, failures: 1 } }

/** A service with a printer and a shared limiter, of which something is known of every figure. */
export async function everythingServed(): Promise<Served> {
  const paper = await loopbackPrinter()
  const jobs = exampleJobs()
  const service = await printService([printerAt(paper, { receive: {} })], { shared: limiter, jobs })
  await print(service, 'printer=dock-3&type=code128&text=QZ-0001')
  for (const target of ['/', '/healthz', '/api/v1/barcode?type=qr&text=x', '/nothing']) {
    await ask(service.port, `GET ${target}`)
  }
  const close = async (): Promise<void> => {
    await Promise.all([service.close(), paper.close(), jobs.close(0)])
  }
  return { ...service, close }
}

/** A scrape in which every family is. */
export async function everythingScraped(): Promise<{ readonly text: string; readonly scrape: Scrape }> {
  const service = await everythingServed()
  const { body } = await ask(service.port, 'GET /metrics')
  await service.close()
  const text = body.toString()
  return { text, scrape: scrapeOf(text) }
}
