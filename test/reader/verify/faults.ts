/**
 * Faults put into every stage of a drawing, from the encoder to the bytes, and what comes of each: what is read back is refused, or else
 * other readers have to find in it what was asked for.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import { barcodeFile, drawing, type FileStyle, labelFile } from '../../../src/draw/drawing.ts'
import { expectedOf, feedingOf, sheetOf } from '../../../src/draw/proof.ts'
import { type Composition, composeBarcode, composeLabel } from '../../../src/draw.ts'
import { FitError } from '../../../src/layout/fit.ts'
import { type DotArea, type Mark, type ModulesMark, type Scene, turns, upright } from '../../../src/layout/scene.ts'
import { type Expected, VerificationFailure, verify } from '../../../src/reader/verify/index.ts'
import { arranged } from '../../../src/render/arrange.ts'
import { commandFile } from '../../../src/render/commands.ts'
import { deflated } from '../../../src/render/deflate.ts'
import { isPrinterLanguage } from '../../../src/render/language.ts'
import { PdfDocument, pdfOf, pdfPage } from '../../../src/render/pdf.ts'
import { pngFile } from '../../../src/render/png.ts'
import { parameters } from '../../../src/request/params.ts'
import { symbolReader } from '../../../src/request/reader.ts'
import { Gs1Error } from '../../../symbologies/gs1/index.ts'
import { EncodeError, type Symbology } from '../../../symbologies/index.ts'
import { isDark, type Matrix } from '../../../symbologies/matrix/index.ts'
import { brotherPages, dymoLabels, escposStrips, pictureOf } from '../../oracle/byte-printers.ts'
import { painted } from '../../oracle/paint.ts'
import { pdfRenderers } from '../../oracle/pdf-renderers.ts'
import { pngPicture, svgPicture } from '../../oracle/picture.ts'
import { cpclLabels, eplLabels, tsplLabels } from '../../oracle/text-printers.ts'
import { zplLabels } from '../../oracle/zpl.ts'
import { type Picture, zxingTransmission } from '../../oracle/zxing.ts'
import type { Random } from '../../random.ts'
import type { Query } from './random-requests.ts'

const limits = { maxPixels: 25_000_000 }
const readers = { barcode: symbolReader(parameters.barcode), label: symbolReader(parameters.label) }

/** The most dots of a label: of larger ones it takes others a second to read one. */
const mostDots = 700_000

/** What is drawn without a fault. */
export interface Sound {
  readonly query: Query
  readonly composed: Composition
  readonly file: FileStyle
  readonly expected: Expected
  readonly symbology: Symbology
  /** What others read of it. */
  readonly text: string
}

/** What a query asks for, before it is written; undefined if it cannot be drawn, or is too large. */
function compositionOf(query: Query): Pick<Sound, 'composed' | 'file' | 'symbology'> | undefined {
  const isLabel = 'size' in query
  const { request } = (isLabel ? readers.label : readers.barcode)(query)
  if (request === undefined) return undefined
  try {
    const composed = isLabel ? composeLabel(request as never, limits) : composeBarcode(request as never, limits)
    if (composed.scene.width * composed.scene.height > mostDots) return undefined
    return {
      composed,
      file: isLabel ? labelFile(request as never) : barcodeFile(request as never),
      symbology: request.type,
    }
  } catch (error) {
    if (error instanceof EncodeError || error instanceof Gs1Error || error instanceof FitError) return undefined
    throw error
  }
}

/** A drawing that others can read; undefined for a request that cannot be drawn, or is drawn too large. */
export async function soundDrawing(query: Query): Promise<Sound | undefined> {
  const drawn = compositionOf(query)
  if (drawn === undefined) return undefined
  const { composed, file, symbology } = drawn
  const expected = expectedOf([sheetOf([composed.asked], file.copies, feedingOf(file.format))], file.format)
  const read = await zxingTransmission(painted(composed.scene), symbology)
  return read && { ...drawn, query, expected, text: read.text }
}

const bytesOf = (scene: Scene, file: FileStyle): Uint8Array =>
  deflated(drawing({ scene, warnings: [] }, file, pdfOf)).bytes

/** A drawing with a fault in it. */
interface Faulty {
  readonly bytes: Uint8Array
}

/** Puts a fault into a stage; undefined where there is nothing to spoil. */
type Stage = (sound: Sound, r: Random) => Faulty | undefined

const symbolOf = ({ marks }: Scene): ModulesMark => marks.find((mark) => mark.kind === 'modules') as ModulesMark

function withSymbol(
  { composed: { scene }, file }: Pick<Sound, 'composed' | 'file'>,
  change: (mark: ModulesMark) => ModulesMark,
): Faulty {
  const old = symbolOf(scene)
  const changed = { ...scene, marks: scene.marks.map((mark): Mark => (mark === old ? change(old) : mark)) }
  return { bytes: bytesOf(changed, file) }
}

function withMark({ composed: { scene }, file }: Sound, mark: Mark): Faulty {
  const changed = { ...scene, marks: [...scene.marks, mark] }
  return { bytes: bytesOf(changed, file) }
}

function flipped(matrix: Matrix, places: readonly (readonly [x: number, y: number])[]): Matrix {
  const words = matrix.words.slice()
  for (const [x, y] of places) words[y * matrix.stride + (x >> 5)]! ^= 0x80000000 >>> (x & 31)
  return { ...matrix, words }
}

const anyPlace = ({ width, height }: Matrix, r: Random): [number, number] => [
  r.between(0, width - 1),
  r.between(0, height - 1),
]

/** Edges from one on are a dot off, or one edge alone. */
function offByOne(edges: readonly number[], r: Random): readonly number[] {
  const at = r.between(0, edges.length - 1)
  const by = r.pick([-1, 1])
  const isAlone = r.between(0, 1) === 0
  const moved = edges.map((edge, i) => (i === at || (!isAlone && i > at) ? edge + by : edge))
  return moved.map((edge) => Math.max(0, edge))
}

/** A dot or more in a light place of the quiet zone of the symbol. */
function inQuietZone({ composed: { scene } }: Sound, r: Random): DotArea | undefined {
  const { xs, ys, symbol } = symbolOf(scene)
  const { left, top, right, bottom } = symbol!.area
  const zones = [
    { left, top: ys[0]!, right: xs[0]!, bottom: ys.at(-1)! },
    { left: xs.at(-1)!, top: ys[0]!, right, bottom: ys.at(-1)! },
    { left: xs[0]!, top, right: xs.at(-1)!, bottom: ys[0]! },
    { left: xs[0]!, top: ys.at(-1)!, right: xs.at(-1)!, bottom },
  ].filter((zone) => zone.left < zone.right && zone.top < zone.bottom)
  if (zones.length === 0) return undefined
  const zone = r.pick(zones)
  const x = r.between(zone.left, zone.right - 1)
  const y = r.between(zone.top, zone.bottom - 1)
  return {
    left: x,
    top: y,
    right: Math.min(zone.right, x + r.between(1, 4)),
    bottom: Math.min(zone.bottom, y + r.between(1, 4)),
  }
}

const dot: Matrix = { width: 1, height: 1, stride: 1, words: Uint32Array.of(0x80000000) }

/** Bytes with one that is changed, left out or put in. */
function spoilt(bytes: Uint8Array, r: Random): Uint8Array {
  const at = r.between(0, bytes.length - 1)
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
  switch (r.between(0, 3)) {
    case 0:
      return Buffer.concat([before, after.subarray(1)])
    case 1:
      return Buffer.concat([before, Uint8Array.of(r.between(0, 255)), after])
    default: {
      const changed = bytes.slice()
      changed[at]! ^= 1 << r.between(0, 7)
      return changed
    }
  }
}

export const stages: { readonly [name: string]: Stage } = {
  module: (sound, r) =>
    withSymbol(sound, (mark) => ({ ...mark, matrix: flipped(mark.matrix, [anyPlace(mark.matrix, r)]) })),
  codeword: (sound, r) =>
    withSymbol(sound, (mark) => {
      const [x, y] = anyPlace(mark.matrix, r)
      const places = Array.from({ length: 8 }, (_, i) => [x + (i & 1), y + (i >> 1)] as const)
      const inside = places.filter(([u, v]) => u < mark.matrix.width && v < mark.matrix.height && r.between(0, 1) === 0)
      return { ...mark, matrix: flipped(mark.matrix, inside) }
    }),
  mask: (sound, r) =>
    withSymbol(sound, (mark) => {
      const { width, height } = mark.matrix
      const by = r.between(2, 3)
      const places = Array.from({ length: width * height }, (_, i) => [i % width, Math.floor(i / width)] as const)
      const chosen = places.filter(([x, y]) => x > 8 && (x + y) % by === 0 && (height === 1 || y > 8))
      return { ...mark, matrix: flipped(mark.matrix, chosen) }
    }),
  'table entry': (sound, r) =>
    withSymbol(sound, (mark) => {
      const { matrix } = mark
      const isAcross = matrix.width > 1
      const at = r.between(0, (isAcross ? matrix.width : matrix.height) - 2)
      const lines = Array.from({ length: isAcross ? matrix.height : matrix.width }, (_, i) => i)
      const pairs = lines.map((i) =>
        isAcross
          ? ([
              [at, i],
              [at + 1, i],
            ] as const)
          : ([
              [i, at],
              [i, at + 1],
            ] as const),
      )
      const differing = pairs.filter(([a, b]) => isDark(matrix, ...a) !== isDark(matrix, ...b))
      return { ...mark, matrix: flipped(matrix, differing.flat()) }
    }),
  text({ query, file }, r) {
    const points = [...query.text!]
    const at = r.between(0, points.length - 1)
    points[at] = r.pick(['0', '7', 'A', 'é'])
    const other = compositionOf({ ...query, text: points.join('') })
    return other && { bytes: bytesOf(other.composed.scene, file) }
  },
  'off by one dot': (sound, r) =>
    withSymbol(sound, (mark) =>
      r.between(0, 1) === 0 ? { ...mark, xs: offByOne(mark.xs, r) } : { ...mark, ys: offByOne(mark.ys, r) },
    ),
  'quiet zone': (sound, r) => {
    const zone = inQuietZone(sound, r)
    if (zone === undefined) return undefined
    const { left, top, right, bottom } = zone
    return withMark(sound, { kind: 'modules', matrix: dot, xs: [left, right], ys: [top, bottom] })
  },
  moved: (sound, r) => {
    const [x, y] = [r.between(-30, 30), r.between(-30, 30)]
    return withSymbol(sound, (mark) => ({
      ...mark,
      xs: mark.xs.map((edge) => Math.max(0, edge + x)),
      ys: mark.ys.map((edge) => Math.max(0, edge + y)),
    }))
  },
  rotation({ composed: { scene }, file }, r) {
    const changed = { ...scene, turn: r.pick(turns.filter((turn) => turn !== scene.turn)) }
    return { bytes: bytesOf(changed, file) }
  },
  packer({ composed: { scene }, file }, r) {
    const { format } = file
    if (format !== 'png' && !isPrinterLanguage(format)) return undefined
    const printed = arranged([scene], file.copies)
    const { area } = symbolOf(upright(scene)).symbol!
    const { dots } = printed
    const near = r.between(0, 3) > 0
    const x = near ? r.between(area.left, area.right - 1) : r.between(0, dots.width - 1)
    const y = near ? r.between(area.top, area.bottom - 1) : r.between(0, dots.height - 1)
    if (x < 0 || y < 0 || x >= dots.width || y >= dots.height) return undefined
    const run = Array.from({ length: r.between(1, 8) }, (_, i) => [x + i, y] as const).filter(([u]) => u < dots.width)
    const spoiltDots = flipped(dots, run)
    const bytes =
      format === 'png'
        ? deflated(pngFile(spoiltDots, scene.resolution))
        : deflated(commandFile({ ...printed, dots: spoiltDots }, { language: format, packing: file.zpl }))
    return { bytes }
  },
  'PDF operator'({ composed: { scene }, file }, r) {
    if (file.format !== 'pdf') return undefined
    const page = pdfPage(scene)
    const { dictionary, bytes } = page.content
    const isPacked = dictionary.Filter !== undefined
    const text = Buffer.from(isPacked ? inflateSync(bytes) : bytes).toString('latin1')
    const tokens = text.split(/(?<=[ \n])/)
    const at = r.between(0, tokens.length - 1)
    const token = tokens[at]!
    const end = token.slice(-1)
    switch (r.between(0, 3)) {
      case 0:
        tokens.splice(at, 1)
        break
      case 1:
        tokens.splice(
          at,
          0,
          r.pick(['q\n', 'Q\n', 'f\n', 'f*\n', 'S\n', 'W\n', 'n\n', '1 0 0 1 3 0 cm\n', '0.5 g\n', '1 g\n', '90 rg\n']),
        )
        break
      case 2:
        tokens[at] = /^-?[\d.]+[ \n]$/.test(token)
          ? `${Number(token) + r.pick([-1, 1, 0.2, -0.3])}${end}`
          : `${r.pick(['S', 'F', 'b', 'n', 'h'])}${end}`
        break
      default:
        ;[tokens[at], tokens[(at + 1) % tokens.length]] = [tokens[(at + 1) % tokens.length]!, token]
    }
    const content = Buffer.from(tokens.join(''), 'latin1')
    const document = new PdfDocument(scene.title)
    const stream = isPacked ? { dictionary, bytes: deflateSync(content) } : { dictionary, bytes: content }
    document.addPage({ ...page, content: stream }, file.copies)
    return { bytes: document.end() }
  },
  copies({ composed: { scene }, file }, r) {
    if (file.format === 'png' || file.format === 'svg') return undefined
    const copies = Math.max(0, file.copies + r.pick([-1, 1, 2]))
    if (copies === 0) return undefined
    return { bytes: bytesOf(scene, { ...file, copies }) }
  },
  byte: ({ composed: { scene }, file }, r) => ({ bytes: spoilt(bytesOf(scene, file), r) }),
}

/**
 * Bars that are laid out higher than they were asked for, or lower: where they are on the picture is as it was laid out. Why they are
 * refused; undefined if they are not.
 *
 * @param by  in dots
 */
export function ruleOfBars(query: Query, by: number): string | undefined {
  const { perMillimetre } = compositionOf(query)!.composed.scene.resolution
  const height = Number(query.height)
  const { composed, file } = compositionOf({ ...query, height: String(height + by / perMillimetre) })!
  const { symbols, ...asked } = composed.asked
  const order = { ...asked, symbols: symbols.map((symbol) => ({ ...symbol, height })) }
  const expected = expectedOf([sheetOf([order], file.copies, feedingOf(file.format))], file.format)
  return ruleOf(bytesOf(composed.scene, file), expected)
}

/** Why bars of an add-on are refused that begin so many dots lower; undefined if they are not. */
export function ruleOfAddon(query: Query, by: number): string | undefined {
  const drawn = compositionOf(query)!
  const expected = expectedOf([sheetOf([drawn.composed.asked], 1, feedingOf(drawn.file.format))], drawn.file.format)
  const lower = (mark: ModulesMark): ModulesMark => ({ ...mark, ys: mark.ys.map((y, i) => (i === 1 ? y + by : y)) })
  return ruleOf(withSymbol(drawn, lower).bytes, expected)
}

/** What became of a fault: refused, or what others read of what passed. */
export interface Outcome {
  readonly stage: string
  readonly isRefused: boolean
  /** Undefined if that was not asked, or nothing was read. */
  readonly read: string | undefined
  readonly rule?: string
}

/** Puts a fault into a stage of a sound drawing. @param isHarmlessAsked  whether others are asked of what is refused too */
export async function injected(
  sound: Sound,
  stage: string,
  r: Random,
  isHarmlessAsked: boolean,
): Promise<Outcome | undefined> {
  let faulty: Faulty | undefined
  try {
    faulty = stages[stage]!(sound, r)
  } catch {
    return undefined
  }
  if (faulty === undefined || Buffer.compare(faulty.bytes, bytesOf(sound.composed.scene, sound.file)) === 0)
    return undefined
  const rule = ruleOf(faulty.bytes, sound.expected)
  const isRefused = rule !== undefined
  if (isRefused && !isHarmlessAsked) return { stage, isRefused, read: undefined, rule }
  const read = await readBy(faulty, sound).catch(() => undefined)
  return { stage, isRefused, read, ...(rule !== undefined && { rule }) }
}

function ruleOf(bytes: Uint8Array, expected: Expected): string | undefined {
  try {
    verify(bytes, expected)
    return undefined
  } catch (error) {
    if (error instanceof VerificationFailure) return error.rule
    throw error
  }
}

async function readBy(faulty: Faulty, { symbology, file, composed, expected }: Sound): Promise<string | undefined> {
  const pictures = await picturesIn(faulty.bytes, { file, composed, expected })
  const texts = await Promise.all(pictures.map((picture) => zxingTransmission(picture, symbology)))
  const all = new Set(texts.map((each) => each?.text))
  return all.size === 1 ? [...all][0] : undefined
}

const pdfium = pdfRenderers.find(({ name }) => name === 'PDFium')!

/** What printers and viewers of others make of the bytes. @throws Error for what they do not understand */
async function picturesIn(
  bytes: Uint8Array,
  { file: { format, copies }, composed: { scene }, expected }: Pick<Sound, 'file' | 'composed' | 'expected'>,
): Promise<readonly Picture[]> {
  const { width, height } = upright(scene)
  const { perInch, perMillimetre } = scene.resolution
  switch (format) {
    case 'png':
      return [pngPicture(bytes)]
    case 'svg':
      // at its own size in mm it would be drawn for a screen
      return [
        svgPicture(
          Buffer.from(bytes)
            .toString()
            .replace(/ width="[\d.]+mm" height="[\d.]+mm"/, ` width="${width}" height="${height}"`),
        ),
      ]
    case 'pdf': {
      const folder = mkdtempSync(join(tmpdir(), 'quietzone-faults-'))
      try {
        const name = join(folder, 'x.pdf')
        writeFileSync(name, bytes)
        return await pdfium.draw(
          name,
          folder,
          perInch,
          Array.from({ length: copies }, () => ({ width, height })),
        )
      } finally {
        rmSync(folder, { recursive: true })
      }
    }
    case 'zpl':
      return zplLabels(bytes)
    case 'tspl':
      return tsplLabels(bytes, perMillimetre)
    case 'epl':
      return eplLabels(bytes)
    case 'cpcl':
      return cpclLabels(bytes)
    case 'escpos':
      return escposStrips(bytes).map(({ rows }) => pictureOf(rows.slice(0, height)))
    case 'brother':
      return brotherPages(bytes, expected.pins!).map(({ rows }) => pictureOf(rows))
    case 'dymo':
      return dymoLabels(bytes).map(({ rows }) => pictureOf(rows))
  }
}
