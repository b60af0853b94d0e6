/** What is wrong with rows, in words, with buttons that put all rows of a kind right. */

import { buttonFor, byId, made } from '../dom.ts'
import { words } from '../words.ts'
import { type Change, findingsIn, lostZeros, type RowFinding, type RowRepair, symbologyOf } from './findings.ts'
import type { Batch } from './rows.ts'
import { problemText } from './source.ts'

/** Findings that are shown, and rows that are named for each. */
const [mostFindings, mostRows] = [20, 6] as const

interface Words {
  /** What a parameter is called. */
  readonly titleOf: (parameter: string) => string
  /** What a value of a parameter is called. */
  readonly valueOf: (parameter: string, value: string) => string
  /** A fault of a row as a sentence. */
  readonly faultText: (index: number, finding: RowFinding) => string
}

interface Presses {
  readonly repair: (values: RowRepair['values']) => void
  /** Draws all rows as this symbology. */
  readonly choose: (type: string) => void
  /** Leaves the numbers as they are. */
  readonly leave: () => void
}

export class FindingsView {
  readonly #place = byId('findings', HTMLElement)
  readonly #words: Words
  readonly #presses: Presses

  constructor(texts: Words, presses: Presses) {
    this.#words = texts
    this.#presses = presses
  }

  /**
   * Shows what is wrong with rows, and what their numbers seem to be.
   *
   * @param type  the symbology of rows that do not say theirs
   * @param isLeft  whether a person has said that numbers are right as they are
   */
  show(batch: Batch | undefined, type: string, isLeft: boolean): void {
    if (batch === undefined) {
      this.#place.replaceChildren()
      return
    }
    const findings = findingsIn(batch)
    const shown = findings.slice(0, mostFindings)
    const hasFocus = this.#place.contains(document.activeElement)
    this.#place.replaceChildren(
      ...(isLeft ? [] : this.#doubts(batch, type)),
      ...shown.map((finding) => this.#itemOf(batch, finding)),
      ...(findings.length > shown.length ? [made('p', {}, words.many.moreKinds(findings.length - shown.length))] : []),
    )
    // the button that was pressed is gone
    if (hasFocus) (this.#place.querySelector('button') ?? byId('print-rows', HTMLButtonElement)).focus()
  }

  /** What numbers seem to be: those of another symbology, or such as have lost a zero. */
  #doubts(batch: Batch, type: string): HTMLElement[] {
    const zeros = lostZeros(batch, type)
    if (zeros !== undefined) {
      const button = buttonFor(words.many.repairs.zeros(zeros.values.size), () => this.#presses.repair(zeros.values))
      return [this.#doubt(words.many.zerosLost(zeros.values.size), rowsText(batch, [...zeros.values.keys()]), button)]
    }
    const seeming = type === 'code128' || type === 'code39' ? symbologyOf(batch) : undefined
    if (seeming === undefined) return []
    const title = this.#words.valueOf('type', seeming)
    return [
      this.#doubt(
        words.many.seeming(title),
        '',
        buttonFor(words.many.drawAs(title), () => this.#presses.choose(seeming)),
      ),
    ]
  }

  #doubt(text: string, rows: string, button: HTMLElement): HTMLElement {
    const leave = buttonFor(words.many.leaveAsIs, () => this.#presses.leave())
    return made(
      'div',
      { class: 'finding', 'data-kind': 'doubt' },
      made('p', {}, text, ...(rows === '' ? [] : [` ${rows}`])),
      button,
      leave,
    )
  }

  #itemOf(batch: Batch, finding: RowFinding): HTMLElement {
    const { rows, repair, problem, parameter } = finding
    const what = problem === undefined ? this.#words.faultText(rows[0]!, finding) : problemText(problem)
    const of = parameter === undefined || parameter === 'text' ? '' : `${this.#words.titleOf(parameter)}: `
    const button =
      repair === undefined
        ? []
        : [buttonFor(this.#repairText(batch, repair), () => this.#presses.repair(repair.values))]
    return made(
      'div',
      { class: 'finding', 'data-kind': 'fault' },
      made('p', {}, `${of}${what} `, made('span', {}, rowsText(batch, rows))),
      ...button,
    )
  }

  #repairText(batch: Batch, { change, values }: RowRepair): string {
    const texts: { readonly [C in Change]: (count: number, example: string) => string } = words.many.repairs
    const [[index, first] = [0, {}]] = values
    const example = Object.entries(first).map(([name, value]) => {
      const shown = this.#words.valueOf(name, value)
      return name === 'text'
        ? `${batch.row(index).values.text ?? ''} → ${shown}`
        : name === 'type'
          ? shown
          : `${this.#words.titleOf(name)}: ${shown}`
    })
    return texts[change](values.size, example.join(', '))
  }
}

/** `Row 3`, `Rows 3, 5 and 12 more`. */
function rowsText({ rows }: Batch, indexes: readonly number[]): string {
  const numbers = indexes.slice(0, mostRows).map((index) => rows.numberOf(index))
  return words.many.rowsNamed(numbers, indexes.length - numbers.length)
}
