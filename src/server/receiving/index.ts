/** Being a printer: documents that arrive for the service's printers become jobs. */

export { Advertising } from './advertising.ts'
export { type ListenerOptions, RawListeners } from './listeners.ts'
export { type PrintServer, printServerOperation } from './pstprnt.ts'
export { type ReceivedDocument, type Receiver, receiverOf } from './receiver.ts'
export { ReceivingError } from './receiving-error.ts'
