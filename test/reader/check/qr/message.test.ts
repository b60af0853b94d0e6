/** The meaning of FNC1 by its position: GS1 data, data of another application, or the end of a field. */

import t from 'tap'
import { tables } from '../../../../symbologies/index.ts'
import { filled, qrCapacity, qrOf } from '../inject-defects.ts'
import { rowsPicture } from '../paint.ts'
import { type Sample, testSamples } from '../samples.ts'

const byte = (value: number, bits = 8): string => value.toString(2).padStart(bits, '0')

/** A segment in alphanumeric mode of version 1. */
function alphanumeric(message: string): string {
  const values = Array.from(message, (each) => tables.qrAlphanumerics.indexOf(each))
  const pairs = values.flatMap((value, i) => {
    if (i % 2 === 1) return []
    const next = values[i + 1]
    return [next === undefined ? byte(value, 6) : byte(45 * value + next, 11)]
  })
  return `0010 ${byte(message.length, 9)} ${pairs.join('')}`
}

const inBytes = (message: string): string =>
  `0100 ${byte(message.length)} ${Array.from(message, (each) => byte(each.charCodeAt(0))).join('')}`

const qrSample = (name: string, bits: string, says: string, other: Partial<Sample> = {}): Sample => {
  const plan = { version: 1, level: 'L', mask: 0 } as const
  return { name, picture: rowsPicture(qrOf(filled(`${bits} 0000`, qrCapacity(plan)), plan)), says, ...other }
}

const unknown = { faults: ['unknown_ai'] }

// ISO/IEC 18004:2015, 7.4.8: in alphanumeric mode % is GS, and %% is %.
const qr = [
  qrSample('a separator', `0101 ${alphanumeric('10AB%21C')}`, '10AB\x1d21C', { faults: ['missing_ai'] }),
  qrSample('a per cent sign, its halves in two pairs', `0101 ${alphanumeric('5%%OFF')}`, '5%OFF', unknown),
  qrSample('a per cent sign, its halves in one pair', `0101 ${alphanumeric('50%%')}`, '50%', unknown),
  qrSample('a per cent sign and a separator', `0101 ${alphanumeric('A%%%B')}`, 'A%\x1dB', unknown),
  qrSample('separators in two segments', `0101 ${alphanumeric('A%')}${alphanumeric('%B')}`, 'A\x1d\x1dB', {
    faults: ['syntax', 'unknown_ai'],
  }),
  qrSample('bytes', `0101 ${inBytes('5%%')}`, '5%%', unknown),
  qrSample('bytes, then a separator', `0101 ${inBytes('a%')}${alphanumeric('%B')}`, 'a%\x1dB', unknown),
  // zxing-cpp puts the application indicator in front of the data.
  qrSample('FNC1 in second place', `1001 ${byte(37)} ${alphanumeric('A%B')}`, 'A\x1dB', { zxing: '37A\x1dB' }),
  qrSample('no FNC1', alphanumeric('A%%B%'), 'A%%B%'),
]

t.test('FNC1 in QR Code', async (t) => testSamples(t, 'qr', qr))
