/** Defects of what the options of the standards add to symbols, and what readers may take for something else. */

import t from 'tap'
import { checkImage } from '../../../src/reader/check/index.ts'
import { encode } from '../../../symbologies/index.ts'
import { plainPicture } from '../../oracle/picture.ts'
import { notesOn } from './notes.ts'

t.test('a part is compared with that of the whole text', async (t) => {
  const text = 'A text that is divided among several symbols'
  for (const symbology of ['qr', 'datamatrix'] as const) {
    for (const part of [1, 2, 3]) {
      const picture = plainPicture(encode(symbology, text, { parts: 3, part }), 3)
      const { verdict, findings } = checkImage(picture, { text })
      t.equal(verdict, 'conforming')
      t.match(
        findings.find(({ code }) => code === `${symbology}.reference`),
        { kind: 'pass' },
      )
      t.match(
        checkImage(picture, { text: 'another text' }).findings,
        [{ code: `${symbology}.text`, kind: 'fault' }].slice(1),
      )
      t.equal(checkImage(picture, { text: 'another text' }).verdict, 'faults')
    }
  }
})

t.test('ECIs mean what the register says, and unknown ones are noted', async (t) => {
  for (const [eci, text] of [
    [18, 'Te słowa są głębokie'],
    [23, 'bœuf'],
    [9, 'ΑΒΓ'],
    [13, 'ไทย'],
    [24, 'عربي'],
  ] as const) {
    for (const symbology of ['qr', 'datamatrix'] as const) {
      t.same(notesOn(symbology, text, { eci }), { text }, `${symbology}, ECI ${eci}`)
    }
  }
})

t.test('bytes that readers guess at', async (t) => {
  t.match(notesOn('qr', 'Ã©', { eci: 'none' }), {
    text: 'Ã©',
    'qr.bytes': 'bytes without an ECI are ISO 8859-1, "Ã©"; readers that guess may take them for UTF-8, "é"',
  })
  t.notOk('qr.bytes' in notesOn('qr', 'é', { eci: 'none' }), 'neither UTF-8')
  t.notOk('qr.bytes' in notesOn('qr', 'Ã©'), 'nor without an ECI')
  t.match(notesOn('microqr', 'é'), { text: 'é', 'microqr.bytes': /readers may guess another character set$/ })
  t.notOk('microqr.bytes' in notesOn('microqr', 'e'))
})
