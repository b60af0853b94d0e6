import { ippChannel } from './ipp.ts'
import { lpChannel } from './lp.ts'
import { type Channel, type Patience, type Printer, usualPatience } from './printer.ts'
import { socketChannel } from './socket.ts'

/** The way to a printer, by the kind of its address. */
export function channelOf(printer: Printer, patience: Patience = usualPatience): Channel {
  const { address } = printer
  switch (address.kind) {
    case 'socket':
      return socketChannel(printer, address, patience)
    case 'ipp':
      return ippChannel(printer, address, patience)
    case 'lp':
      return lpChannel(printer, address, patience)
  }
}
