/** The symbols in a picture, and which of them a report is about. */

import type { Symbology } from '../../../symbologies/barcode.ts'
import { dataMatrixShapes, readDataMatrix } from './datamatrix/datamatrix.ts'
import { leastLikeness } from './linear/linear.ts'
import { linearReaders } from './linear/readers.ts'
import { invertedLines, type LinePicture, linesOf } from './picture/bars.ts'
import { darkBox, insideFrame } from './picture/boxes.ts'
import type { Effort } from './picture/effort.ts'
import { type LocatedMatrix, matricesIn, mostSteps } from './picture/matrix.ts'
import { type Ink, invertedInk, overlap, transposedBox, transposedInk } from './picture/picture.ts'
import { type Scan, scansOf } from './picture/scan.ts'
import { microShapes, readMicroQr } from './qr/microqr.ts'
import { qrShapes, readQr } from './qr/qr.ts'
import { bestOf, type SymbolReading } from './report.ts'

/** What to look for in a picture, and the effort it takes. */
interface Search {
  /** Undefined: any. */
  readonly type: Symbology | undefined
  /** The text that the symbol should carry. */
  readonly expected: string | undefined
  readonly effort: Effort
}

/** A reading without a fault or, if all have faults, the one with the highest score; and the other symbols in the picture. */
interface Readings {
  readonly reading: SymbolReading | undefined
  readonly others: readonly SymbolReading[]
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
  const all: SymbolReading[] = []
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
function isAll(ink: Ink, { place }: SymbolReading): boolean {
  const all = darkBox(ink)
  return (
    all !== undefined &&
    all.left >= place.left &&
    all.right <= place.right &&
    all.top >= place.top &&
    all.bottom <= place.bottom
  )
}

const isSound = ({ findings, text }: SymbolReading): boolean => findings.faults === 0 && text !== undefined

/** The faults that a second symbol may have: the others could also come from print that is none, as the words below bars. */
const excusable = /\.(quiet\.\w+|bars|polarity|text)$/

/** The other symbols, each at a place of its own; only those that no other print looks like. */
function othersThan(reading: SymbolReading, all: readonly SymbolReading[]): SymbolReading[] {
  const distinct = [reading]
  if (!reading.isCertain) return []
  for (const each of all) {
    const isElsewhere = distinct.every(({ place }) => !overlap(place, each.place))
    if (isElsewhere && isBeyondDoubt(each)) distinct.push(each)
  }
  return distinct.slice(1)
}

const isBeyondDoubt = ({ isCertain, text, findings }: SymbolReading): boolean =>
  isCertain && text !== undefined && findings.list.every(({ kind, code }) => kind !== 'fault' || excusable.test(code))

/** Light on dark is a fault, or a note where the standard allows it. */
export function judgePolarity({ findings, reversible }: SymbolReading, polarity: 'usual' | 'reversed'): void {
  const message = 'the symbol is light on dark'
  if (polarity === 'usual') findings.pass('polarity')
  else if (reversible === true) findings.note('polarity', message)
  else findings.fault('polarity', message)
}

/** The matrix symbols in the picture. Its size decides the symbology of each: no two symbologies have a size in common. */
function matrixReadings(ink: Ink, { type, expected, effort }: Search): SymbolReading[] {
  const all = [...qrShapes, ...microShapes, ...dataMatrixShapes]
  const wanted = all.filter(({ symbology }) => type === undefined || symbology === type)
  if (wanted.length === 0) return []
  return matricesIn(ink, wanted, effort).map((found) => readMatrix(found, expected))
}

function readMatrix(
  found: LocatedMatrix<(typeof qrShapes | typeof microShapes | typeof dataMatrixShapes)[number]>,
  expected: string | undefined,
): SymbolReading {
  const { shape } = found
  switch (shape.symbology) {
    case 'qr':
      return readQr({ ...found, shape }, expected)
    case 'microqr':
      return readMicroQr({ ...found, shape }, expected)
    case 'datamatrix':
      return readDataMatrix({ ...found, shape }, expected)
  }
}

/** The readings of the bars in a picture, which is given as it is and transposed: the best at each place. */
function linearReadings(pictures: readonly LinePicture[], { type, expected, effort }: Search): SymbolReading[] {
  const wanted = Object.entries(linearReaders).flatMap(([symbology, read]) =>
    type === undefined || symbology === type ? [read] : [],
  )
  if (wanted.length === 0) return []
  return pictures.flatMap((picture, i) => {
    const read = (scans: readonly Scan[]): SymbolReading | undefined =>
      bestOf(
        scans.flatMap((scan) =>
          wanted.flatMap((reader) => {
            const reading = reader(scan, expected, effort)
            return reading !== undefined && isLikely(reading, type) ? [reading] : []
          }),
        ),
      )
    const all = scansOf(picture, effort).flatMap(({ whole, parts }) => {
      const one = read(whole)
      const several = parts.flatMap((scans) => read(scans) ?? [])
      return several.some(({ isCertain }) => isCertain) ? several : (one ?? [])
    })
    const readings = all.filter((each, at) => !all.slice(0, at).some((before) => showsDamage(before, each)))
    return i === 0 ? readings : readings.map(transposedReading)
  })
}

/** A reading of the picture mirrored at its main diagonal. */
const transposedReading = (reading: SymbolReading): SymbolReading => ({
  ...reading,
  place: transposedBox(reading.place),
  ...(reading.addonPlace && { addonPlace: transposedBox(reading.addonPlace) }),
})

/** Whether fewer lines of the same bars are read in `other`, without the add-on that is damaged in `reading`. */
const showsDamage = ({ findings, place }: SymbolReading, other: SymbolReading): boolean =>
  other.addon === undefined &&
  overlap(place, other.place) &&
  findings.list.some(({ kind, code }) => kind === 'fault' && code.includes('.addon.'))

/** Where no symbology was asked for, bars that may be of another are of none. */
const isLikely = ({ likeness, isCertain }: SymbolReading, type: Symbology | undefined): boolean =>
  likeness >= leastLikeness && (isCertain || type !== undefined)
