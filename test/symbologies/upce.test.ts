import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { encode } from '../../symbologies/index.ts'
import { modulesOf } from '../oracle/linear.ts'
import { forAll } from '../random.ts'
import { textsOf } from '../texts.ts'

const digits = '0123456789'

/** Whether six digits of UPC-E are what zero suppression gives; zint refuses the others. */
function isPrescribed(six: string): boolean {
  return /[012]$|[3-9]..3$|[1-9].4$|[1-9][5-9]$/.test(six)
}

// GS1 General Specifications, 5.2: the UPC-A of the six digits abcdef, by the last of them; s is the number system.
const expansions: Record<string, string> = {
  0: 'sab00000cde',
  1: 'sab10000cde',
  2: 'sab20000cde',
  3: 'sabc00000de',
  4: 'sabcd00000e',
  5: 'sabcde00005',
  6: 'sabcde00006',
  7: 'sabcde00007',
  8: 'sabcde00008',
  9: 'sabcde00009',
}

t.test('UPC-E is the UPC-A of the table, in all its forms', async () => {
  await forAll([fc.constantFrom('0', '1'), textsOf(digits, 6)], { count: 5000 }, (system, six) => {
    const upca = expansions[six[5]!]!.replace('s', system).replace(/[a-e]/g, (letter) => six['abcde'.indexOf(letter)]!)
    const whole = encode('upca', upca).trace.digits
    const barcode = encode('upce', system + six)
    const same = [`${system}${six}${whole[11]}`, ...(system === '0' ? [six] : [])]
    if (isPrescribed(six)) same.push(upca, whole)
    assert.deepEqual([barcode.trace.digits, barcode.trace.suppressed], [whole, six])
    for (const text of same) assert.equal(modulesOf(encode('upce', text)), modulesOf(barcode), text)
    // The endings that are not prescribed: their UPC-A has a shorter way, which the long forms take.
    const again = encode('upce', whole).trace
    assert.deepEqual([again.digits, again.suppressed === six], [whole, isPrescribed(six)])
  })
})
