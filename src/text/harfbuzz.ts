import { harfBuzzFile } from './font-files.ts'

/**
 * HarfBuzz through its C interface (hb.h), out of the WebAssembly file that the harfbuzzjs package carries. That package's own
 * entry point compiles it at import and frees objects at garbage collection; here it is compiled at the first shaping,
 * synchronously, and the only objects are one buffer and the fonts, which live as long as the process.
 *
 * Names and layouts of structures belong to that file: package.json names its exact version, font-files.ts its digest.
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

/** The part of WebAssembly that is used here: the `lib` settings of tsconfig.json do not declare it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: HarfBuzz }
}

interface Running {
  readonly hb: HarfBuzz
  readonly buffer: number
  /** The buffer from which HarfBuzz reads text, its size in UTF-16 units, and the text that it holds. */
  text: number
  room: number
  laid: string
  /** How many runs have been shaped. */
  runs: number
}

let running: Running | undefined

function start(): Running {
  const refuse = (name: string) => (): never => {
    throw new Error(`HarfBuzz called ${name}`)
  }
  const { exports: hb } = new WebAssembly.Instance(new WebAssembly.Module(harfBuzzFile()), {
    env: {
      emscripten_resize_heap: (size: number): number => grow(hb, size >>> 0),
      _emscripten_runtime_keepalive_clear: refuse('keepalive_clear'),
      _abort_js: refuse('abort'),
      _setitimer_js: refuse('setitimer'),
    },
    wasi_snapshot_preview1: { proc_exit: refuse('exit') },
  })
  hb.__wasm_call_ctors()
  return { hb, buffer: hb.hb_buffer_create(), text: hb.malloc(2 * smallest), room: smallest, laid: '', runs: 0 }
}

const smallest = 1024
const page = 65536

function grow(hb: HarfBuzz, size: number): number {
  const missing = size - hb.memory.buffer.byteLength
  if (missing > 0) hb.memory.grow(Math.ceil(missing / page))
  timesGrown++
  return 1
}

/** Views of HarfBuzz's memory are valid until it grows. */
let timesGrown = 0

/** Bytes of HarfBuzz's memory, which never shrinks: 0 before the first shaping. */
export function shapingMemory(): number {
  return running?.hb.memory.buffer.byteLength ?? 0
}

/** How many runs of text have been shaped so far. */
export function shapedRuns(): number {
  return running?.runs ?? 0
}

/** A font in HarfBuzz's memory, shaped in its own units. */
export interface ShapingFont {
  readonly pointer: number
  /** Address of the font file's bytes. */
  readonly data: number
  /** The font file's bytes: a view that is valid until a text is shaped or a font is opened, when memory may move. */
  bytes(): DataView
}

/** @param file  a TrueType or OpenType font, whole */
export function openFont(file: Uint8Array): ShapingFont {
  running ??= start()
  const { hb } = running
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

/** Frees the font's memory; the font must not be used afterwards. */
export function closeFont({ pointer, data }: ShapingFont): void {
  const { hb } = running!
  hb.hb_font_destroy(pointer)
  hb.free(data)
}

/** Receives one shaped glyph; distances in font units, y up, `index` the UTF-16 unit where its cluster starts. */
export type GlyphVisitor = (glyph: number, index: number, advance: number, dx: number, dy: number) => void

export interface ShapingRun {
  /** UTF-16 units [start, end) of the text. */
  readonly start: number
  readonly end: number
  readonly rightToLeft: boolean
}

/** Shapes one run of `text`, with its other characters as context, and visits the run's glyphs from left to right. */
export function shapeRun(font: ShapingFont, text: string, run: ShapingRun, visit: GlyphVisitor): void {
  running ??= start()
  const { hb, buffer } = running
  const at = layText(running, text)
  running.runs++
  hb.hb_buffer_clear_contents(buffer)
  hb.hb_buffer_add_utf16(buffer, at, text.length, run.start, run.end - run.start)
  hb.hb_buffer_set_direction(buffer, run.rightToLeft ? 5 : 4)
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
    visit(words[info]!, words[info + 2]!, words[position]!, words[position + 2]!, words[position + 3]!)
  }
}

/** A line can have as many runs as characters: it is copied into HarfBuzz's memory once for all of them. */
function layText(run: Running, text: string): number {
  const { hb } = run
  if (text === run.laid) return run.text
  if (text.length > run.room) {
    run.room = 2 * text.length
    run.text = hb.malloc(2 * run.room)
  }
  const units = new Uint16Array(hb.memory.buffer, run.text, text.length)
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i)
  run.laid = text
  return run.text
}
