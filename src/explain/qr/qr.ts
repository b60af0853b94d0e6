import {
  type Barcode,
  type QrOptions,
  type QrTrace,
  qr,
  qrCodewordModules,
  structure,
} from '../../../symbologies/index.ts'
import { counted } from '../bits.ts'
import type { Explanation, Step } from '../explanation.ts'
import { framed, quietZone } from '../linear.ts'
import { blockSteps, pathOf } from './codewords.ts'
import { qrFormatStep, versionSteps } from './information.ts'
import { qrMaskStep } from './masks.ts'
import { alignmentSteps, darkModuleStep, patternSteps, standard } from './patterns.ts'
import { streamSteps } from './stream.ts'

export function explainQr(text: string, options: QrOptions = {}): Explanation {
  const barcode = qr(text, options)
  const { matrix, trace, carried = text } = barcode
  const { version, level, mask, scores, segments, data, errorCorrection, codewords } = trace
  const stream = joined(data)
  const capacity = 8 * stream.length
  const blocks = { data, errorCorrection, capacity }
  const roles = structure.qrRoles(version)
  const remainder = structure.qrRemainderModules(version)
  const path = pathOf(blocks, qrCodewordModules(version), { remainder, width: matrix.width })
  return framed(barcode, {
    text: carried,
    summary: `version ${version}-${level}, mask ${mask}`,
    path,
    steps: [
      choiceStep(barcode, options, { text: carried, capacity }),
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
      orderStep(codewords, data.length),
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

function joined(blocks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(blocks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const block of blocks) {
    all.set(block, at)
    at += block.length
  }
  return all
}

function choiceStep(
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

function orderStep(codewords: Uint8Array, blocks: number): Step {
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

function remainderSteps(from: number, to: number): Step[] {
  if (from === to) return []
  return [
    {
      id: 'remainder',
      title: counted(to - from, 'remainder bit'),
      clause: `${standard}, 7.6, Table 1 and 7.7.3`,
      text: 'Modules that no codeword fills. They are light before masking.',
      values: { bits: to - from },
      modules: { path: [[from, to]] },
    },
  ]
}
