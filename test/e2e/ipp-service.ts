/** A service whose printer receives by IPP, with all that is behind it: documents are healed, and printed on a printer of our own. */

import '../../src/draw.ts'
import { Writable } from 'node:stream'
import { type Job, Jobs, type Printer, printersOf } from '../../src/printing/index.ts'
import { Healer } from '../../src/server/api/heal/healer.ts'
import { listen, service } from '../../src/server/http/server.ts'
import { plainLog } from '../../src/server/log.ts'
import { receiverOf } from '../../src/server/receiving/index.ts'
import { ippOperation } from '../../src/server/receiving/ipp/index.ts'
import { type LoopbackPrinter, loopbackPrinter } from '../printing/channels/loopback-printer.ts'
import { endless, printerAt } from '../printing/printers/example-jobs.ts'
import { storeInMemory } from '../printing/store/example-store.ts'

export interface IppService {
  readonly uri: string
  readonly loopback: LoopbackPrinter
  readonly jobs: Jobs
  /** Waits until a job has ended. */
  ended(id: number): Promise<Job | undefined>
  close(): Promise<void>
}

export async function ippService(settings: Partial<Printer> = {}): Promise<IppService> {
  const loopback = await loopbackPrinter()
  const printer = printerAt(loopback, { receive: { ipp: true }, ...settings })
  const printers = printersOf([printer], { patience: endless })
  const jobs = new Jobs({
    store: storeInMemory(),
    printers,
    answerTo: () => undefined,
    record: () => {},
    log: () => {},
  })
  const log = { received: () => {}, verification: () => {} }
  const receiver = receiverOf({ jobs, keepsJobs: true, policy: 'print', healer: new Healer(), log })
  const about = { receiver, jobs, hasKeys: () => false, place: () => 'labels:8080', log: () => {} }
  const running = service({
    routes: () => [ippOperation(about)],
    rate: undefined,
    trustedProxies: [],
    log: plainLog('silent', new Writable()),
  })
  const url = await listen(running, '127.0.0.1', 0)
  return {
    ...{ uri: `${url.replace('http', 'ipp')}/ipp/print/${printer.name}`, loopback, jobs },
    ended: (id) => jobs.settled(id),
    async close() {
      running.server.closeAllConnections()
      await new Promise((resolve) => running.server.close(resolve))
      await Promise.all([jobs.close(0), printers.close(0)])
      await loopback.close()
    },
  }
}
