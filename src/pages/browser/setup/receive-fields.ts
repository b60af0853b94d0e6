/** What the form of a printer says of documents that arrive for it. */

import { byId } from '../dom.ts'
import { objectIn } from '../service.ts'
import { textIn } from './calls.ts'

export class ReceiveFields {
  readonly #all = byId('printer-receive', HTMLDetailsElement)
  readonly #port = byId('receive-port', HTMLInputElement)
  readonly #from = byId('receive-from', HTMLInputElement)
  readonly #hold = byId('receive-hold', HTMLInputElement)
  /** The field `receive` of the entry, whose other fields stay. */
  #given: object | undefined

  /** @param receive  of an entry */
  show(receive: unknown): void {
    this.#given = receive === undefined ? undefined : objectIn(receive)
    const { socket, from, onFault } = objectIn(receive)
    this.#port.value = textIn(socket)
    this.#from.value = Array.isArray(from) ? from.map(textIn).join(' ') : ''
    this.#hold.checked = onFault === 'hold'
    this.#all.open = this.#given !== undefined
  }

  /** The field as the form has it now; undefined if nothing is taken. */
  get value(): object | undefined {
    const port = this.#port.value.trim()
    const from = this.#from.value.split(/[\s,;]+/).filter((each) => each !== '')
    const { socket: _port, from: _from, onFault: _onFault, ...others } = objectIn(this.#given)
    const value = {
      ...others,
      ...(port !== '' && { socket: Number(port) }),
      ...(from.length > 0 && { from }),
      ...(this.#hold.checked && { onFault: 'hold' }),
    }
    return this.#given === undefined && port === '' ? undefined : value
  }
}
