import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

// HarfBuzz's subsetter in the harfbuzzjs package, called through its C interface (hb-subset.h).
const wasm = createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')
const hb = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(wasm)), {}).exports
hb._initialize()

const noHinting = 0x1
const dropTables = 3
const nameIds = 4
const layoutFeatures = 6
/** The features that HarfBuzz applies unasked to Latin, Greek and Cyrillic letters, those of fractions among them. */
const unasked = ['ccmp', 'locl', 'rlig', 'calt', 'clig', 'liga', 'kern', 'mark', 'mkmk', 'frac', 'numr', 'dnom']
const copyrightAndLicence = [0, 5, 13, 14]
const layoutTables = ['GSUB', 'GPOS', 'GDEF']
const unusedTables = ['DSIG', 'STAT', 'BASE', 'VORG', 'meta', 'vhea', 'vmtx']

/**
 * The subset of a font for the characters of `codes`, with horizontal layout features, without hinting and vertical metrics.
 *
 * @param {Uint8Array} bytes  a TrueType font
 * @param {Iterable<number>} codes  code points
 * @param {{ layout: boolean | 'unasked' }} options  layout false: no GSUB, GPOS, GDEF; unasked: only features that HarfBuzz applies
 *   unasked to Latin, Greek and Cyrillic letters
 * @returns {Uint8Array}
 */
export function subset(bytes, codes, { layout }) {
  const data = hb.malloc(bytes.length)
  new Uint8Array(hb.memory.buffer).set(bytes, data)
  const blob = hb.hb_blob_create(data, bytes.length, 1, 0, 0)
  const face = hb.hb_face_create(blob, 0)
  const input = hb.hb_subset_input_create_or_fail()
  hb.hb_subset_input_set_flags(input, noHinting)
  const unicodes = hb.hb_subset_input_unicode_set(input)
  for (const code of codes) hb.hb_set_add(unicodes, code)
  const features = hb.hb_subset_input_set(input, layoutFeatures)
  hb.hb_set_clear(features)
  if (layout === 'unasked') for (const feature of unasked) hb.hb_set_add(features, tag(feature))
  else if (layout) {
    hb.hb_set_invert(features)
    for (const vertical of ['vert', 'vrt2', 'vkrn', 'vpal', 'vhal', 'valt']) hb.hb_set_del(features, tag(vertical))
  }
  const names = hb.hb_subset_input_set(input, nameIds)
  hb.hb_set_clear(names)
  for (const id of copyrightAndLicence) hb.hb_set_add(names, id)
  const drop = hb.hb_subset_input_set(input, dropTables)
  for (const table of layout ? unusedTables : [...unusedTables, ...layoutTables]) hb.hb_set_add(drop, tag(table))
  const result = hb.hb_subset_or_fail(face, input)
  if (result === 0) throw new Error('the subsetter rejected this font')
  const output = hb.hb_face_reference_blob(result)
  const at = hb.hb_blob_get_data(output, 0)
  const copy = new Uint8Array(hb.memory.buffer.slice(at, at + hb.hb_blob_get_length(output)))
  hb.hb_blob_destroy(output)
  hb.hb_face_destroy(result)
  hb.hb_subset_input_destroy(input)
  hb.hb_face_destroy(face)
  hb.hb_blob_destroy(blob)
  hb.free(data)
  return copy
}

const tag = (name) => [...name].reduce((value, letter) => value * 256 + letter.charCodeAt(0), 0) | 0
