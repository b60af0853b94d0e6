import t from 'tap'
import { FitError } from '../../src/layout/fit.ts'
import { type Expected, VerificationFailure, verify } from '../../src/verify/index.ts'
import { cases, type Random, random } from '../random.ts'
import { anyPrinted, type Fault, faults, type Printed, soundPiece } from './printed-labels.ts'

const entryOf = ({ printer: { address: _, ...entry }, labels, copies }: Printed): string =>
  JSON.stringify({ ...entry, copies, texts: labels.map(({ scene }) => scene.title) })

/** Why bytes are refused; undefined if they are not. */
function failureOf(bytes: Uint8Array, expected: Expected): VerificationFailure | undefined {
  try {
    verify(bytes, expected)
    return undefined
  } catch (error) {
    if (error instanceof VerificationFailure) return error
    throw error
  }
}

/** What comes of a fault; undefined where it has nothing to do, and where drawing itself refuses what comes of it. */
function spoiltBy(fault: Fault, printed: Printed, r: Random): Uint8Array | undefined {
  try {
    return fault(printed, r)
  } catch (error) {
    if (error instanceof FitError) return undefined
    throw error
  }
}

t.test('a fault in any function between a scene and its bytes is refused, and nothing that is sound', async (t) => {
  const r = random('printed labels')
  const counts = new Map(Object.keys(faults).map((name) => [name, 0]))
  let sound = 0
  for (let i = 0; i < cases(200); i++) {
    const printed = anyPrinted(r)
    if (printed === undefined) continue
    const made = soundPiece(printed)
    if (made === undefined) continue
    const { bytes, expected } = made
    const failure = failureOf(bytes, expected)
    if (failure !== undefined) t.fail(`${entryOf(printed)}: ${failure.message}`)
    sound++
    for (const [name, fault] of Object.entries(faults)) {
      const spoilt = spoiltBy(fault, printed, r)
      if (spoilt === undefined || Buffer.compare(spoilt, bytes) === 0) continue
      counts.set(name, counts.get(name)! + 1)
      if (failureOf(spoilt, expected) === undefined) t.fail(`${name} leaves: ${entryOf(printed)}`)
    }
  }
  t.comment(`${sound} rows of labels; faults: ${JSON.stringify(Object.fromEntries(counts))}`)
  for (const [name, count] of counts) t.ok(count > 0, name)
})
