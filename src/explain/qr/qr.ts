/** QR Code and Micro QR Code. ISO/IEC 18004:2015 */

import {
  type Barcode,
  catalogue,
  type MicroQrOptions,
  type MicroQrTrace,
  microQrCodewordModules,
  microqr,
  type QrOptions,
  type QrTrace,
  qr,
  qrCodewordModules,
  structure,
} from '../../../symbologies/index.ts'
import { type Explanation, explanationOf, quietZone, type Step } from '../explanation.ts'
import { counted } from '../notation.ts'
import { blockSteps, microQrMaskStep, pathOf, qrMaskStep, remainderSteps } from './codewords.ts'
import {
  alignmentSteps,
  darkModuleStep,
  microQrFormatStep,
  patternSteps,
  qrFormatStep,
  versionSteps,
} from './patterns.ts'
import { streamSteps } from './stream.ts'

const { standard } = catalogue.qr

export function explainQr(text: string, options: QrOptions = {}): Explanation {
  const barcode = qr(text, options)
  const { matrix, trace, carried = text } = barcode
  const { version, level, mask, scores, segments, data, errorCorrection, codewords } = trace
  const stream = Uint8Array.from(data.flatMap((block) => [...block]))
  const capacity = 8 * stream.length
  const blocks = { data, errorCorrection, capacity }
  const roles = structure.qrRoles(version)
  const remainder = structure.qrRemainderModules(version)
  const path = pathOf(blocks, qrCodewordModules(version), { remainder, width: matrix.width })
  return explanationOf(barcode, {
    text: carried,
    summary: `version ${version}-${level}, mask ${mask}`,
    path,
    steps: [
      qrChoiceStep(barcode, options, { text: carried, capacity }),
      ...streamSteps({
        text: carried,
        segments,
        ...(trace.unannounced === 'utf8' && { bytesAre: 26 }),
        codewords: stream,
        capacity,
        indicatorBits: structure.qrIndicatorBits,
        countBits: structure.qrCountBits(version),
        terminatorBits: structure.qrTerminatorBits,
      }),
      ...blockSteps(blocks),
      qrOrderStep(codewords, data.length),
      ...remainderSteps(8 * codewords.length, path.length),
      qrMaskStep(scores, { mask, forced: options.mask !== undefined, modules: path.length }),
      quietZone(barcode, `${standard}, 6.3.8`),
      ...patternSteps(roles),
      ...alignmentSteps(version, roles),
      qrFormatStep(matrix, level, mask),
      darkModuleStep(roles),
      ...versionSteps(matrix, version, roles),
    ],
  })
}

function qrChoiceStep(
  { matrix, trace }: Barcode<QrTrace>,
  options: QrOptions,
  { text, capacity }: { readonly text: string; readonly capacity: number },
): Step {
  const { version, level, segments, range } = trace
  const held = range === undefined ? 'them' : 'every part'
  const bits = segments.reduce((sum, segment) => sum + segment.bits, 0)
  const size = options.version === undefined ? `the smallest version that holds ${held}` : 'the requested version'
  const strength =
    options.level === undefined
      ? `The level is the highest that holds ${held} in this version${options.version === undefined ? '; the version is the smallest at level M, or at L if 40-M is too small' : ''}`
      : 'The level was requested'
  return {
    id: 'version-and-level',
    title: `Version ${version}, level ${level}: ${matrix.width} × ${matrix.width} modules`,
    clause: `${standard}, 6.3.2 and 7.1 to 7.3`,
    text:
      `${counted(segments.length, 'segment')} of ${bits} bits in all, the fewest possible for this text; ` +
      `version ${version} at level ${level} holds ${capacity}. It is ${size}. ${strength}.${modeText(text, trace, options)}`,
    values: { version, level, size: matrix.width, bits, capacity },
  }
}

const beyondAscii = /[^\0-\x7f]/u

/** Why characters of kanji mode are in another, or under an ECI, and what bytes are without one; nothing for a text in ASCII. */
function modeText(text: string, { segments, unannounced }: QrTrace, { eci }: QrOptions): string {
  const others = [...text].filter((character) => beyondAscii.test(character))
  if (others.length === 0) return ''
  const has = (mode: string): boolean => segments.some((segment) => segment.mode === mode)
  const isKanji = (character: string): boolean => structure.qrKanjiValues()[character.charCodeAt(0)] !== 0
  const set = unannounced === 'utf8' ? ' Bytes are UTF-8, which no ECI announces, so that readers guess it.' : ''
  if (!others.some(isKanji)) return set
  if (eci === 'utf8') return `${set} Kanji mode, which is Shift JIS, is not taken.`
  if (typeof eci === 'number' && eci !== 20) {
    return ` Kanji mode, which is Shift JIS, is not taken: the whole text is under ECI ${eci}, as requested.`
  }
  if (has('kanji') && !has('eci')) return ''
  const isDisputed = /[\\~]/.test(text)
  if (!isDisputed && others.every(isKanji)) return ' Kanji mode takes no fewer bits.'
  const disputed = isDisputed
    ? 'a backslash for the yen sign and a tilde for the overline'
    : 'characters beyond ASCII for others'
  const taken = has('kanji') ? 'is under ECI 20' : 'is not taken'
  return ` Kanji mode ${taken}: without an ECI readers would take the bytes beside it for Shift JIS, ${disputed}.`
}

function qrOrderStep(codewords: Uint8Array, blocks: number): Step {
  const order =
    blocks === 1
      ? 'Data codewords, then those for error correction.'
      : `The first data codeword of each of the ${blocks} blocks, the second of each, and so on; then the codewords for error correction in the same order.`
  return {
    id: 'placement',
    title: `${codewords.length} codewords in order of placement`,
    clause: `${standard}, 7.6 and 7.7.3`,
    text: `${order} They fill columns two modules wide from the lower right corner, alternately upwards and downwards, and skip function patterns; the most significant bit first, right before left.`,
    values: { codewords: Array.from(codewords) },
    modules: { path: [[0, 8 * codewords.length]] },
  }
}

export function explainMicroQr(text: string, options: MicroQrOptions = {}): Explanation {
  const barcode = microqr(text, options)
  const { matrix, trace } = barcode
  const { version, level, mask, scores, segments, data, errorCorrection } = trace
  const number = structure.microQrKinds.findIndex((kind) => kind.version === version && kind.level === level)
  const kind = structure.microQrKinds[number]!
  const { capacity } = kind
  const blocks = { data: [data], errorCorrection: [errorCorrection], capacity }
  const path = pathOf(blocks, microQrCodewordModules(version, level), { remainder: [], width: matrix.width })
  const name = level === undefined ? `M${version}` : `M${version}-${level}`
  return explanationOf(barcode, {
    text,
    summary: `version ${name}, mask ${mask}`,
    path,
    steps: [
      microQrChoiceStep(barcode, options, { name, capacity }),
      ...streamSteps({
        text,
        segments,
        codewords: data,
        capacity,
        indicatorBits: structure.microQrIndicatorBits(version),
        countBits: structure.microQrCountBits[version]!,
        terminatorBits: structure.microQrTerminatorBits(version),
      }),
      ...blockSteps(blocks),
      microQrOrderStep(path.length, capacity),
      microQrMaskStep(scores, { mask, forced: options.mask !== undefined, modules: path.length }),
      quietZone(barcode, `${standard}, 6.3.8`),
      ...patternSteps(structure.microQrRoles(kind)),
      microQrFormatStep(matrix, { number, name }, mask),
    ],
  })
}

function microQrChoiceStep(
  { matrix, trace: { version, level, segments } }: Barcode<MicroQrTrace>,
  options: MicroQrOptions,
  { name, capacity }: { readonly name: string; readonly capacity: number },
): Step {
  const bits = segments.reduce((sum, segment) => sum + segment.bits, 0)
  const size = options.version === undefined ? 'the smallest version that holds them' : 'the requested version'
  const strengths = {
    none: 'M1 has no levels: it detects errors but cannot correct them',
    asked: 'The level was requested',
    highest: 'The level is the highest that holds them in this version',
  }
  const strength = level === undefined ? 'none' : options.level === undefined ? 'highest' : 'asked'
  return {
    id: 'version-and-level',
    title: `Version ${name}: ${matrix.width} × ${matrix.width} modules`,
    clause: `${standard}, 6.3.2 and 7.1 to 7.3`,
    text:
      `${counted(segments.length, 'segment')} of ${bits} bits in all, the fewest possible for this text; ` +
      `${name} holds ${capacity}. It is ${size}. ${strengths[strength]}.`,
    values: { version, ...(level && { level }), size: matrix.width, bits, capacity },
  }
}

function microQrOrderStep(bits: number, capacity: number): Step {
  const half = capacity % 8 === 0 ? '' : ' The last data codeword has four bits.'
  return {
    id: 'placement',
    title: `${Math.ceil(bits / 8)} codewords in order of placement`,
    clause: `${standard}, 7.6 and 7.7.3`,
    text: `Data codewords, then those for error correction.${half} They fill columns two modules wide from the lower right corner, alternately upwards and downwards; the most significant bit first, right before left.`,
    modules: { path: [[0, bits]] },
  }
}
