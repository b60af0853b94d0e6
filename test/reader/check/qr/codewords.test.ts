import t from 'tap'
import { qr } from '../../../../symbologies/index.ts'
import { inLongRun } from '../../../random.ts'
import { type Defect, testDefects } from '../defects.ts'
import { type QrPlan, qrOf } from '../inject-defects.ts'
import { rowsPicture } from '../paint.ts'
import { stream } from './stream-of.ts'

const text = 'Planted defects, version 7, level M: one at a time.'

const plan: QrPlan = { version: 7, level: 'M', mask: 3 }
const byte = (value: number, bits = 8): string => value.toString(2).padStart(bits, '0')
const bytes = (message: string): string =>
  `0100 ${byte(message.length)} ${Array.from(message, (each) => byte(each.charCodeAt(0))).join('')}`

const data = qr(text, { version: 7, level: 'M' }).trace.data.flatMap((block) => [...block])
const streams: Defect[] = [
  {
    name: 'blocks one after the other',
    picture: rowsPicture(qrOf(Uint8Array.from(data), plan, 'one by one')),
    text,
    faults: ['qr.blocks'],
  },
  stream('a wrong pad', `${bytes('pads')}0000 ${byte(236)}${byte(17)}${byte(0)}`, { text: 'pads', faults: ['qr.pad'] }),
  stream('pads in the wrong order', `${bytes('pads')}0000 ${byte(17)}${byte(236)}${byte(17)}${byte(17)}`, {
    faults: ['qr.pad'],
  }),
  stream('all pads zero', `${bytes('pads')}0000${'00000000'.repeat(118)}`, { faults: ['qr.pad'] }),
  stream('no terminator', `0010 ${byte(2, 9)} ${byte(45 * 10 + 11, 11)}`, { text: 'AB', faults: ['qr.terminator'] }),
  stream('bits after the terminator', `0010 ${byte(1, 9)} ${byte(10, 6)} 0000 1`, { text: 'A', faults: ['qr.fill'] }),
  stream('a mode that does not exist', `${bytes('mode')}1100 0000`, { faults: ['qr.mode'] }),
  stream('a count beyond the end', `0100 ${byte(255)} ${byte(65)}`, { faults: ['qr.count'] }),
  stream('a group of 1000', `0001 ${byte(3, 10)} ${byte(1000, 10)} 0000`, { faults: ['qr.characters'] }),
  stream('a digit of 10', `0001 ${byte(1, 10)} ${byte(10, 4)} 0000`, { faults: ['qr.characters'] }),
  stream('a pair of letters beyond 44', `0010 ${byte(2, 9)} ${byte(2025, 11)} 0000`, { faults: ['qr.characters'] }),
  stream('no kanji', `1000 ${byte(1)} ${byte(0x1fff, 13)} 0000`, { faults: ['qr.characters'] }),
  stream('bytes that are no UTF-8', `0111 ${byte(26)} 0100 ${byte(1)} ${byte(0xff)} 0000`, { faults: ['qr.eci'] }),
  stream('a broken ECI designator', `0111 ${byte(0xf0)} 0000`, { faults: ['qr.eci'] }),
  stream('an ECI told in too many codewords', `0111 10000000 ${byte(26)} ${bytes('a')} 0000`, {
    text: 'a',
    notes: ['qr.eci'],
  }),
  stream('kanji under UTF-8', `0111 ${byte(26)} 1000 ${byte(1)} ${byte(0x0d9f, 13)} 0000`, { notes: ['qr.eci'] }),
  stream('kanji beside a tilde', `1000 ${byte(1)} ${byte(0x0d9f, 13)} ${bytes('~')} 0000`, {
    text: '点~',
    notes: ['qr.bytes'],
  }),
  stream('a backslash before kanji', `${bytes('\\')} 1000 ${byte(1)} ${byte(0x0d9f, 13)} 0000`, {
    text: '\\点',
    notes: ['qr.bytes'],
  }),
  stream('ISO 8859-1 beside kanji', `${bytes('\xe9')} 1000 ${byte(1)} ${byte(0x0d9f, 13)} 0000`, {
    text: 'é点',
    notes: ['qr.bytes'],
  }),
  stream('kanji beside letters', `1000 ${byte(1)} ${byte(0x0d9f, 13)} ${bytes('a|')} 0000`, { text: '点a|' }),
  stream('a segment without characters', `0001 ${byte(0, 10)} ${bytes('a')} 0000`, {
    text: 'a',
    notes: ['qr.count', 'qr.shortest'],
  }),
  stream('digits as bytes', `${bytes('0123456789')} 0000`, {
    text: '0123456789',
    notes: ['qr.shortest', 'qr.smallest'],
  }),
  stream('UTF-8 that nothing tells', `0100 ${byte(2)} ${byte(0xc3)}${byte(0xa4)} 0000`, {
    text: 'ä',
    notes: ['qr.bytes'],
  }),
  stream('the last symbol of none', `0011 0011 0001 ${byte(0)} ${bytes('a')} 0000`, { faults: ['qr.mode'] }),
]

t.test('QR Code: blocks and the bit stream', inLongRun, async (t) => testDefects(t, streams))
