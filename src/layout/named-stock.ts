/** Label stock by the names that its makers print on the box, with what their printers print of it. */

/** Labels on a roll, or tape of any length. */
export interface NamedStock {
  readonly name: NamedSize
  readonly maker: Maker
  /** In mm, across the print head. */
  readonly across: number
  /** In mm, along the feed; undefined for tape, whose labels have the length that is asked for. */
  readonly along: number | undefined
  /** What printers print of it; undefined where no source tells. */
  readonly area: PrintArea | undefined
  /** Round labels have their diameter for both sides. */
  readonly isRound: boolean
}

export type Maker = 'Brother' | 'DYMO' | 'Zebra'
export type NamedSize = `dk-${string}` | `tze-${string}` | `dymo-${string}` | `zebra-${string}`

/** In dots of the maker's print head. */
export interface PrintArea {
  readonly perInch: number
  readonly across: number
  /** Undefined for tape: the printer adds its margins to the length. */
  readonly along: number | undefined
  /** Blank dots on the left of it and before it; undefined where it lies in the middle. */
  readonly origin: readonly [left: number, top: number] | undefined
}

/**
 * Brother's DK labels: number, mm across and along, dots of a QL at 300 dpi, which lie in the middle. Brother's Raster Command References
 * of QL-820NWB and QL-1100 ("print area", label ID), and the numbers in the service manual of the QL-1060N. The sheets of 11234, 11241 and
 * 11247 are as long and as wide as here; the box rounds. DK-11207 has a hole.
 */
const dieCut = [
  [11201, 29, 90, 306, 991],
  [11202, 62, 100, 696, 1109],
  [11203, 17, 87, 165, 956],
  [11204, 17, 54, 165, 566],
  [11208, 38, 90, 413, 991],
  [11209, 62, 29, 696, 271],
  [11215, 29, 42, 306, 425],
  [11218, 24, 24, 236, 236],
  [11219, 12, 12, 94, 94],
  [11220, 39, 48, 425, 495],
  [11221, 23, 23, 202, 202],
  [11226, 52, 29, 578, 271],
  [11234, 60, 86.8, 672, 954],
  [11240, 102, 51, 1164, 526],
  [11241, 102, 152.8, 1164, 1660],
  [11247, 103.6, 164.3, 1200, 1822],
] as const
const round: readonly number[] = [11218, 11219]

/** Brother's DK tape, from the same sources: number, mm across, dots. */
const continuous = [
  ['22205', 62, 696],
  ['22210', 29, 306],
  ['22211', 29, 306],
  ['22212', 62, 696],
  ['22214', 12, 106],
  ['22223', 50, 554],
  ['22225', 38, 413],
  ['22243', 102, 1164],
  ['22246', 103.6, 1200],
  ['22251', 62, 696],
  ['44205', 62, 696],
  ['44605', 62, 696],
  ['n55224', 54, 590],
] as const

/**
 * Brother's TZe tape: mm, dots of the print heads of 128 pins (180 dpi) and of 560 (360 dpi). Raster Command References PT-E550W/P750W/P710BT,
 * p. 20, and PT-P900, p. 23. Of two heads, what both print: a label may be printed on either.
 */
const tze = [
  [3.5, 24, 48],
  [6, 32, 64],
  [9, 50, 106],
  [12, 70, 150],
  [18, 112, 234],
  [24, 128, 320],
  [36, undefined, 454],
] as const

/**
 * DYMO's labels for the LabelWriter: numbers on the box, mm across and along, dots at 300 dpi across and along, blank dots on the left and
 * before them. DYMO's driver, as listed in minlux/dymon, doc/paper_size.md, where lines are counted at 600 dpi; its PPD for the LabelWriter 400
 * has the same of 30252. Sizes on which DYMO's lists differ are left out.
 */
const labelWriter = [
  ['99010 30252 30320 30251 30254 s0722370', 28, 89, 299, 963, 18, 69],
  ['99012 30321 s0722400', 36, 89, 392, 961, 18, 67],
  ['99014 30323', 54, 101, 608, 1109, 18, 64],
  ['99015 30324', 54, 70, 614, 741, 12, 66],
  ['99017', 12.7, 50.8, 126, 515, 12, 67],
  ['99018', 38, 190, 420, 2160, 17, 66],
  ['99019 1933087', 59, 190, 665, 2160, 17, 66],
  ['11352 30336 1976411', 25, 54, 271, 593, 17, 27],
  ['11354 30334 1933084 s0722540', 57, 32, 651, 339, 12, 18],
  ['11355 30330 30578 s0722550', 19, 51, 196, 514, 17, 68],
  ['11356', 41, 89, 459, 963, 17, 69],
  ['30256 1763982 1933088', 59, 102, 665, 1112, 17, 70],
  ['30332 1933083 s0929120', 25, 25, 271, 252, 17, 30],
  ['30345 1933085', 19, 64, 196, 664, 17, 68],
  ['30346', 13, 48, 121, 477, 17, 68],
  ['30347', 25, 38, 271, 364, 17, 68],
  ['30374', 51, 89, 552, 920, 36, 112],
] as const

/** DYMO's labels for the LabelWriter 4XL and 5XL, whose print head is wider than they are; what their driver leaves blank is not known. */
const wideLabelWriter = [
  ['1744907', 101.6, 152.4],
  ['s0904980 1933086', 104, 159],
] as const

/** Zebra's labels whose size more than one dealer gives for the number; Zebra's others are known by their size. */
const zebra = [['800262-125', 57.2, 31.8]] as const

const stock = (
  name: NamedSize,
  maker: Maker,
  sides: readonly [number, number | undefined],
  area?: PrintArea,
): NamedStock => ({ name, maker, across: sides[0], along: sides[1], area, isRound: false })

const brotherArea = (across: number, along?: number): PrintArea => {
  return { perInch: 300, across, along, origin: undefined }
}

/** The stocks by their names, as messages list them. */
export const namedStocks: readonly NamedStock[] = [
  ...dieCut.map(([number, across, along, dotsAcross, dotsAlong]) => ({
    ...stock(`dk-${number}`, 'Brother', [across, along], brotherArea(dotsAcross, dotsAlong)),
    isRound: round.includes(number),
  })),
  ...continuous.map(([number, across, dots]) => {
    return stock(`dk-${number}`, 'Brother', [across, undefined], brotherArea(dots))
  }),
  ...tze.map(([across, narrow, wide]) => {
    const [perInch, dots] = narrow === undefined ? [360, wide] : [180, narrow]
    return stock(`tze-${across}`, 'Brother', [across, undefined], {
      perInch,
      across: dots,
      along: undefined,
      origin: undefined,
    })
  }),
  ...labelWriter.flatMap(([numbers, across, along, dotsAcross, dotsAlong, left, top]) => {
    const area: PrintArea = { perInch: 300, across: dotsAcross, along: dotsAlong, origin: [left, top] }
    return numbers.split(' ').map((number) => stock(`dymo-${number}`, 'DYMO', [across, along], area))
  }),
  ...wideLabelWriter.flatMap(([numbers, across, along]) => {
    return numbers.split(' ').map((number) => stock(`dymo-${number}`, 'DYMO', [across, along]))
  }),
  ...zebra.map(([number, across, along]) => stock(`zebra-${number}`, 'Zebra', [across, along])),
]

/** Examples of names, for messages. */
export const namesOfStock = 'a name such as dk-11201, dk-22205x100, tze-12x40 or dymo-99012'

/** A stock that was named, and the length of a label of tape. */
export interface Named {
  readonly stock: NamedStock
  /** In mm; undefined if a label of tape is asked for without one. */
  readonly along: number | undefined
}

const byName: ReadonlyMap<string, NamedStock> = new Map(namedStocks.map((each) => [each.name, each]))

/** The stock of a size as `namedSize` gives it. */
export function stockOf(size: string): Named | undefined {
  const whole = byName.get(size)
  if (whole !== undefined) return { stock: whole, along: whole.along }
  const [, name = '', length] = /^(.+)x([0-9.]+)$/.exec(size) ?? []
  const tape = byName.get(name)
  return tape === undefined || tape.along !== undefined ? undefined : { stock: tape, along: Number(length) }
}

/** From names without hyphens, with and without the maker; DK numbers as they are in America too: DK-1201 for DK-11201. */
const bySpelling: ReadonlyMap<string, NamedStock> = new Map(
  namedStocks.flatMap((each) => spellingsOf(each).map((spelling) => [spelling, each] as const)),
)

function spellingsOf({ name, maker }: NamedStock): readonly string[] {
  const plain = name.replaceAll('-', '')
  if (maker !== 'Brother') return [plain, plain.slice(maker.length)]
  const american = plain.replace(/^dk(.)\1(?=[0-9]{3}$)/, 'dk$1')
  const numbers = [plain, american].map((spelling) => spelling.replace(/^dk(?=[0-9]{5}$)/, ''))
  return [...new Set([plain, american, ...numbers].flatMap((spelling) => [spelling, `brother${spelling}`]))]
}

/** TZe tape by its number, whose middle digit is its width: TZe-231 has 12 mm (and TZe-N201 3.5). */
const tzeNumber = /^(?:brother)?tze?(?:fx|s|n)?[1-9]([0-6])[1-9]$/
const tzeWidths = [3.5, 6, 9, 12, 18, 24, 36]

function stockSpelled(spelling: string): NamedStock | undefined {
  const width = tzeNumber.exec(spelling)?.[1]
  if (width !== undefined) return byName.get(`tze-${tzeWidths[Number(width)]}`)
  return bySpelling.get(spelling.replace(/^tz(?=[0-9])/, 'tze'))
}

/** The longest spelling that is looked at. */
const longest = 40

/** The stock that someone means who writes its name without regard to capitals, blanks and hyphens; undefined if it is not one. */
export function stockNamed(given: string): Named | undefined {
  if (given.length > longest) return undefined
  const spelling = given
    .toLowerCase()
    .replace(/[\s_-]/g, '')
    .replaceAll('×', 'x')
  const whole = stockSpelled(spelling)
  if (whole !== undefined) return { stock: whole, along: whole.along }
  const [, name = '', length] = /^(.+?)(?:mm)?x([0-9]{1,3}(?:\.[0-9]{1,4})?)(?:mm)?$/.exec(spelling) ?? []
  const tape = stockSpelled(name)
  return tape === undefined || tape.along !== undefined ? undefined : { stock: tape, along: Number(length) }
}

/** A size as the rest of the house has it: `dk-11201`, `dk-22205x100`. */
export function nameOf({ stock: { name, along: own }, along }: Named): NamedSize {
  return own === undefined && along !== undefined ? `${name}x${along}` : name
}
