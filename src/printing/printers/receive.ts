/** How documents arrive for a printer: by which ways, from where, and what becomes of them. */

/** What becomes of a document with a fault: it is printed, or held until a person has looked. */
export const faultChoices = ['print', 'hold'] as const

/** How documents arrive for a printer. An entry without it receives nothing. */
export interface Receive {
  /** The port of a raw socket, 1 to 65535. */
  readonly socket?: number | undefined
  /** Whether it is a printer for IPP. */
  readonly ipp?: boolean | undefined
  /** Addresses and networks from which documents are taken; this machine alone by default. */
  readonly from?: readonly string[] | undefined
  /** Whether ZPL goes to the printer byte for byte. */
  readonly pass?: boolean | undefined
  /** print by default. */
  readonly onFault?: (typeof faultChoices)[number] | undefined
}

/** Where the service that reads the file is. */
export interface ServicePlace {
  /** The name or address on which it listens, as HOST says it. */
  readonly host: string
  readonly port: number
  /** Whether a host is the machine of the service. */
  readonly isOwn: (host: string) => boolean
}
