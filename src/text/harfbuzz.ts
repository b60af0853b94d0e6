import { fromSource } from './font-source.ts'

/**
 * HarfBuzz's C interface (hb.h), called in the WebAssembly file of the harfbuzzjs package. The package's entry point compiles
 * that file on import and frees objects on garbage collection. Here it is compiled synchronously when the first text is shaped,
 * and its only objects are one buffer and the fonts, which are kept until the process ends.
 *
 * The names and the layouts of structures are those of one version: package.json pins it, installed-fonts.ts has the file's digest.
 */
interface HarfBuzz {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  __wasm_call_ctors(): void
  malloc(size: number): number
  free(data: number): void
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number
  hb_blob_destroy(blob: number): void
  hb_face_create(blob: number, index: number): number
  hb_face_destroy(face: number): void
  hb_font_create(face: number): number
  hb_font_destroy(font: number): void
  hb_buffer_create(): number
  hb_buffer_clear_contents(buffer: number): void
  hb_buffer_set_direction(buffer: number, direction: number): void
  hb_buffer_set_flags(buffer: number, flags: number): void
  hb_buffer_guess_segment_properties(buffer: number): void
  hb_buffer_add_utf16(buffer: number, text: number, length: number, offset: number, count: number): void
  hb_buffer_get_length(buffer: number): number
  hb_buffer_get_glyph_infos(buffer: number, length: number): number
  hb_buffer_get_glyph_positions(buffer: number, length: number): number
  hb_shape(font: number, buffer: number, features: number, count: number): void
}

/** The part of WebAssembly that is used here; the `lib` settings of tsconfig.json do not declare it. */
declare const WebAssembly: {
  readonly Instance: new (module: object, imports: object) => { readonly exports: HarfBuzz }
}

interface Runtime {
  readonly hb: HarfBuzz
  readonly buffer: number
  /** The address of the text that HarfBuzz reads, the size of that memory in UTF-16 units, and the text in it. */
  address: number
  capacity: number
  text: string
}

let runtime: Runtime | undefined

function start(): Runtime {
  const unexpected = (name: string) => (): never => {
    throw new Error(`HarfBuzz called ${name}`)
  }
  const harfBuzz = fromSource('harfbuzz.wasm', (source) => source.harfBuzz())
  const { exports: hb } = new WebAssembly.Instance(harfBuzz, {
    env: {
      emscripten_resize_heap: (size: number): number => grow(hb, size >>> 0),
      _emscripten_runtime_keepalive_clear: unexpected('keepalive_clear'),
      _abort_js: unexpected('abort'),
      _setitimer_js: unexpected('setitimer'),
    },
    wasi_snapshot_preview1: { proc_exit: unexpected('exit') },
  })
  hb.__wasm_call_ctors()
  const address = hb.malloc(2 * firstCapacity)
  return { hb, buffer: hb.hb_buffer_create(), address, capacity: firstCapacity, text: '' }
}

const firstCapacity = 1024
const pageSize = 65536

function grow(hb: HarfBuzz, size: number): number {
  const missing = size - hb.memory.buffer.byteLength
  if (missing > 0) hb.memory.grow(Math.ceil(missing / pageSize))
  timesGrown++
  return 1
}

/** A view of HarfBuzz's memory becomes invalid when the memory grows. */
let timesGrown = 0

/** The size of HarfBuzz's memory in bytes, 0 before the first text is shaped. It never shrinks. */
export function shapingMemory(): number {
  return runtime?.hb.memory.buffer.byteLength ?? 0
}

/** A font in HarfBuzz's memory, with distances in font units. */
export interface ShapingFont {
  readonly pointer: number
  /** The address of the font file's bytes. */
  readonly data: number
  /** A view of the font file's bytes, valid until a text is shaped or a font is opened: memory may then grow. */
  bytes(): DataView
}

/** @param file  a complete TrueType or OpenType font */
export function openFont(file: Uint8Array): ShapingFont {
  runtime ??= start()
  const { hb } = runtime
  const data = hb.malloc(file.length)
  new Uint8Array(hb.memory.buffer).set(file, data)
  const readOnly = 1
  const blob = hb.hb_blob_create(data, file.length, readOnly, 0, 0)
  const face = hb.hb_face_create(blob, 0)
  const pointer = hb.hb_font_create(face)
  // the font keeps its face, and the face its blob
  hb.hb_face_destroy(face)
  hb.hb_blob_destroy(blob)
  let [view, madeAt] = [new DataView(hb.memory.buffer, data, file.length), timesGrown]
  const bytes = (): DataView => {
    if (madeAt !== timesGrown) [view, madeAt] = [new DataView(hb.memory.buffer, data, file.length), timesGrown]
    return view
  }
  return { pointer, data, bytes }
}

/** Frees the font's memory. The font must not be used afterwards. */
export function closeFont({ pointer, data }: ShapingFont): void {
  const { hb } = runtime!
  hb.hb_font_destroy(pointer)
  hb.free(data)
}

/**
 * Receives one shaped glyph: distances in font units, y up; `index` of the UTF-16 unit at which its cluster starts; whether the run
 * has the same glyphs if it is cut there.
 */
export type GlyphVisitor = (
  glyph: number,
  index: number,
  mayCut: boolean,
  advance: number,
  dx: number,
  dy: number,
) => void

export interface ShapingRun {
  /** UTF-16 units [start, end) of the text. */
  readonly start: number
  readonly end: number
  readonly isRightToLeft: boolean
}

/** Shapes one run of `text`, with the text around it as context, and visits the run's glyphs from left to right. */
export function shapeRun(font: ShapingFont, text: string, run: ShapingRun, visit: GlyphVisitor): void {
  runtime ??= start()
  const { hb, buffer } = runtime
  const address = copiedText(runtime, text)
  hb.hb_buffer_clear_contents(buffer)
  hb.hb_buffer_add_utf16(buffer, address, text.length, run.start, run.end - run.start)
  hb.hb_buffer_set_direction(buffer, run.isRightToLeft ? 5 : 4)
  hb.hb_buffer_guess_segment_properties(buffer)
  hb.hb_shape(font.pointer, buffer, 0, 0)
  const count = hb.hb_buffer_get_length(buffer)
  const infos = hb.hb_buffer_get_glyph_infos(buffer, 0) >>> 2
  const positions = hb.hb_buffer_get_glyph_positions(buffer, 0) >>> 2
  // hb_glyph_info_t: glyph, mask, cluster, two more; hb_glyph_position_t: x and y advance, x and y offset, one more
  const words = new Int32Array(hb.memory.buffer)
  for (let i = 0; i < count; i++) {
    const info = infos + 5 * i
    const position = positions + 5 * i
    const mayCut = (words[info + 1]! & unsafeToBreak) === 0
    visit(words[info]!, words[info + 2]!, mayCut, words[position]!, words[position + 2]!, words[position + 3]!)
  }
}

/** HB_GLYPH_FLAG_UNSAFE_TO_BREAK, in the mask of a glyph. */
const unsafeToBreak = 1

/** The address of a copy of `text`. A line can have as many runs as characters: it is copied once for all of them. */
function copiedText(runtime: Runtime, text: string): number {
  const { hb } = runtime
  if (text === runtime.text) return runtime.address
  if (text.length > runtime.capacity) {
    runtime.capacity = 2 * text.length
    runtime.address = hb.malloc(2 * runtime.capacity)
  }
  const units = new Uint16Array(hb.memory.buffer, runtime.address, text.length)
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i)
  runtime.text = text
  return runtime.address
}
