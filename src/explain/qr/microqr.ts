import {
  type Barcode,
  type MicroQrOptions,
  type MicroQrTrace,
  microQrCodewordModules,
  microqr,
  structure,
} from '../../../symbologies/index.ts'
import { counted } from '../bits.ts'
import type { Explanation, Step } from '../explanation.ts'
import { framed, quietZone } from '../linear.ts'
import { blockSteps, pathOf } from './codewords.ts'
import { microQrFormatStep } from './information.ts'
import { microQrMaskStep } from './masks.ts'
import { patternSteps, standard } from './patterns.ts'
import { streamSteps } from './stream.ts'

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
  return framed(barcode, {
    text,
    summary: `version ${name}, mask ${mask}`,
    path,
    steps: [
      choiceStep(barcode, options, { name, capacity }),
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
      orderStep(path.length, capacity),
      microQrMaskStep(scores, { mask, forced: options.mask !== undefined, modules: path.length }),
      quietZone(barcode, `${standard}, 6.3.8`),
      ...patternSteps(structure.microQrRoles(kind)),
      microQrFormatStep(matrix, { number, name }, mask),
    ],
  })
}

interface Kind {
  readonly name: string
  readonly capacity: number
}

function choiceStep(
  { matrix, trace: { version, level, segments } }: Barcode<MicroQrTrace>,
  options: MicroQrOptions,
  { name, capacity }: Kind,
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

function orderStep(bits: number, capacity: number): Step {
  const half = capacity % 8 === 0 ? '' : ' The last data codeword has four bits.'
  return {
    id: 'placement',
    title: `${Math.ceil(bits / 8)} codewords in order of placement`,
    clause: `${standard}, 7.6 and 7.7.3`,
    text: `Data codewords, then those for error correction.${half} They fill columns two modules wide from the lower right corner, alternately upwards and downwards; the most significant bit first, right before left.`,
    modules: { path: [[0, bits]] },
  }
}
