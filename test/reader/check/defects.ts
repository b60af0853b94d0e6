import type { Test } from 'tap'
import { findings as german } from '../../../src/pages/words/findings/de.ts'
import { findings as spanish } from '../../../src/pages/words/findings/es.ts'
import { findings as french } from '../../../src/pages/words/findings/fr.ts'
import { sentenceFor } from '../../../src/pages/words/findings/sentence.ts'
import { checkImage, type Picture } from '../../../src/reader/check/index.ts'
import type { Symbology } from '../../../symbologies/index.ts'

/** A picture with a defect, and the findings that the checker must report. */
export interface Defect {
  readonly name: string
  readonly picture: Picture
  readonly type?: Symbology
  readonly text?: string
  /** Codes of all faults, in any order. */
  readonly faults?: readonly string[]
  /** Codes of notes that must be among those reported. */
  readonly notes?: readonly string[]
  /** Modules that the first fault must name, or the first note if there are no faults. */
  readonly at?: readonly (readonly [row: number, column: number])[]
  /** The most modules that may be named, so that naming every module does not pass. */
  readonly most?: number
}

/** Checks every picture and compares the findings. */
export function testDefects(t: Test, defects: readonly Defect[]): void {
  const names = new Set(defects.map(({ name }) => name))
  t.equal(names.size, defects.length, 'the names of the defects differ')
  const wrong = defects.flatMap((defect) => deviations(defect).map((deviation) => `${defect.name}: ${deviation}`))
  t.same(wrong, [])
}

function deviations({ picture, type, text, faults = [], notes = [], at = [], most, name }: Defect): string[] {
  const report = checkImage(picture, { ...(type && { type }), ...(text !== undefined && { text }) })
  const { findings, verdict } = report
  const codes = (kind: string): string[] => [
    ...new Set(findings.filter((each) => each.kind === kind).map(({ code }) => code)),
  ]
  const found: string[] = []
  if (codes('fault').toSorted().join() !== faults.toSorted().join())
    found.push(`faults are ${codes('fault').join() || 'none'}`)
  for (const note of notes) if (!codes('note').includes(note)) found.push(`notes are ${codes('note').join() || 'none'}`)
  const wanted = faults.length > 0 ? 'faults' : 'conforming'
  if (verdict !== wanted) found.push(`the verdict is ${verdict}`)
  const first = findings.filter(({ code }) => code === (faults[0] ?? notes[0]))
  const named = first.flatMap(({ modules }) => modules ?? []).map(({ row, column }) => `${row},${column}`)
  if (most !== undefined && named.length > most) found.push(`${named.length} modules are named`)
  for (const place of at) if (!named.includes(place.join())) found.push(`module ${place.join()} is not named`)
  for (const [language, phrases] of [
    ['de', german],
    ['es', spanish],
    ['fr', french],
  ] as const) {
    const left = findings.filter(
      ({ message, gs1 }) => gs1?.code === undefined && sentenceFor(message, phrases) === undefined,
    )
    found.push(...left.map(({ message }) => `not said in ${language}: ${message}`))
  }
  if (first.some(({ clause, message }) => clause === '' || message === '')) found.push(`no clause or message: ${name}`)
  return found
}
