/** The meaning of FNC1 by its position: GS1 data, data of another application, or the end of a field. */

import t, { type Test } from 'tap'
import type { Picture } from '../../src/check/index.ts'
import { type Symbology, tables } from '../../symbologies/index.ts'
import { zxingTexts } from '../oracle/zxing.ts'
import { testDefects } from './defects.ts'
import { code128Of } from './inject-bar-defects.ts'
import { dataMatrixOf, filled, qrCapacity, qrOf } from './inject-defects.ts'
import { barsPicture, rowsPicture } from './paint.ts'

interface Sample {
  readonly name: string
  readonly picture: Picture
  readonly says: string
  /** What zxing-cpp reads, if it differs. */
  readonly zxing?: string
  /** Codes of the faults of a text that FNC1 announces as a GS1 message. */
  readonly faults?: readonly string[]
}

/** Tests that the checker reads sound symbols as zxing-cpp does. */
async function testSamples(t: Test, type: Symbology, samples: readonly Sample[]): Promise<void> {
  testDefects(
    t,
    samples.map(({ name, picture, says, faults = [] }) => ({
      name,
      picture,
      type,
      text: says,
      faults: faults.map((fault) => `${type}.gs1.${fault}`),
    })),
  )
  for (const { name, picture, says, zxing = says } of samples) {
    const read = await zxingTexts({ ...picture, grey: Uint8Array.from(picture.grey) }, type)
    t.same(read, [zxing], `zxing-cpp: ${name}`)
  }
}

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

const code128Sample = (name: string, values: readonly number[], says: string, other: Partial<Sample> = {}): Sample => ({
  name,
  picture: barsPicture(code128Of(values), { left: 30, right: 30 }),
  says,
  ...other,
})

const startB = 104
const startC = 105
const fnc1 = 102
// ISO/IEC 15417:2007, Annex B
const code128 = [
  code128Sample('first', [startB, fnc1, 33, 34], 'AB', unknown),
  code128Sample('behind a letter', [startB, 33, fnc1, 34, 35], 'ABC'),
  code128Sample('behind a small letter', [startB, 90, fnc1, 34, 35], 'zBC'),
  code128Sample('behind two digits', [startC, 57, fnc1, 58], '5758'),
  code128Sample('behind one digit', [startB, 17, fnc1, 34], '1\x1dB'),
  code128Sample('behind a hyphen', [startB, 13, fnc1, 34], '-\x1dB'),
  code128Sample('behind two letters', [startB, 33, 34, fnc1, 35], 'AB\x1dC'),
  code128Sample('behind four digits', [startC, 57, 58, fnc1, 59], '5758\x1d59'),
]

const ascii = (message: string): number[] => Array.from(message, (each) => each.charCodeAt(0) + 1)
const append = [233, 33, 1, 1]
const dataMatrixSample = (
  name: string,
  codewords: readonly number[],
  says: string,
  other: Partial<Sample> = {},
): Sample => ({
  name,
  picture: rowsPicture(dataMatrixOf(codewords, '14x14')),
  says,
  ...other,
})

// ISO/IEC 16022:2006, 5.2.4.6
const dataMatrix = [
  dataMatrixSample('first', [232, ...ascii('AB')], 'AB', unknown),
  dataMatrixSample('behind a letter', [...ascii('A'), 232, ...ascii('B')], 'AB'),
  dataMatrixSample('behind a small letter', [...ascii('z'), 232, ...ascii('B')], 'zB'),
  dataMatrixSample('behind two digits', [142, 232, ...ascii('B')], '12B'),
  dataMatrixSample('behind a hyphen', [...ascii('-'), 232, ...ascii('B')], '-\x1dB'),
  dataMatrixSample('behind two letters', [...ascii('AB'), 232, ...ascii('C')], 'AB\x1dC'),
  dataMatrixSample('behind structured append', [...append, 232, 131, 132], '0102', { faults: ['invalid_value'] }),
  dataMatrixSample('behind that and a letter', [...append, ...ascii('A'), 232, 132], 'A02'),
  dataMatrixSample('behind that and two letters', [...append, ...ascii('A'), ...ascii('B'), 232], 'AB\x1d'),
  dataMatrixSample('fifth without structured append', [...ascii('ABCD'), 232, ...ascii('E')], 'ABCD\x1dE'),
]

t.test('FNC1 in QR Code', async (t) => testSamples(t, 'qr', qr))
t.test('FNC1 in Code 128', async (t) => testSamples(t, 'code128', code128))
t.test('FNC1 in Data Matrix', async (t) => testSamples(t, 'datamatrix', dataMatrix))
