import type { Condition, Printer, Printers } from '../../../printing/index.ts'

/** Milliseconds for which what a printer has said is told again, and for which its answer is waited for. */
const [fresh, patience] = [5000, 1500] as const

interface Said {
  readonly condition: Condition
  /** Milliseconds since 1970: when it was said, and since when the printer says the same. */
  readonly at: number
  readonly since: number
}

/** What printers said last: clients of IPP ask every second, and a printer may take its time, or be away. */
export class Conditions {
  readonly #printers: Pick<Printers, 'condition'>
  readonly #now: () => number
  readonly #said = new WeakMap<Printer, Said>()

  /** @param now  milliseconds since 1970 */
  constructor(printers: Pick<Printers, 'condition'>, now: () => number) {
    this.#printers = printers
    this.#now = now
  }

  /** What a printer says, or said last if it does not answer soon; undefined if it never has. */
  async of(printer: Printer): Promise<Said | undefined> {
    const known = this.#said.get(printer)
    if (known !== undefined && this.#now() - known.at < fresh) return known
    const asked = this.#printers.condition(printer).then((condition) => this.#take(printer, condition))
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patience)
    })
    try {
      return (await Promise.race([asked, late])) ?? this.#said.get(printer)
    } finally {
      clearTimeout(timer)
    }
  }

  #take(printer: Printer, condition: Condition): Said {
    const known = this.#said.get(printer)
    const isSame = known?.condition.state === condition.state && known.condition.message === condition.message
    const at = this.#now()
    const said = { condition, at, since: isSame ? known.since : at }
    this.#said.set(printer, said)
    return said
  }
}
