import t from 'tap'
import { gs1Message, meaningOf, writtenValue } from '../../../symbologies/gs1/index.ts'

const partsOf = (text: string) => meaningOf(gs1Message(text).elements[0]!, 2026)

t.test('meanings: below zero, west of Greenwich, and values as a label has them', async (t) => {
  const [temperature, sign] = partsOf('(4330)001250-')
  t.match([temperature?.meaning, sign?.meaning], ['-12.50 °F', 'below zero'])
  t.match(partsOf('(4309)02790858483600000000').at(-1)?.meaning, '0.0000000°')
  t.match(partsOf('(4309)02790858481800000000').at(-1)?.meaning, '180.0000000°')
  t.match(partsOf('(4309)02790858481800000001').at(-1)?.meaning, '-179.9999999°')
  const written = (text: string): string => writtenValue(gs1Message(text).elements[0]!)
  t.equal(written('(8008)261231143059'), '2026-12-31 14:30:59')
  t.equal(written('(4330)001250-'), '-12.50 °F')
  t.equal(written('(3103)001234'), '1.234 kg')
  t.equal(written('(17)991231'), '991231', 'the century depends on the day')
})
