// A program of someone who installs the package: it uses every function of the entry point, and says what they gave as JSON.

import {
  type BarcodeRequest,
  barcode,
  bracketedText,
  checkCharactersOf,
  checkDigitOf,
  code39,
  code128,
  datamatrix,
  EncodeError,
  ean8,
  ean13,
  elementStrings,
  type FontLoader,
  fnc1,
  Gs1Error,
  gs1Description,
  gs1Message,
  humanReadable,
  type ImageStyle,
  identifierOf,
  identifiers,
  isDark,
  itf14,
  type LabelRequest,
  label,
  labelSymbologies,
  linkText,
  microqr,
  provideFonts,
  qr,
  RequestError,
  rawText,
  rowsOf,
  symbologies,
  titleOf,
  toPdf,
  toPng,
  toSvg,
  upca,
  upce,
  usualDomain,
} from 'quietzone'
import { type CheckOptions, checkImage, readPng, reportText } from 'quietzone/check'
import type { DrawnEvent, QuietZoneElement } from 'quietzone/element'
import { type Explanation, explain, explanationText } from 'quietzone/explain'
import { gs1Message as messageOf } from 'quietzone/gs1'
import { catalogue, encode as encodeAlone } from 'quietzone/symbologies'

export type Listener = (element: QuietZoneElement, event: DrawnEvent) => void

const base64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

const style: ImageStyle = { scale: 4, height: 10, rotate: 'N' }
const symbols = [
  code128('QZ-0001'),
  qr('QZ-0001', { level: 'H' }),
  microqr('QZ-0001'),
  datamatrix('QZ-0001', { shape: 'rectangle' }),
  upca('03600029145'),
  upce('425261'),
  ean13('400638133393'),
  ean8('9638507'),
  code39('QZ-0001', { ratio: 2.5 }),
  itf14('1540014128876'),
]

const message = gs1Message('(01)09506000134352(10)AB-12')
const gs1 = {
  bracketed: bracketedText(message.elements),
  raw: rawText(message.elements),
  link: linkText(message.elements, usualDomain),
  readable: humanReadable(message.elements),
  data: elementStrings(message.elements).replaceAll(fnc1, '^'),
  title: identifierOf('10')?.title,
  identifiers: identifiers().length > 400,
  digits: [checkDigitOf('950600013435'), checkCharactersOf('1987654Ad4X4bL5ttr2310c')],
  same: rawText(messageOf('https://id.gs1.org/01/09506000134352/10/AB-12').elements),
  described: gs1Description('(01)09506000134352', { thisYear: 2026 }).elements[0]?.title,
}

const request: BarcodeRequest = { type: 'qr', text: 'QZ-0001 倉庫', includetext: true, strict: false }
const labelRequest: LabelRequest = { type: 'ean13', text: '400638133393', size: '57x32mm', format: 'zpl', dpi: 203 }
const drawings = [await barcode(request), await label(labelRequest), await label({ type: 'qr', text: 'QZ-0001' })]

/** The code of what is thrown; a request that does not compile is refused too. */
async function refusal(ask: () => unknown): Promise<string | undefined> {
  try {
    await ask()
    return undefined
  } catch (error) {
    if (error instanceof RequestError) return `${error.code} ${error.faults[0]?.parameter}`
    return error instanceof EncodeError || error instanceof Gs1Error ? error.code : String(error)
  }
}

const refusals = [
  // @ts-expect-error
  await refusal(() => barcode({ type: 'qr', text: 'x', Scale: 3 })),
  // @ts-expect-error
  await refusal(() => toSvg(qr('x'), { scale: '3' })),
  // @ts-expect-error
  await refusal(() => label({ type: 'itf14', text: '1540014128876' })),
  await refusal(() => ean13('4006381333932')),
  await refusal(() => gs1Description('(01)0950600013435')),
]

const checking: CheckOptions = { type: 'code128' }
const explanation: Explanation = explain('qr', 'QZ-0001')
const matrix = encodeAlone('qr', 'QZ-0001').matrix
const blob = new Blob([await toPng(symbols[0]!), await toPdf(symbols[0]!), drawings[0]!.bytes])
const noFonts: FontLoader | undefined = undefined
if (noFonts !== undefined) provideFonts(noFonts)

console.log(
  JSON.stringify({
    pngs: await Promise.all(
      symbols.map(async (symbol) => [symbol.symbology, base64(await toPng(symbol, { ...style, scale: 4 }))]),
    ),
    svgs: symbols.map((symbol) => toSvg(symbol, style)),
    pdf: base64((await barcode({ type: 'ean13', text: '400638133393', addon: '12', format: 'pdf', dpi: 600 })).bytes),
    drawings: drawings.map(({ format, bytes }) => [format, base64(bytes)]),
    gs1,
    refusals,
    symbologies: symbologies.map(
      (symbology) => `${symbology}: ${titleOf(symbology)}, ${catalogue[symbology].standard}`,
    ),
    labelSymbologies,
    blob: blob.size > 300,
    corner: [isDark(matrix, 0, 0), rowsOf(matrix)[0]?.slice(0, 7)],
    explained: explanationText(explanation),
    checked: reportText(checkImage(await readPng(await toPng(code128('QZ-0001'))), checking)),
  }),
)
