import { type AddonOptions, type Barcode, rowsOf, type UpceTrace, upce } from '../../symbologies/index.ts'
import { addonSteps } from './addon.ts'
import { addonSummary, captionsStep, checkStep, guard, mainWidth } from './ean.ts'
import { digitsStep, digitWidth, gs1, standard } from './ean-digits.ts'
import type { Explanation, Step } from './explanation.ts'
import { columns, framed, quietZone } from './linear.ts'

const digitsEnd = 3 + 6 * digitWidth

export function explainUpce(text: string, options?: AddonOptions): Explanation {
  const barcode = upce(text, options)
  const { trace, matrix } = barcode
  const width = mainWidth(barcode)
  const { digits, suppressed, numberSets } = trace
  const row = rowsOf(matrix)[0]!
  return framed(barcode, {
    text,
    summary: `${digits[0]} ${suppressed} ${digits[11]} for the UPC-A ${digits}${addonSummary(trace)}, number sets ${numberSets}`,
    steps: [
      quietZone(barcode, `${gs1}, 5.2.3.4`),
      expansionStep(barcode),
      checkStep(trace, columns(3, digitsEnd)),
      paritiesStep(trace),
      guard({ id: 'guard-left', title: 'Left guard', from: 0, to: 3 }, row),
      digitsStep({ id: 'digits', title: `Digits ${suppressed}`, digits: suppressed, sets: numberSets, from: 3 }, row),
      guard({ id: 'guard-right', title: 'Right guard', from: digitsEnd, to: width }, row),
      ...addonSteps(barcode, width, row),
      captionsStep(barcode),
    ],
  })
}

/** The ten digits that the six stand for, by the last of the six. */
function rule(six: string): string {
  const last = six[5]!
  if (last <= '2') return `ends in ${last}: ${last} and four zeros follow the second digit`
  if (last === '3') return 'ends in 3: five zeros follow the third digit, and the 3 is dropped'
  if (last === '4') return 'ends in 4: five zeros follow the fourth digit, and the 4 is dropped'
  return `ends in ${last}: four zeros precede it`
}

function expansionStep({ trace: { digits, suppressed } }: Barcode<UpceTrace>): Step {
  return {
    id: 'expansion',
    title: `Six digits ${suppressed} for ${digits}`,
    clause: `${gs1}, 5.2.2.4.2`,
    text:
      `${suppressed} ${rule(suppressed)}. So the symbol stands for number system ${digits[0]}, ` +
      `${digits.slice(1, 11)}, check digit ${digits[11]}.`,
    values: { suppressed, expanded: digits },
    modules: columns(3, digitsEnd),
  }
}

function paritiesStep({ digits, numberSets }: UpceTrace): Step {
  return {
    id: 'parity',
    title: `Number system ${digits[0]} and check digit ${digits[11]}: number sets ${numberSets}`,
    clause: digits[0] === '0' ? `${standard}, number sets of UPC-E` : 'UPC Symbol Specification: number system 1',
    text:
      'No bars encode these two digits: the order of the number sets stands for them. ' +
      'The orders for number system 1 are those for 0 with A and B exchanged.',
    values: { system: Number(digits[0]), check: Number(digits[11]), numberSets },
    modules: columns(3, digitsEnd),
  }
}
