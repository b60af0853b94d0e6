/** The symbols in a picture, and which of them a report is about. */

import { linearReadings } from './linear-symbols.ts'
import { matrixReadings } from './matrix-symbols.ts'
import { invertedLines, type LinePicture, linesOf } from './picture/bars.ts'
import { darkBox, insideFrame } from './picture/boxes.ts'
import { mostSteps } from './picture/matrix.ts'
import { type Ink, invertedInk, overlap, transposedInk } from './picture/picture.ts'
import { bestOf, type Reading } from './report.ts'
import type { Search } from './search.ts'

/** A reading without a fault or, if all have faults, the one with the highest score; and the other symbols in the picture. */
export interface Readings {
  readonly reading: Reading | undefined
  readonly others: readonly Reading[]
}

/** Reads matrix symbols and bars, dark on light, then light on dark; if none is sound, the same inside a frame around them. */
export function readingsIn(ink: Ink, search: Search): Readings {
  const asItIs = readingsOf(ink, search)
  if (asItIs.reading !== undefined && isSound(asItIs.reading)) return asItIs
  const inside = insideFrame(ink)
  const framed = inside && readingsOf(inside, search)
  const best = bestOf([asItIs, framed].flatMap((readings) => readings?.reading ?? []))
  return framed?.reading !== undefined && framed.reading === best ? framed : asItIs
}

/** The most steps of a search: for each pixel, as part of a row, of a column and of lines that are compared; and for each polarity. */
const stepsOfPixel = 4
const stepsOfPolarity = 2 * mostSteps

function readingsOf(ink: Ink, search: Search): Readings {
  const { effort } = search
  const all: Reading[] = []
  let lines: readonly LinePicture[] | undefined
  effort.most = effort.steps + stepsOfPixel * ink.width * ink.height
  for (const polarity of ['usual', 'reversed'] as const) {
    const seen = polarity === 'usual' ? ink : invertedInk(ink)
    // what the search for matrix symbols leaves is for bars
    effort.most += stepsOfPolarity
    const matrices = matrixReadings(seen, search)
    if (matrices[0] !== undefined && isSound(matrices[0]) && isAll(seen, matrices[0])) {
      judgePolarity(matrices[0], polarity)
      return { reading: matrices[0], others: [] }
    }
    lines = lines?.map(invertedLines) ?? [seen, transposedInk(seen)].flatMap((each) => linesOf(each, effort) ?? [])
    const readings = [...matrices, ...linearReadings(lines, search)]
    const sound = readings.find(isSound)
    for (const reading of readings) judgePolarity(reading, polarity)
    if (sound !== undefined) return { reading: sound, others: othersThan(sound, readings) }
    all.push(...readings)
  }
  const best = bestOf(all)
  return { reading: best, others: best === undefined ? [] : othersThan(best, all) }
}

/** Whether the symbol is all that is dark in the picture. */
function isAll(ink: Ink, { place }: Reading): boolean {
  const all = darkBox(ink)
  return (
    all !== undefined &&
    all.left >= place.left &&
    all.right <= place.right &&
    all.top >= place.top &&
    all.bottom <= place.bottom
  )
}

const isSound = ({ findings, text }: Reading): boolean => findings.faults === 0 && text !== undefined

/** The faults that a second symbol may have: the others could also come from print that is none, as the words below bars. */
const excusable = /\.(quiet\.\w+|bars|polarity|text)$/

/** The other symbols, each at a place of its own; only those that no other print looks like. */
function othersThan(reading: Reading, all: readonly Reading[]): Reading[] {
  const distinct = [reading]
  if (!reading.isCertain) return []
  for (const each of all) {
    const isElsewhere = distinct.every(({ place }) => !overlap(place, each.place))
    if (isElsewhere && isBeyondDoubt(each)) distinct.push(each)
  }
  return distinct.slice(1)
}

const isBeyondDoubt = ({ isCertain, text, findings }: Reading): boolean =>
  isCertain && text !== undefined && findings.list.every(({ kind, code }) => kind !== 'fault' || excusable.test(code))

function judgePolarity({ findings, reversible }: Reading, polarity: 'usual' | 'reversed'): void {
  const message = 'the symbol is light on dark'
  if (polarity === 'usual') findings.pass('polarity')
  else if (reversible === true) findings.note('polarity', message)
  else findings.fault('polarity', message)
}
