import { type Barcode, type Code39Trace, catalogue, code39, quoted, rowsOf } from '../../symbologies/index.ts'
import type { Area, Explanation, Part, Step } from './explanation.ts'
import { columns, framed, quietZone, widthsIn } from './linear.ts'
import { nameOf } from './names.ts'

const { standard } = catalogue.code39
const width = 15
const gap = 1
/** From the left edge of one character to that of the next. */
const pitch = width + gap

export function explainCode39(text: string): Explanation {
  const barcode = code39(text)
  return framed(barcode, {
    text,
    summary: `${text.length} ${text.length === 1 ? 'character' : 'characters'}, wide elements three times the narrow ones`,
    steps: [
      quietZone(barcode, `${standard}, 4.4 d)`),
      frame(barcode, { id: 'start', title: 'Start character', from: 0 }),
      charactersStep(barcode, text),
      gapsStep(barcode),
      checkStep(),
      frame(barcode, { id: 'stop', title: 'Stop character', from: barcode.matrix.width - width }),
    ],
  })
}

function frame(
  { matrix }: Barcode<Code39Trace>,
  { id, title, from }: { readonly id: string; readonly title: string; readonly from: number },
): Step {
  return {
    id,
    title,
    clause: `${standard}, 4.3.2`,
    text: 'The asterisk, at both ends and nowhere else. Read backwards it is a different pattern, which shows the direction of the scan.',
    values: { widths: widthsIn(rowsOf(matrix)[0]!, from, from + width) },
    modules: columns(from, from + width),
  }
}

function charactersStep({ matrix, trace: { values } }: Barcode<Code39Trace>, text: string): Step {
  const row = rowsOf(matrix)[0]!
  // indexed by value, which determines the widths
  const patterns: ReturnType<typeof pattern>[] = []
  const parts = Array.from(values, (value, i): Part => {
    const from = (i + 1) * pitch
    patterns[value] ??= pattern(value, widthsIn(row, from, from + width))
    const { text: about, values } = patterns[value]
    return { title: nameOf(text[i]!), text: about, values, modules: columns(from, from + width) }
  })
  return {
    id: 'characters',
    title: `Characters ${quoted(text)}`,
    clause: `${standard}, 4.3.1 and Table 1`,
    text: 'Each character consists of five bars and the four spaces between them; three of the nine are wide.',
    modules: { areas: parts.flatMap(({ modules }) => modules?.areas ?? []) },
    parts,
  }
}

function pattern(value: number, widths: string): Required<Pick<Part, 'text' | 'values'>> {
  return { text: `Value ${value}; wide: ${wideElements(widths)}.`, values: { value, widths } }
}

/** The wide elements, counted as bar 1, space 1, bar 2 and so on. */
function wideElements(widths: string): string {
  return [...widths]
    .flatMap((width, i) => (width === '1' ? [] : [`${i % 2 === 0 ? 'bar' : 'space'} ${(i >> 1) + 1}`]))
    .join(', ')
}

function gapsStep({ matrix }: Barcode<Code39Trace>): Step {
  const areas: Area[] = []
  for (let at = width; at < matrix.width; at += pitch) areas.push([at, 0, gap, 1])
  return {
    id: 'gaps',
    title: 'Gaps between characters',
    clause: `${standard}, 4.4 c)`,
    text: 'A space that carries no data separates each character from the next; here it is as wide as a narrow element.',
    values: { width: gap, count: areas.length },
    modules: { areas },
  }
}

function checkStep(): Step {
  return {
    id: 'check',
    title: 'No check character',
    clause: `${standard}, Annex A`,
    text: 'A check character is optional, and this symbol has none.',
  }
}
