/** Printers that receive documents are announced on the local network, as long as the service runs and others reach it. */

import { announcementsOf } from '../../printing/finding/announced.ts'
import { Announcer, ownName } from '../../printing/finding/announcer.ts'
import type { Printers } from '../../printing/index.ts'
import { isLoopback } from '../../printing/printers/receive-field.ts'
import { documentFormats } from './ipp/document.ts'
import { modelOf, urfOf, uuidOf } from './ipp/printer-attributes.ts'

interface AdvertisingOptions {
  readonly printers: Printers
  /** On which the service listens. */
  readonly host: string
  readonly port: () => number
  /** Where the service is, as host:port. */
  readonly place: () => string
  readonly hasKeys: () => boolean
  readonly log: (message: string) => void
}

export class Advertising {
  readonly #options: AdvertisingOptions
  #announcer: Announcer | undefined

  constructor(options: AdvertisingOptions) {
    this.#options = options
  }

  /** Announces the printers, and others when their list is replaced. */
  begin(): void {
    const { host, log, printers } = this.#options
    if (isLoopback(host)) {
      log(`QZ_ADVERTISE: nothing is announced, since others do not reach ${host}: HOST=0.0.0.0 is open to them`)
      return
    }
    this.#announcer = new Announcer({ log })
    printers.onReplaced(() => this.#announce())
    this.#announce()
  }

  #announce(): void {
    const { printers, port, place, hasKeys } = this.#options
    const services = printers.list.flatMap((printer) =>
      announcementsOf(printer, {
        ...{ host: ownName(), port: port(), model: modelOf(printer), uuid: uuidOf(`${place()}/${printer.name}`) },
        ...{ formats: documentFormats(), urf: urfOf(printer), needsKey: hasKeys() },
      }),
    )
    void this.#announcer?.announce(services)
  }

  /** Says goodbye. */
  async close(): Promise<void> {
    await this.#announcer?.close()
  }
}
