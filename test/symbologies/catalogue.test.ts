import t from 'tap'
import { layoutLabel } from '../../src/layout/label.ts'
import { dpis, resolutions } from '../../src/layout/resolution.ts'
import {
  catalogue,
  dataMatrixEncodations,
  EncodeError,
  encode,
  labelSymbologies,
  type OptionsOf,
  type Symbology,
  type SymbologyOption,
  symbologies,
} from '../../symbologies/index.ts'
import { inLongRun } from '../random.ts'

/** The options without which an option is refused. */
const company: Readonly<Record<string, object>> = {
  parts: { part: 1 },
  part: { parts: 16 },
  fileid: { parts: 2, part: 1 },
  fnc1: { indicator: 'a' },
  indicator: { fnc1: 'second' },
}

/** No value of any option. */
const unknown = '?'

/** Encodes the sample with one option, whatever the types say. @throws RangeError for an unknown value */
function encoded(symbology: Symbology, name: string, value: unknown): void {
  const options: object = { ...company[name], [name]: value }
  try {
    encode(symbology, catalogue[symbology].sample, options as OptionsOf<Symbology>)
  } catch (error) {
    // a value can be right, and the symbol too small for the sample
    if (!(error instanceof EncodeError)) throw error
  }
}

/** The encoder's values of an option. */
function valuesOf(option: SymbologyOption): unknown[] {
  const { values } = option
  if (option.words !== undefined) return option.words.map((word) => (values === undefined ? word : values[word]))
  if (option.pattern !== undefined) return [...option.samples]
  const { least, most } = option
  return Array.from({ length: most - least + 1 }, (_, i) => least + i)
}

t.test('every sample is a text that the symbology takes', async (t) => {
  for (const symbology of symbologies) t.ok(encode(symbology, catalogue[symbology].sample), symbology)
})

t.test('options and their values are those of the encoders', inLongRun, async (t) => {
  for (const symbology of symbologies) {
    for (const [name, option] of Object.entries(catalogue[symbology].options)) {
      for (const value of valuesOf(option)) encoded(symbology, name, value)
      const beyond = option.least === undefined ? [unknown] : [option.least - 1, option.most + 1]
      for (const value of beyond) t.throws(() => encoded(symbology, name, value), RangeError, `${symbology} ${name}`)
    }
  }
  t.strictSame(catalogue.datamatrix.options.encodation!.words, dataMatrixEncodations)
})

t.test('an encoder accepts no more than the catalogue lists', async (t) => {
  for (const symbology of symbologies) {
    for (const [name, option] of Object.entries(catalogue[symbology].options)) {
      try {
        encoded(symbology, name, unknown)
      } catch (error) {
        const accepted = (error as Error).message.replace(/^.*; accepted: /, '')
        const wanted = 'form' in option ? option.form : valuesOf(option).join(', ')
        t.equal(accepted, wanted, `${symbology} ${name}`)
      }
    }
  }
})

t.test('options and titles belong together', async (t) => {
  for (const symbology of symbologies) {
    for (const [name, option] of Object.entries(catalogue[symbology].options)) {
      const words = option.words ?? valuesOf(option).map(String)
      for (const { length } of [Object.keys(option.titles ?? {})]) {
        t.ok(length === 0 || words.every((word) => option.titles![word]), `${symbology} ${name}`)
      }
      if (option.groups) t.strictSame(Object.values(option.groups).flat(), words, `${symbology} ${name}`)
    }
  }
})

t.test('no module on a label is wider than the maximum in the catalogue', async (t) => {
  for (const symbology of labelSymbologies) {
    const { sample, widestModule = Number.POSITIVE_INFINITY } = catalogue[symbology]
    for (const dpi of dpis) {
      const resolution = resolutions[dpi]
      const style = { resolution, size: '4x6', orientation: 'landscape', paperSize: 'exact', showtext: false } as const
      const { module } = layoutLabel(encode(symbology, sample), sample, style)
      t.ok(module / resolution.perMillimetre <= widestModule, `${symbology} at ${dpi} dpi`)
    }
  }
})
