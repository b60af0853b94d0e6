/** Digits in Micro QR: whole symbols, read by a reader that shares nothing with the encoder and tells every deviation. */

import { type MicroQrOptions, microqr } from '../../symbologies/index.ts'
import { readQr } from '../../test/oracle/qr-reader.ts'
import { type Proof, same, textsOver, upTo } from './proof.ts'

const digits = [...'0123456789']

function readsAs(text: string, options: MicroQrOptions): void {
  const { text: read, faults } = readQr(microqr(text, options).matrix)
  same(read, text, text)
  if (faults.length > 0) throw new Error(`${text}: ${faults.join('; ')}`)
}

/** All texts of 1 to `longest` digits. */
function every(longest: number, options: MicroQrOptions): number {
  let count = 0
  for (const length of upTo(longest).map((i) => i + 1)) {
    for (const text of textsOver(digits, length)) {
      readsAs(text, options)
      count++
    }
  }
  return count
}

/**
 * Longer texts are groups of three digits, each in bits of its own, and what follows of the bits is linear over GF(2) and a mask: every
 * value of every group, the others zero, in every mask, shows all of what they add up to.
 */
function everyGroup(options: MicroQrOptions, longest: number): number {
  let count = 0
  for (let length = 5; length <= longest; length++) {
    for (let from = 0; from < length; from += 3) {
      for (const group of textsOver(digits, Math.min(3, length - from))) {
        const text = `${'0'.repeat(from)}${group}${'0'.repeat(length - from - group.length)}`
        for (const mask of upTo(4)) readsAs(text, { ...options, mask })
        count += 4
      }
    }
  }
  return count
}

export const microDigits: readonly Proof[] = [
  {
    name: 'm1',
    statement: 'Micro QR M1: all texts of 1 to 5 digits, which are all that it carries',
    run: () => every(5, { version: 1 }),
  },
  {
    name: 'm2-l',
    statement:
      'Micro QR M2-L: all texts of 1 to 4 digits; of 5 to 10 every value of every group of digits in every mask, of which the rest are sums over GF(2)',
    run: () => every(4, { version: 2, level: 'L' }) + everyGroup({ version: 2, level: 'L' }, 10),
  },
  {
    name: 'm2-m',
    statement: 'Micro QR M2-M: the same, of up to 8 digits',
    run: () => every(4, { version: 2, level: 'M' }) + everyGroup({ version: 2, level: 'M' }, 8),
  },
]
