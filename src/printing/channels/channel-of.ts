/** The ways to printers, and how long each is waited for. */

import type { Channel, Patience, Printer } from '../printers/printer.ts'
import { ippChannel } from './ipp.ts'
import { lpChannel } from './lp.ts'
import { socketChannel } from './socket.ts'

export const usualPatience: Patience = {
  connect: 5_000,
  write: 30_000,
  answer: 5_000,
  response: 30_000,
  print: 120_000,
  close: 5_000,
  still: 250,
  turn: 120_000,
}

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
