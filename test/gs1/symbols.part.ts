/** GS1 symbols, module by module, beside those of bwip-js and zint. */

import t from 'tap'
import { carried } from '../../symbologies/gs1/index.ts'
import { bracketedText } from '../../symbologies/gs1/message.ts'
import { encode, qr, rowsOf } from '../../symbologies/index.ts'
import { code128Text, shortestCode128 } from '../oracle/code128.ts'
import { type DataMatrixReading, readMessage } from '../oracle/datamatrix-message.ts'
import { readDataMatrix } from '../oracle/datamatrix-reader.ts'
import {
  bwipGs1Rows,
  bwipTakes,
  type Forced,
  type Gs1Symbology,
  matrixOfRows,
  withoutZint,
  zintGs1Rows,
} from '../oracle/gs1.ts'
import { plainPicture } from '../oracle/picture.ts'
import { readQr } from '../oracle/qr-reader.ts'
import { zxingTexts } from '../oracle/zxing.ts'
import { cases, type Random, random } from '../random.ts'
import { type Pair, soundPairs } from './messages.ts'

interface Message {
  readonly pairs: readonly Pair[]
  /** The element strings with U+001D for FNC1. */
  readonly text: string
}

function randomMessages(r: Random, symbology: Gs1Symbology, count: number): Message[] {
  const messages: Message[] = []
  while (messages.length < count) {
    const pairs = soundPairs(r, 4)
    const { text, doubts } = carried(symbology, bracketedText(pairs), { form: 'elements' })
    // beyond the 48 characters of GS1-128 the peers refuse some
    if (doubts.length === 0) messages.push({ pairs, text })
  }
  return messages
}

const peers = ['bwip-js', 'zint'] as const

/** The symbols of a peer, undefined where it does not say the message. */
function peerRows(
  peer: (typeof peers)[number],
  symbology: Gs1Symbology,
  messages: readonly Message[],
  forced: Forced = {},
): (string[] | undefined)[] {
  const all = messages.map(({ pairs }) => pairs)
  if (peer === 'bwip-js')
    return all.map((pairs) => (bwipTakes(pairs) ? bwipGs1Rows(symbology, pairs, forced) : undefined))
  // zint 2.11.1 takes 23 for the start of AIs of predefined length, as it once was, and leaves out the FNC1 behind AI 235
  return zintGs1Rows(symbology, all, forced).map((rows, i) =>
    all[i]!.slice(0, -1).some(({ ai }) => ai === '235') ? undefined : rows,
  )
}

for (const peer of peers) {
  const skip = peer === 'zint' && withoutZint

  /*
   * FNC1 is in every code set, so that a change of the code set can stand on either side of it, and the odd digit at either end
   * of an odd number of digits: several symbols can be as short.
   */
  t.test(`GS1-128: the modules of ${peer}, or as few that say the same, or fewer`, { skip }, async (t) => {
    const r = random(`gs1-128 ${peer}`)
    const messages = randomMessages(r, 'code128', cases(240, 20))
    const wrong: unknown[] = []
    const tally = { alike: 0, other: 0, longer: 0 }
    for (const [i, rows] of peerRows(peer, 'code128', messages).entries()) {
      if (rows === undefined) continue
      const { text, pairs } = messages[i]!
      const ours = encode('code128', text, { gs1: true })
      const width = rows[0]!.length
      if (rows[0] === rowsOf(ours.matrix)[0]) tally.alike++
      else if (width > ours.matrix.width) tally.longer++
      else {
        tally.other++
        const picture = plainPicture({ ...ours, matrix: matrixOfRows(rows) })
        const read = await zxingTexts(picture, 'code128')
        if (width < ours.matrix.width || !read.includes(text))
          wrong.push({ pairs, width, ours: ours.matrix.width, read })
      }
    }
    t.same(wrong.slice(0, 3), [])
    t.ok(tally.alike > messages.length / 2, JSON.stringify(tally))
  })

  t.test(`GS1 DataMatrix: no more codewords than ${peer}; codewords alike, modules alike`, { skip }, async (t) => {
    const r = random(`gs1 datamatrix ${peer}`)
    const messages = randomMessages(r, 'datamatrix', cases(160, 20))
    const wrong: unknown[] = []
    const tally = { alike: 0, ascii: 0 }
    for (const [i, rows] of peerRows(peer, 'datamatrix', messages).entries()) {
      if (rows === undefined) continue
      const { text, pairs } = messages[i]!
      const { trace, matrix } = encode('datamatrix', text, { gs1: true })
      const theirs = readDataMatrix(matrixOfRows(rows))
      const isAlike = `${theirs.codewords}` === `${trace.codewords}`
      if (!says(theirs, text)) wrong.push({ pairs, theirs: theirs.text })
      if (rows.length < matrix.height || theirs.padsFrom < trace.padsFrom) wrong.push({ pairs, modes: theirs.modes })
      if (isAlike) tally.alike++
      if (isAlike && rows.join() !== rowsOf(matrix).join()) wrong.push({ pairs, rows })
      if (!/^A+$/.test(theirs.modes)) continue
      tally.ascii++
      const forced = encode('datamatrix', text, { gs1: true, encodation: 'ascii' })
      if (rowsOf(forced.matrix).join() !== rows.join()) wrong.push({ pairs, rows, encodation: 'ascii' })
    }
    t.same(wrong.slice(0, 3), [])
    t.ok(Math.min(tally.alike, tally.ascii) > messages.length / 2, JSON.stringify(tally))
  })

  t.test(`GS1 QR Code: never larger than ${peer}; segments alike, modules alike`, { skip }, async (t) => {
    const r = random(`gs1 qr ${peer}`)
    const wrong: unknown[] = []
    let alike = 0
    const groups = cases(16)
    for (let group = 0; group < groups; group++) {
      const messages = randomMessages(r, 'qr', 6)
      const level = r.pick(['L', 'M', 'Q', 'H'] as const)
      const least = messages.map(({ text }) => qr(text, { gs1: true, level }).trace.version)
      for (const [i, rows] of peerRows(peer, 'qr', messages, { level }).entries()) {
        if (rows !== undefined && rows.length < 17 + 4 * least[i]!) wrong.push({ level, ...messages[i] })
      }
      // with room for a peer that makes longer segments
      const forced = { level, version: Math.min(40, Math.max(...least) + r.between(1, 3)), mask: r.between(0, 7) }
      for (const [i, rows] of peerRows(peer, 'qr', messages, forced).entries()) {
        if (rows === undefined) continue
        const { text, pairs } = messages[i]!
        const { matrix } = qr(text, { gs1: true, ...forced })
        const [ours, theirs] = [readQr(matrix), readQr(matrixOfRows(rows))]
        const isAlike = JSON.stringify(ours.segments) === JSON.stringify(theirs.segments)
        if (ours.text !== text || ours.faults.length > 0) wrong.push({ pairs, ours })
        // bwip-js 4.11.4 writes % twice not just in alphanumeric segments, but in bytes too
        if (theirs.text !== text && !(peer === 'bwip-js' && text.includes('%'))) wrong.push({ pairs, theirs })
        if (isAlike) alike++
        if (isAlike !== (rows.join() === rowsOf(matrix).join())) wrong.push({ pairs, forced, theirs })
      }
    }
    t.same(wrong.slice(0, 3), [])
    t.ok(alike > (6 * groups) / 2, `${alike} alike`)
  })
}

const says = (reading: DataMatrixReading, text: string): boolean =>
  reading.gs1 && reading.text === text && reading.separators === text.split('\x1d').length - 1

t.test('GS1-128 is as short as can be, and reads as its message: by a reader of symbol characters', async (t) => {
  const r = random('gs1-128 exhaustive')
  const wrong: unknown[] = []
  for (const { text } of randomMessages(r, 'code128', cases(200))) {
    const { trace, matrix } = encode('code128', text, { gs1: true })
    const shortest = shortestCode128(`\x1d${text}`, true)
    const read = code128Text(trace.values, true)
    if (trace.values.length !== shortest + 2 || read !== `\x1d${text}` || matrix.width !== 11 * trace.values.length + 2)
      wrong.push({ text, shortest, values: [...trace.values], read })
  }
  t.same(wrong.slice(0, 3), [])
})

t.test('GS1 DataMatrix reads as its message in every encodation, by a reader of codewords', async (t) => {
  const r = random('gs1 datamatrix encodations')
  const wrong: unknown[] = []
  for (const { text } of randomMessages(r, 'datamatrix', cases(200))) {
    for (const encodation of ['ascii', 'c40', 'text', 'base256'] as const) {
      const { trace } = encode('datamatrix', text, { gs1: true, encodation })
      const read = readMessage([...trace.codewords.subarray(0, trace.size.data)])
      // GS is a byte like others to Base 256; GS1 DataMatrix takes it for a separator as well as FNC1
      const isRight = encodation === 'base256' ? read.gs1 && read.text === text : says(read, text)
      if (!isRight) wrong.push({ text, encodation, read: read.text, modes: read.modes })
    }
  }
  t.same(wrong.slice(0, 3), [])
})
