import t from 'tap'
import { checkImage } from '../../../../src/reader/check/index.ts'
import { encode, type Symbology } from '../../../../symbologies/index.ts'
import { inLongRun } from '../../../random.ts'
import { type Defect, testDefects } from '../defects.ts'
import { blotted, invertedPicture, widthsIn } from '../paint.ts'
import { frayed, paint, samples } from './bars.ts'
import { ean } from './ean-defects.ts'

const dots = 3

/** What every linear symbology has in common. */
const common = samples.flatMap((sample): Defect[] => {
  const { symbology, text, quiet, bearers } = sample
  const widths = widthsIn(encode(symbology, text), dots)
  const sound = paint(widths, sample)
  const fault = (rule: string): { type: Symbology; text: string; faults: string[] } => ({
    type: symbology,
    text,
    faults: [`${symbology}.${rule}`],
  })
  const changed = (at: number, by: number): number[] => widths.map((width, i) => (i === at ? width + by : width))
  // Neither in a guard nor in the gaps between characters.
  const bar = 12
  return [
    { name: `${symbology}: sound`, picture: sound, text },
    {
      name: `${symbology}: thin quiet zone at the left`,
      picture: paint(widths, sample, { left: (quiet.left - 1) * dots }),
      ...fault('quiet.left'),
    },
    {
      name: `${symbology}: no quiet zone at the right`,
      picture: paint(widths, sample, { right: 0 }),
      ...fault('quiet.right'),
    },
    { name: `${symbology}: a bar one dot too wide`, picture: paint(changed(bar, 1), sample), ...fault('widths') },
    { name: `${symbology}: a bar one dot too narrow`, picture: paint(changed(bar, -1), sample), ...fault('widths') },
    { name: `${symbology}: a space one dot too wide`, picture: paint(changed(bar + 1, 1), sample), ...fault('widths') },
    {
      name: `${symbology}: a bar one dot to the left`,
      picture: paint(
        widths.map((width, i) => (i === bar - 1 ? width - 1 : i === bar + 1 ? width + 1 : width)),
        sample,
      ),
      ...fault('widths'),
    },
    { name: `${symbology}: light on dark`, picture: invertedPicture(sound), ...fault('polarity') },
    {
      name: `${symbology}: a scratch across the bars`,
      picture: blotted(sound, { left: 0, top: (bearers?.[0] ?? 0) + 10, width: sound.width, height: 2, grey: 255 }),
      ...fault('bars'),
    },
    ...[1, 12].flatMap((lines) =>
      frayed(sample, lines).map(({ end, picture }) => ({
        name: `${symbology}: ${end} by ${lines} of 30 lines`,
        picture,
        ...fault('bars'),
      })),
    ),
    {
      name: `${symbology}: another text`,
      picture: sound,
      ...fault('text'),
      text: symbology === 'code39' ? 'CODE39' : '12345670',
    },
  ]
})

t.test('defects common to all linear symbologies', inLongRun, async (t) => testDefects(t, common))

t.test('damaged symbols have a name even if it was not asked for', inLongRun, async (t) => {
  // With number sets of another symbology, or of none, the structure does not tell which it was.
  const unnamed = ['upca: number sets of an EAN-13', 'upce: number sets that stand for nothing']
  const wrong = [...common, ...ean].filter(
    ({ picture, type, name }) =>
      type !== undefined && !unnamed.includes(name) && checkImage(picture).symbology !== type,
  )
  t.same(
    wrong.map(({ name }) => name),
    [],
  )
})
