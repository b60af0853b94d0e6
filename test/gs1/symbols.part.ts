/** GS1 symbols, module by module, beside those of bwip-js and zint. */

import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { bracketedText } from '../../symbologies/gs1/forms.ts'
import { carried } from '../../symbologies/gs1/index.ts'
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
import { cases, forAll, forAllInBatches } from '../random.ts'
import { type Pair, soundMessages } from './messages.ts'

interface Message {
  readonly pairs: readonly Pair[]
  /** The element strings with U+001D for FNC1. */
  readonly text: string
}

const messagesFor = (symbology: Gs1Symbology): fc.Arbitrary<Message> =>
  soundMessages(4)
    .map((pairs) => ({ pairs, ...carried(symbology, bracketedText(pairs), { form: 'elements' }) }))
    // beyond the 48 characters of GS1-128 the peers refuse some
    .filter(({ doubts }) => doubts.length === 0)
    .map(({ pairs, text }) => ({ pairs, text }))

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
    const tally = { alike: 0, other: 0, longer: 0 }
    await forAllInBatches(messagesFor('code128'), { count: 240, times: 20 }, (messages) => {
      const all = peerRows(peer, 'code128', messages)
      return Promise.all(
        messages.map(async ({ text }, i) => {
          const rows = all[i]
          if (rows === undefined) return undefined
          const ours = encode('code128', text, { gs1: true })
          const width = rows[0]!.length
          const isAlike = rows[0] === rowsOf(ours.matrix)[0]
          tally[isAlike ? 'alike' : width > ours.matrix.width ? 'longer' : 'other']++
          if (isAlike || width > ours.matrix.width) return undefined
          if (width < ours.matrix.width) return `${width} modules, ours ${ours.matrix.width}`
          const read = await zxingTexts(plainPicture({ ...ours, matrix: matrixOfRows(rows) }), 'code128')
          return read.includes(text) ? undefined : `zxing-cpp reads theirs as ${read}`
        }),
      )
    })
    t.ok(tally.alike > cases(240, 20) / 2, JSON.stringify(tally))
  })

  t.test(`GS1 DataMatrix: no more codewords than ${peer}; codewords alike, modules alike`, { skip }, async (t) => {
    const tally = { alike: 0, ascii: 0 }
    await forAllInBatches(messagesFor('datamatrix'), { count: 160, times: 20 }, (messages) => {
      const all = peerRows(peer, 'datamatrix', messages)
      return messages.map(({ text }, i) => {
        const rows = all[i]
        if (rows === undefined) return undefined
        const { trace, matrix } = encode('datamatrix', text, { gs1: true })
        const theirs = readDataMatrix(matrixOfRows(rows))
        if (!says(theirs, text)) return `theirs says ${theirs.text}`
        if (rows.length < matrix.height || theirs.padsFrom < trace.padsFrom) return `theirs is shorter: ${theirs.modes}`
        const isAlike = `${theirs.codewords}` === `${trace.codewords}`
        if (isAlike) tally.alike++
        if (isAlike && rows.join() !== rowsOf(matrix).join()) return 'other modules'
        if (!/^A+$/.test(theirs.modes)) return undefined
        tally.ascii++
        const forced = encode('datamatrix', text, { gs1: true, encodation: 'ascii' })
        return rowsOf(forced.matrix).join() === rows.join() ? undefined : 'other modules of ASCII'
      })
    })
    t.ok(Math.min(tally.alike, tally.ascii) > cases(160, 20) / 2, JSON.stringify(tally))
  })

  t.test(`GS1 QR Code: never larger than ${peer}; segments alike, modules alike`, { skip }, async (t) => {
    let alike = 0
    const six = fc.array(messagesFor('qr'), { minLength: 1, maxLength: 6 })
    const levels = fc.constantFrom('L', 'M', 'Q', 'H')
    let all = 0
    await forAll(
      [six, levels, fc.integer({ min: 1, max: 3 }), fc.nat(7)],
      { count: 28 },
      (messages, level, room, mask) => {
        all += messages.length
        const least = messages.map(({ text }) => qr(text, { gs1: true, level }).trace.version)
        for (const [i, rows] of peerRows(peer, 'qr', messages, { level }).entries())
          assert.ok(rows === undefined || rows.length >= 17 + 4 * least[i]!, `${messages[i]!.text} is smaller`)
        // with room for a peer that makes longer segments
        const forced = { level, version: Math.min(40, Math.max(...least) + room), mask }
        for (const [i, rows] of peerRows(peer, 'qr', messages, forced).entries()) {
          if (rows === undefined) continue
          const { text } = messages[i]!
          const { matrix } = qr(text, { gs1: true, ...forced })
          const [ours, theirs] = [readQr(matrix), readQr(matrixOfRows(rows))]
          const isAlike = JSON.stringify(ours.segments) === JSON.stringify(theirs.segments)
          assert.deepEqual([ours.text, ours.faults], [text, []])
          // bwip-js 4.11.4 writes % twice not just in alphanumeric segments, but in bytes too
          if (!(peer === 'bwip-js' && text.includes('%'))) assert.equal(theirs.text, text)
          if (isAlike) alike++
          assert.equal(isAlike, rows.join() === rowsOf(matrix).join(), text)
        }
      },
    )
    t.ok(alike > all / 2, `${alike} of ${all} alike`)
  })
}

const says = (reading: DataMatrixReading, text: string): boolean =>
  reading.gs1 && reading.text === text && reading.separators === text.split('\x1d').length - 1

t.test('GS1-128 is as short as can be, and reads as its message: by a reader of symbol characters', async () => {
  await forAll([messagesFor('code128')], { count: 200 }, ({ text }) => {
    const { trace, matrix } = encode('code128', text, { gs1: true })
    assert.equal(trace.values.length, shortestCode128(`\x1d${text}`, true) + 2)
    assert.equal(code128Text(trace.values, true), `\x1d${text}`)
    assert.equal(matrix.width, 11 * trace.values.length + 2)
  })
})

t.test('GS1 DataMatrix reads as its message in every encodation, by a reader of codewords', async () => {
  await forAll([messagesFor('datamatrix')], { count: 200 }, ({ text }) => {
    for (const encodation of ['ascii', 'c40', 'text', 'base256'] as const) {
      const { trace } = encode('datamatrix', text, { gs1: true, encodation })
      const read = readMessage([...trace.codewords.subarray(0, trace.size.data)])
      // GS is a byte like others to Base 256; GS1 DataMatrix takes it for a separator as well as FNC1
      const isRight = encodation === 'base256' ? read.gs1 && read.text === text : says(read, text)
      assert.ok(isRight, `${encodation}: ${read.text}, ${read.modes}`)
    }
  })
})
