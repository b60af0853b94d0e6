/** Labels for printers of every language and entry, and what comes of a fault in each function between their scenes and the bytes. */

import { labelsFor } from '../../../src/design/printer-labels.ts'
import { printerFeeding, sheetOf } from '../../../src/draw/proof.ts'
import { type Composition, composeLabel } from '../../../src/draw.ts'
import { FitError } from '../../../src/layout/fit.ts'
import { moved, type Scene, type Turn, turns } from '../../../src/layout/scene.ts'
import type { LabelSize } from '../../../src/layout/stock.ts'
import { standingAlone } from '../../../src/printing/printers/delivery.ts'
import { type MadePiece, madePieces, type PieceStyle, type RowScene } from '../../../src/printing/printers/pieces.ts'
import { type JobFormat, languages, type Printer } from '../../../src/printing/printers/printer.ts'
import { printersIn } from '../../../src/printing/printers/printers-file.ts'
import type { Box } from '../../../src/reader/check/index.ts'
import { cropped } from '../../../src/reader/verify/dots.ts'
import type { Expected } from '../../../src/reader/verify/index.ts'
import { arranged, quarterTurns, type RollArrangement } from '../../../src/render/arrange.ts'
import { commandFile } from '../../../src/render/commands.ts'
import { deflated } from '../../../src/render/deflate.ts'
import { type FedLabel, isPrinterLanguage, type LanguageTraits, languageTraits } from '../../../src/render/language.ts'
import { EncodeError } from '../../../symbologies/index.ts'
import { darken, isDark, lightMatrix, type Matrix } from '../../../symbologies/matrix/index.ts'
import type { Random } from '../../random.ts'
import { briefText } from '../../texts.ts'
import type { Query } from './random-requests.ts'

/** A row of labels that a printer is to print. */
export interface Printed {
  readonly printer: Printer
  readonly labels: readonly Composition[]
  readonly copies: number
  /** What asks for the labels. */
  readonly asked: { readonly query: Query; readonly texts: readonly string[] }
  /** The symbols with their quiet zones, in the arranged dots. */
  readonly areas: readonly Box[]
}

const stocksFor: { readonly [L in JobFormat]?: readonly string[] } = {
  brother: ['62x100mm', '29x90mm', 'dk-11201', 'dk-22205x100', '24x60mm', '12x40mm', '102x150mm', '50x49.9mm'],
  dymo: ['dymo-99012', '57x32mm', '54x101mm'],
  escpos: ['50x30', '57x32mm', '40x20'],
}
const stocks = ['50x30', '62x100mm', '30x50mm', '40x40mm', '40x40.1mm', '40.1x40mm', '25x54mm', '2x1', '80x39mm']

/** A printer as its file describes it; undefined if the file refuses it. */
function anyPrinter(r: Random): Printer | undefined {
  const language = r.pick(languages)
  const traits: LanguageTraits | undefined = isPrinterLanguage(language) ? languageTraits[language] : undefined
  const isDrawn = traits === undefined
  const half = (): boolean => r.between(0, 1) === 0
  const across = traits?.isWide && r.between(0, 2) > 0 ? r.between(2, 3) : undefined
  const entry = {
    name: 'dock',
    address: isDrawn ? 'ipp://192.0.2.1/ipp/print' : 'socket://192.0.2.1:9100',
    language,
    dpi: r.pick(traits?.dpis ?? ['203', '300', '600']),
    stock: r.pick(stocksFor[language] ?? stocks),
    ...(half() && { turn: r.pick(quarterTurns) }),
    ...(half() && { gain: r.pick([0.16, [0.1, 0.2], -0.1, [0.13, -0.13]]) }),
    ...(!isDrawn && half() && { offset: [r.between(-20, 20) / 10, r.between(-20, 20) / 10] }),
    ...(!isDrawn && half() && { scale: [r.between(985, 1015) / 1000, r.between(985, 1015) / 1000] }),
    ...(across !== undefined && { across, pitch: r.between(102, 115) }),
    ...(traits !== undefined && traits.models.length > 0 && half() && { model: r.pick(traits.models) }),
    ...(traits !== undefined && half() && { media: r.pick(traits.media) }),
  }
  try {
    return printersIn(JSON.stringify([entry]))[0]
  } catch {
    return undefined
  }
}

const types = ['qr', 'datamatrix', 'code128', 'ean13', 'ean8', 'upca', 'microqr'] as const
/** Those of which labels beside each other carry texts of their own. */
const typesOfMany = ['code128', 'qr', 'datamatrix'] as const
const limits = { maxPixels: 25_000_000 }

/** A row of labels for any printer; undefined for an entry or a label that is refused. */
export function anyPrinted(r: Random): Printed | undefined {
  const printer = anyPrinter(r)
  if (printer === undefined) return undefined
  const { across = 1 } = printer.handling ?? {}
  const type = r.pick(across > 1 ? [...typesOfMany, ...types] : types)
  const query = {
    type,
    orientation: r.pick(['landscape', 'portrait']),
    showtext: String(r.between(0, 1) === 0),
    layout: r.pick(['above', 'beside', 'auto']),
    ...(r.between(0, 2) === 0 && { caption: 'Hex bolt {M8}' }),
  }
  const others = typesOfMany.some((each) => each === type) ? ['A-17', 'B-2'] : []
  const texts = [briefText[type], ...others].slice(0, across)
  try {
    return printedOn(printer, query, { texts, copies: across > 1 ? 1 : r.between(1, 3) })
  } catch (error) {
    if (error instanceof FitError || error instanceof EncodeError) return undefined
    throw error
  }
}

/** A row of labels; undefined for what is not a request. @throws FitError, EncodeError */
export function printedOn(
  printer: Printer,
  query: Query,
  { texts, copies }: { readonly texts: readonly string[]; readonly copies: number },
): Printed | undefined {
  const labels = texts.map((text) => {
    const { request } = labelsFor(printer).read({ ...query, text })
    return request === undefined ? undefined : composeLabel(request, limits)
  })
  if (!labels.every((label) => label !== undefined)) return undefined
  const { language, stock, handling = {} } = printer
  const feeding = printerFeeding(language, stock, handling)
  const orders = labels.map((label) => label.asked)
  // only Brother's heads have pins beside the label
  const sheet = sheetOf(orders, 1, { ...feeding, format: language === 'brother' ? 'tspl' : language })
  const areas = sheet.labels.flatMap(({ places }) => places.map(({ area }) => area))
  return { printer, labels, copies, asked: { query, texts }, areas }
}

/** How a row is printed: as it should be, or with something that is wrong. */
interface Printing {
  readonly style: PieceStyle
  readonly scenes: readonly Scene[]
  readonly copies: number
}

const printing = ({ printer, labels, copies }: Printed): Printing => ({
  style: printer,
  scenes: labels.map(({ scene }) => scene),
  copies,
})

/** What the printer is sent. */
function bytesOf({ style, scenes, copies }: Printing): Uint8Array {
  const [{ piece }] = [...madePieces(style, rowsOf(scenes, copies))] as [MadePiece]
  return standingAlone(piece).bytes
}

const rowsOf = (scenes: readonly Scene[], copies: number): readonly RowScene[] =>
  scenes.map((scene, i) => ({ row: i + 1, copies, scene }))

/** What the printer is sent without a fault, and what is expected of it. */
export function soundPiece({
  printer,
  labels,
  copies,
}: Printed): { readonly bytes: Uint8Array; readonly expected: Expected } | undefined {
  const rows = labels.map(({ scene, asked }, i) => ({ row: i + 1, copies, scene, asked }))
  try {
    const [{ piece, proof }] = [...madePieces(printer, rows)] as [MadePiece]
    return { bytes: standingAlone(piece).bytes, expected: proof!()!.expected }
  } catch (error) {
    // wider than its tape, or beyond its pins
    if (error instanceof FitError) return undefined
    throw error
  }
}

/** What is expected of labels on a printer. */
function expectedIn(
  printer: Printer,
  labels: readonly Pick<Composition, 'scene' | 'asked'>[],
  copies: number,
): Expected {
  const [{ proof }] = [
    ...madePieces(
      printer,
      labels.map((label, i) => ({ row: i + 1, copies, ...label })),
    ),
  ] as [MadePiece]
  return proof!()!.expected
}

function withHandling(printed: Printed, handling: Partial<RollArrangement>): Uint8Array {
  const { style, ...others } = printing(printed)
  return bytesOf({ ...others, style: { ...style, handling: { ...style.handling, ...handling } } })
}

/** Whether bytes show the same symbols where they are: words beside them, and the digits of bars, are another matter. */
function areSymbolsAlike(one: Printing, other: Printing): boolean {
  const [bytes, others] = [one, other].map(({ scenes, ...rest }) =>
    bytesOf({ ...rest, scenes: scenes.map(onlySymbols) }),
  )
  return withoutPaper(bytes!) === withoutPaper(others!)
}

/** Bytes without what Brother's ESC i z says of the paper in mm, with which the printer compares its own. */
const withoutPaper = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/iz(..)../gs, '$1')

/** What the printer is sent if its labels are finished for one that is another; undefined if their symbols are the same. */
function withLabelsFor(printed: Printed, handling: Partial<RollArrangement>): Spoilt | undefined {
  const { printer, copies, asked } = printed
  const other = { ...printer, handling: { ...printer.handling, ...handling } }
  const labels = printedOn(other, asked.query, { texts: asked.texts, copies })?.labels
  if (labels === undefined) return undefined
  const sound = printing(printed)
  const mistaken = { ...sound, scenes: labels.map(({ scene }) => scene) }
  if (areSymbolsAlike(sound, mistaken)) return undefined
  // a layout that is mistaken says itself where its symbols are; the printer is as it was
  const laidOut = labels.map(({ scene, asked }, i) => {
    const { gain, scale } = printed.labels[i]!.asked
    return { scene, asked: { ...asked, gain, scale } }
  })
  return { bytes: bytesOf(mistaken), expected: () => expectedIn(printer, laidOut, copies) }
}

const withScenes = (printed: Printed, change: (scene: Scene) => Scene): Uint8Array => {
  const { scenes, ...others } = printing(printed)
  return bytesOf({ ...others, scenes: scenes.map(change) })
}

/**
 * With other dots than the arranged ones, in the language of a printer; undefined if those of the symbols are the same. Digits beside
 * bars are none of them.
 */
function withDots(
  { printer, labels, copies, areas }: Printed,
  change: (dots: Matrix) => Matrix,
): Uint8Array | undefined {
  const { language, handling, zpl } = printer
  if (!isPrinterLanguage(language)) return undefined
  const scenes = labels.map(({ scene }) => scene)
  const label: FedLabel = arranged(scenes, copies, handling)
  const dots = change(label.dots)
  const bare = arranged(scenes.map(onlySymbols), copies, handling).dots
  const spoilt = change(bare)
  if (areas.every((area) => cropped(spoilt, area).words.join() === cropped(bare, area).words.join())) return undefined
  return deflated(commandFile({ ...label, dots }, { language, handling, packing: zpl }))
}

const onlySymbols = (scene: Scene): Scene => ({
  ...scene,
  marks: scene.marks.filter((mark) => mark.kind === 'modules' && mark.symbol !== undefined),
})

/** Each dot taken from another place. */
function dotsFrom(dots: Matrix, placeOf: (x: number, y: number) => readonly [x: number, y: number]): Matrix {
  const { width, height } = dots
  const result = lightMatrix(width, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [fromX, fromY] = placeOf(x, y)
      const isInside = fromX >= 0 && fromX < width && fromY >= 0 && fromY < height
      if (isInside && isDark(dots, fromX, fromY)) darken(result, x, y)
    }
  }
  return result
}

const turnedBy = (turn: Turn, quarters: number): Turn => turns[(turns.indexOf(turn) + quarters) % 4]!

/** A number of dots to either side: pairs of them where a pin prints two columns, which nobody sees moved by one. */
function someDots(printed: Printed, r: Random): number {
  return columnsOfPins(printed) * r.pick([-1, 1]) * r.pick([1, 2, 7, 60, 100])
}

const columnsOfPins = ({ printer: { language, dpi } }: Printed): number =>
  language === 'brother' && dpi === '600' ? 2 : 1

/** With labels side by side that many dots too far apart; undefined where none is beside another. */
export function withPitch(printed: Printed, dots: number): Uint8Array | undefined {
  const { handling: { across = 1, pitch = 0 } = {}, dpi } = printed.printer
  return across === 1 ? undefined : withHandling(printed, { pitch: pitch + (dots * 25.4) / Number(dpi) })
}

/** Without a line of dots, so that what is behind it moves up. @param line  where it is, as a share of the label */
export function withoutLine(
  printed: Printed,
  { at, isColumn }: { readonly at: number; readonly isColumn: boolean },
): Uint8Array | undefined {
  return withDots(printed, (dots) => {
    const line = Math.floor(at * (isColumn ? dots.width : dots.height))
    return dotsFrom(dots, (x, y) => (isColumn ? [x < line ? x : x + 1, y] : [x, y < line ? y : y + 1]))
  })
}

/** What comes of a fault. */
export interface Spoilt {
  readonly bytes: Uint8Array
  /** What is expected of them then, which may be refused itself, where the fault says itself where its symbols are. */
  readonly expected?: () => Expected
}

/** A fault in a function between a scene and its bytes; undefined where it has nothing to do. */
export type Fault = (printed: Printed, r: Random) => Uint8Array | Spoilt | undefined

export const faults: { readonly [ofFunction: string]: Fault } = {
  fed(printed, r) {
    const quarters = r.between(1, 3)
    return withScenes(printed, (scene) => ({ ...scene, turn: turnedBy(scene.turn, quarters) }))
  },
  'fed, another stock'(printed) {
    const { style, ...others } = printing(printed)
    const [, across, along, unit] = /^([\d.]+)x([\d.]+)(mm)?$/.exec(style.stock) ?? []
    if (across === undefined) return undefined
    return bytesOf({ ...others, style: { ...style, stock: `${along}x${across}${unit ?? ''}` as LabelSize } })
  },
  turnedFor(printed, r) {
    const { turn = 0 } = printed.printer.handling ?? {}
    return withHandling(printed, { turn: r.pick(quarterTurns.filter((each) => each !== turn)) })
  },
  upright(printed, r) {
    const isAcross = r.between(0, 1) === 0
    return withDots(printed, (dots) =>
      dotsFrom(dots, (x, y) => (isAcross ? [dots.width - 1 - x, y] : [x, dots.height - 1 - y])),
    )
  },
  'arranged, offset'(printed, r) {
    const { language, handling = {}, dpi } = printed.printer
    if (!isPrinterLanguage(language)) return undefined
    const { offset = [0, 0] } = handling
    const by = (someDots(printed, r) * 25.4) / Number(dpi)
    const other = r.between(0, 1) === 0 ? [offset[0] + by, offset[1]] : [offset[0], offset[1] + by]
    return withHandling(printed, { offset: other as [number, number] })
  },
  'arranged, pitch'(printed, r) {
    // beside a label that is alone a dot is less than SIZE of TSPL says of its page
    return withPitch(printed, Math.max(printed.labels.length === 1 ? 2 : 1, Math.abs(someDots(printed, r))))
  },
  'arranged, across'(printed) {
    const { across = 1, pitch } = printed.printer.handling ?? {}
    return across === 1 ? undefined : withHandling(printed, { across: across + 1, pitch })
  },
  'labels in a row'(printed) {
    const { scenes, ...others } = printing(printed)
    return scenes.length === 1 ? undefined : bytesOf({ ...others, scenes: scenes.toReversed() })
  },
  'a label missing'(printed) {
    const { scenes, ...others } = printing(printed)
    return scenes.length === 1 ? undefined : bytesOf({ ...others, scenes: scenes.slice(1) })
  },
  copies(printed, r) {
    const { copies, ...others } = printing(printed)
    return bytesOf({ ...others, copies: copies + r.between(1, 2) })
  },
  'placedLabel, pins'(printed, r) {
    const by = someDots(printed, r)
    return withDots(printed, (dots) => dotsFrom(dots, (x, y) => [x - by, y]))
  },
  'placedLabel, lines'(printed, r) {
    const by = someDots(printed, r)
    return withDots(printed, (dots) => dotsFrom(dots, (x, y) => [x, y - by]))
  },
  moved(printed, r) {
    const [x, y] = r.between(0, 1) === 0 ? [someDots(printed, r), 0] : [0, someDots(printed, r)]
    return withScenes(printed, (scene) => ({ ...scene, marks: scene.marks.map((mark) => moved(mark, x, y)) }))
  },
  paint: (printed, r) => withoutLine(printed, { at: r.between(0, 100) / 100, isColumn: r.between(0, 1) === 0 }),
  compensated(printed, r) {
    const { gain } = printed.printer.handling ?? {}
    const dots = r.pick([-1, 1]) * r.between(1, 2) * columnsOfPins(printed)
    const by = (dots * 25.4) / Number(printed.printer.dpi)
    const [across, along] = gain ?? [0, 0]
    return withLabelsFor(printed, { gain: r.between(0, 1) === 0 ? [across + by, along] : [across, along + by] })
  },
  scaleAsRead(printed, r) {
    const { handling = {} } = printed.printer
    const { scale = [1, 1] } = handling
    const by = r.pick([0.97, 0.98, 1.02, 1.03])
    return withLabelsFor(printed, {
      scale: r.between(0, 1) === 0 ? [scale[0] * by, scale[1]] : [scale[0], scale[1] * by],
    })
  },
}
