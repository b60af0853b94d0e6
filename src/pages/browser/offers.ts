/** What a text probably is, offered as a button: the number of an article that is drawn as Code 128, and the pallet of a GS1 message. */

import { checkDigitOf } from '../../../symbologies/gs1/index.ts'
import type { ContentForms } from './contents.ts'
import { byId } from './dom.ts'
import type { ParameterValues, Repairs } from './faults.ts'
import type { Form } from './form.ts'
import { words } from './words.ts'

/** A button, and what is said before it. */
interface Offer {
  readonly why: string
  readonly values: ParameterValues
  /** What the button says; by default what it changes. */
  readonly button?: string
}

/** The symbologies of article numbers, by the count of their digits. */
const byLength: ReadonlyMap<number, string> = new Map([
  [8, 'ean8'],
  [12, 'upca'],
  [13, 'ean13'],
  [14, 'itf14'],
])

export class Offers {
  readonly #form: Form
  readonly #repairs: Repairs
  readonly #contents: ContentForms
  readonly #place = byId('offers', HTMLElement)
  #shown = ''

  constructor(form: Form, repairs: Repairs, contents: ContentForms) {
    this.#form = form
    this.#repairs = repairs
    this.#contents = contents
  }

  /** Shows what belongs to the form's values. The same button stays, because it may have the focus. */
  arrange(): void {
    const { isMany, text } = this.#form
    const { value } = text
    this.#show(isMany ? [] : [...this.#number(), ...this.#pallet()])
    if (isMany || this.#form.chosen('gs1') !== 'false' || !/^WIFI:/i.test(value)) return
    void this.#contents.meant(value).then((meant) => {
      if (meant === undefined || text.value !== value) return
      this.#show([{ why: words.offers.wifi, values: new Map([['text', meant]]) }])
    })
  }

  #show(offers: readonly Offer[]): void {
    const key = JSON.stringify(offers.map(({ why, values }) => [why, ...values]))
    if (key === this.#shown) return
    this.#shown = key
    this.#place.replaceChildren(
      ...offers.flatMap(({ why, values, button }) => [
        `${why} `,
        button === undefined ? this.#repairs.button(values) : this.#repairs.button(values, () => button),
      ]),
    )
  }

  /** Digits with their check digit, under Code 128. */
  #number(): readonly Offer[] {
    const { text, product, kind } = this.#form
    const { value: digits } = text
    if (kind.value !== 'code128' || this.#form.chosen('gs1') !== 'false' || !isNumber(digits)) return []
    const type = byLength.get(digits.length)!
    // cartons: labels have their number as a GS1 message
    const values = new Map(
      type === 'itf14' && product === 'label'
        ? [
            ['gs1', 'true'],
            ['text', `(01)${digits}`],
          ]
        : [['type', type]],
    )
    const name = [...kind.options].find(({ value }) => value === type)?.dataset.name ?? this.#form.titleOf('type', type)
    return [{ why: words.offers.number(name), values }]
  }

  /** A message with the number of a pallet, an SSCC. */
  #pallet(): readonly Offer[] {
    const { product, text } = this.#form
    const isPallet = this.#form.chosen('gs1') === 'true' && text.value.includes('(00)')
    if (product !== 'label' || !isPallet || this.#form.chosen('layout') === 'logistics') return []
    const size = this.#form.chosen('size')
    const values = new Map([
      ['type', 'code128'],
      ['layout', 'logistics'],
      ['size', palletSizes.includes(size) ? size : palletSizes[this.#form.isMetric ? 1 : 0]!],
      ['orientation', 'portrait'],
    ])
    return [{ why: words.offers.pallet, values, button: words.offers.makePallet }]
  }
}

/** The stock of GS1 logistic labels: in inches, and in mm. */
const palletSizes: readonly string[] = ['4x6', '100x150']

/** Whether these are the digits of an article number, check digit included. */
const isNumber = (text: string): boolean =>
  /^\d+$/.test(text) && byLength.has(text.length) && `${checkDigitOf(text.slice(0, -1))}` === text.at(-1)
