/** Server-sent events of a response. EventSource sends no key, and does not say why it is refused. */

/** An event: its data, and the last id that the stream has told. */
export interface ServerEvent {
  readonly id: string | undefined
  readonly data: string
}

/** Characters of one line, and of the data of one event, at most. */
const longest = 1_000_000

/**
 * Reads the events of a stream of text, of which pieces come in any cut.
 *
 * HTML Living Standard, 9.2.6: a line ends with CR LF, LF or CR; an empty one ends an event; what begins with a colon is a comment.
 */
export class EventReader {
  #rest = ''
  #data: string[] = []
  #id: string | undefined
  #isAfterReturn = false

  /** @throws RangeError if a line or an event is too long */
  take(piece: string): readonly ServerEvent[] {
    if (piece === '') return []
    // a line feed after a carriage return that was the last of the piece before
    const text = this.#isAfterReturn && piece.startsWith('\n') ? piece.slice(1) : piece
    this.#isAfterReturn = piece.endsWith('\r')
    const lines = (this.#rest + text).split(/\r\n|\n|\r/)
    this.#rest = lines.pop() ?? ''
    if (this.#rest.length > longest) throw new RangeError('a line of the stream is too long')
    return lines.flatMap((line) => this.#heed(line) ?? [])
  }

  #heed(line: string): ServerEvent | undefined {
    if (line === '') {
      const data = this.#data
      this.#data = []
      return data.length === 0 ? undefined : { id: this.#id, data: data.join('\n') }
    }
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'data') this.#data.push(value)
    if (this.#data.reduce((sum, each) => sum + each.length, 0) > longest) throw new RangeError('an event is too long')
    if (field === 'id' && !value.includes('\0')) this.#id = value
    return undefined
  }
}

/**
 * Reads a stream until it ends.
 *
 * @param silence  milliseconds without a byte after which it counts as broken: the service sends a comment now and then
 * @throws if it breaks off
 */
export async function readEvents(
  { body }: Response,
  silence: number,
  take: (event: ServerEvent) => void,
): Promise<void> {
  if (body === null) return
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const events = new EventReader()
  try {
    for (;;) {
      const { done, value } = await within(silence, reader.read())
      if (done) return
      events.take(decoder.decode(value, { stream: true })).forEach(take)
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

/** @throws if nothing has come of it within the given number of milliseconds */
export function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`nothing for ${milliseconds} ms`)), milliseconds)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
