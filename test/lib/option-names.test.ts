/** Every exported function that takes options refuses one that is misspelt, by its name and with the nearest. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { explain, explainContent } from '../../src/explain/index.ts'
import * as lib from '../../src/lib/index.ts'
import { type CheckOptions, checked, checkImage, checkMatrix, pictureOfPixels } from '../../src/reader/check/index.ts'
import { parameters } from '../../src/request/params.ts'
import { root } from '../../src/root.ts'
import { type Content, catalogue, encodeContent, gs1Symbologies } from '../../symbologies/index.ts'
import { inLongRun } from '../random.ts'

const { symbologies } = lib
/** As callers without types have it. */
const called = (name: string): ((text: string, options: unknown) => unknown) => (lib as never)[name]

/** A function with the options that it takes. */
interface Taker {
  readonly function: string
  readonly names: readonly string[]
  take(options: object): unknown
}

/** All names of an interface: one that is missing here, or has no place here, fails to compile. */
const namesOf = <Options>(names: Record<keyof Options, true>): readonly string[] => Object.keys(names)

const texts: { readonly [S in lib.Symbology]?: string } = {
  upca: '012345678905',
  upce: '01234565',
  ean13: '4006381333931',
  ean8: '96385074',
  itf14: '00012345678905',
}
const textFor = (symbology: lib.Symbology): string => texts[symbology] ?? '12'

/** The options of a symbology's encoder: those of the catalogue, and that its message is one of GS1. */
const optionsOf = (symbology: lib.Symbology): readonly string[] => {
  const withFnc1 = ['code128', 'qr', 'datamatrix'].includes(symbology)
  return [...Object.keys(catalogue[symbology].options), ...(withFnc1 ? ['gs1'] : [])]
}

const encoders: readonly Taker[] = symbologies.flatMap((symbology) => {
  const [text, names] = [textFor(symbology), optionsOf(symbology)]
  const encoder = called(symbology)
  return [
    { function: symbology, names, take: (options) => encoder(text, options) },
    { function: 'encode', names, take: (options) => lib.encode(symbology, text, options as never) },
    { function: 'explain', names, take: (options) => explain(symbology, text, options as never) },
    { function: 'encodeContent', names, take: (options) => encodeContent(symbology, { text }, options as never) },
    {
      function: 'explainContent',
      names,
      take: (options) => explainContent(symbology, { text }, options as never, 2026),
    },
  ]
})

const symbol = lib.qr('12')
const picture = pictureOfPixels({ width: 3, height: 3 }, new Uint8Array(36).fill(255))
const style = namesOf<lib.ImageStyle>({
  scale: true,
  height: true,
  rotate: true,
  dpi: true,
  xdim: true,
  maxPixels: true,
})
const limits = namesOf<lib.Limits>({ maxPixels: true })
const content = namesOf<Content>({ text: true, gs1: true, domain: true })
const described = namesOf<lib.DescriptionOptions>({ domain: true, thisYear: true })
const fonts = namesOf<lib.FontLoader>({ file: true, harfBuzz: true, bidi: true })
const check = namesOf<CheckOptions>({
  type: true,
  text: true,
  application: true,
  profile: true,
  thisYear: true,
  isDrawn: true,
  hasModules: true,
})
const asked = { type: 'qr', text: '12', format: 'svg' } as const
const onLabel = { type: 'qr', text: '12', format: 'png' } as const
const accepted = (table: object): readonly string[] => Object.keys(table).filter((name) => name !== 'verify')

const takers: readonly Taker[] = [
  ...encoders,
  { function: 'toSvg', names: style, take: (options) => lib.toSvg(symbol, options) },
  { function: 'toPng', names: style, take: (options) => lib.toPng(symbol, options) },
  { function: 'toPdf', names: style, take: (options) => lib.toPdf(symbol, options) },
  { function: 'barcode', names: limits, take: (options) => lib.barcode(asked, options) },
  { function: 'label', names: limits, take: (options) => lib.label(onLabel, options) },
  { function: 'barcode', names: accepted(parameters.barcode), take: (options) => lib.barcode(options as never) },
  { function: 'label', names: accepted(parameters.label), take: (options) => lib.label(options as never) },
  { function: 'encodeContent', names: content, take: (options) => encodeContent('qr', options as Content) },
  {
    function: 'explainContent',
    names: content,
    take: (options) => explainContent('qr', options as Content, undefined, 2026),
  },
  { function: 'gs1Description', names: described, take: (options) => lib.gs1Description('(10)A', options) },
  { function: 'provideFonts', names: fonts, take: (options) => lib.provideFonts(options as never) },
  { function: 'checkImage', names: check, take: (options) => checkImage(picture, options) },
  { function: 'checkMatrix', names: check, take: (options) => checkMatrix(['1'], options) },
  { function: 'checked', names: check, take: (options) => checked(picture, options) },
]

/** The name with one of its letters left out, doubled or changed for the next, and in capitals, all and the first. */
function misspellingsOf(name: string): readonly string[] {
  const wrong = [name.toUpperCase(), name[0]!.toUpperCase() + name.slice(1), name.toLowerCase()]
  for (let i = 0; i < name.length; i++) {
    wrong.push(name.slice(0, i) + name.slice(i + 1), name.slice(0, i + 1) + name.slice(i))
    if (i + 1 < name.length) wrong.push(name.slice(0, i) + name[i + 1] + name[i] + name.slice(i + 2))
  }
  return [...new Set(wrong)]
}

/** What is thrown, at once or later. */
async function thrownBy(take: () => unknown): Promise<unknown> {
  try {
    await take()
    return undefined
  } catch (error) {
    return error
  }
}

/** What a function says of one wrong name. */
const saidOf = (error: unknown, wrong: string): string =>
  error instanceof lib.RequestError
    ? (error.faults.find(({ parameter }) => parameter === wrong)?.message ?? '')
    : error instanceof RangeError
      ? error.message
      : ''

t.test('every option misspelt is refused by its name, with the nearest', inLongRun, async (t) => {
  const wrongs: string[] = []
  let count = 0
  for (const { function: name, names, take } of takers) {
    for (const meant of names) {
      for (const wrong of misspellingsOf(meant)) {
        if (names.includes(wrong)) continue
        count++
        const said = saidOf(await thrownBy(() => take({ [wrong]: 1 })), wrong)
        if (!said.includes(`"${wrong}" is not a`) || !said.endsWith(`; did you mean ${meant}?`))
          wrongs.push(`${name}: ${wrong} for ${meant}: ${said}`)
      }
    }
    const said = saidOf(await thrownBy(() => take({ colour: 'red' })), 'colour')
    if (!said.includes('"colour" is not a') || !said.includes('accepted: ')) wrongs.push(`${name}: colour: ${said}`)
  }
  t.same(wrongs, [])
  t.ok(count > 2000, `${count} misspelt names`)
})

t.test('no function with options is forgotten', async (t) => {
  // docs/api is made of the declarations
  const folder = join(root, 'docs/api')
  const declared = readdirSync(folder).flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/^function (\w+)(?:<.*?>)?\((.*)\)/gm)].filter(
      ([, , list]) => /\b(options|style|limits|request|content|fonts)\??: /.test(list!) || /\}\?: /.test(list!),
    ),
  )
  const names = new Set(declared.map(([, name]) => name!))
  // a request of the house, with parameters of other things than the symbol
  for (const name of ['encodeRequest', 'optionsIn']) names.delete(name)
  t.same([...names].sort(), [...new Set(takers.map((taker) => taker.function))].sort())
  t.same(
    symbologies.filter((symbology) => optionsOf(symbology).includes('gs1')),
    gs1Symbologies('elements').filter((symbology) => catalogue[symbology].gs1Name !== undefined),
  )
})

t.test('options that are not an object are a TypeError', async (t) => {
  for (const given of [null, 'H', 7])
    for (const name of ['qr', 'code128', 'datamatrix', 'microqr', 'ean13', 'code39', 'itf14'] as const) {
      t.throws(() => called(name)(textFor(name), given), { name: 'TypeError', message: /the options are .*an object$/ })
    }
})
