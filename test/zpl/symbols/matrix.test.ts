import assert from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { matrixData } from '../../../src/zpl/symbols/datamatrix-data.ts'
import { qrData } from '../../../src/zpl/symbols/qr-data.ts'
import { zxingReads } from '../../oracle/zxing.ts'
import { forAll } from '../../random.ts'
import { codesOf, draw, pictureOf, readsOf } from './field.ts'

t.test('QR: switches, and characters that are taken for them', async (t) => {
  const [auto] = qrData('QA,abc').segments
  t.same([qrData('QA,abc').level, auto], ['Q', { mode: 'auto', text: 'abc' }])
  t.same(qrData('MM,AAC-42').segments, [{ mode: 'alphanumeric', text: 'AC-42' }])
  t.same(qrData('HM,N012').segments, [{ mode: 'numeric', text: '012' }])
  t.same(qrData('LM,B0003a,c').segments, [{ mode: 'byte', text: 'a,c' }])
  t.same(qrData('LM,K\x93\x5f').segments, [{ mode: 'kanji', text: '点' }])
  const mixed = qrData('D03048F,LM,N0123456789,A12AABB,B0006qrcode')
  t.same(mixed.append, { part: 3, parts: 4, parity: 0x8f })
  t.same(
    mixed.segments.map(({ mode, text }) => `${mode} ${text}`),
    ['numeric 0123456789', 'alphanumeric 12AABB', 'byte qrcode'],
  )
  // a letter is followed by a separator, a digit is not
  t.same([qrData('EXAMPLE CODE').segments[0]?.text, qrData('9876543210').segments[0]?.text], ['MPLE CODE', '76543210'])
  t.same(
    ['EXAMPLE', 'QA,1'].map((data) => qrData(data).findings.map(({ code }) => code)),
    [['qr_prefix'], []],
  )
  t.same(
    qrData('QM,B0009ab').findings.map(({ code }) => code),
    ['qr_byte_count'],
  )
})

t.test('QR: faults', async (t) => {
  t.same(codesOf(await draw('BQN,2,4', 'QM,N12A')), ['data_not_carried'])
  t.same(codesOf(await draw('BQN,2,4', 'QM,Xabc')), ['data_not_carried'])
  t.same(codesOf(await draw('BQN,2,4', 'QM,Babc')), ['data_not_carried'])
  t.same(codesOf(await draw('BQN,1,4', 'QA,1')), ['qr_model_1'])
  t.same(codesOf(await draw('BQR,2,4', 'QA,1')), ['parameter_out_of_range'])
  t.same(codesOf(await draw('BQN,2,4', 'D17168F,QA,1')), ['qr_mixed_mode'])
  t.same(codesOf(await draw('BQN,2,101', 'QA,1')), ['parameter_out_of_range'])
})

t.test('QR: place and size', async (t) => {
  const drawn = await draw('BQN,2,5', 'QA,1', { height: 70 })
  t.same([drawn.width, drawn.offset, drawn.typeset], [105, { x: 0, y: 70 }, { x: 0, y: -15 }])
  for (const [dpmm, side] of [
    [6, 21],
    [8, 42],
    [12, 63],
    [24, 126],
  ] as const) {
    t.equal((await draw('BQN', 'QA,1', { dpmm })).width, side)
  }
})

t.test('QR: zxing-cpp reads random bytes, and the place in a sequence', async (t) => {
  await forAll([fc.string({ minLength: 1, maxLength: 40 })], { count: 200 }, async (text) => {
    const drawn = await draw('BQN,2,4', Buffer.from(`QA,${text}`))
    assert.deepEqual(await readsOf(pictureOf(drawn, 20), 'QRCode'), [text])
  })
  const [read] = await zxingReads(pictureOf(await draw('BQN,2,4', 'D03048F,LA,012345678912AABBqrcode'), 20), 'qr')
  t.same([read?.text, read?.sequence], ['012345678912AABBqrcode', { index: 2, size: 4, id: '143' }])
})

t.test('QR: text in UTF-8 is declared by nothing, and read', async (t) => {
  const drawn = await draw('BQN,2,4', Buffer.from('QA,Grüße 点'))
  t.equal(drawn.symbol.text, 'Grüße 点')
  t.same(await readsOf(pictureOf(drawn, 20), 'QRCode'), ['Grüße 点'])
})

t.test('Data Matrix: escape sequences', async (t) => {
  const of = (data: string, control = '_') => {
    const { text, headers, eci, findings } = matrixData(data, control)
    return [text, headers.map(({ kind }) => kind), eci, findings.map(({ code }) => code)]
  }
  t.same(of('ab'), ['ab', [], undefined, []])
  t.same(of('__a_@_A_d200'), ['_a\0\x01\xc8', [], undefined, []])
  t.same(of('_101095_121'), ['01095\x1d21', ['fnc1'], undefined, []])
  t.same(of('~1a_1', '~'), ['a_1', ['fnc1'], undefined, []])
  t.same(of('_3abc'), ['abc', ['reader'], undefined, []])
  t.same(of('_5abc'), ['abc', ['macro'], undefined, []])
  t.same(of('_6abc'), ['abc', ['macro'], undefined, []])
  t.same(of('_5009abc'), ['abc', [], 9, []])
  // place 3 of 7: 2 in the high four bits and 10 in the low
  t.same(matrixData('_2042001001a', '_').headers, [{ kind: 'append', part: 3, parts: 7, fileid: [1, 1] }])
  t.same(of('a_3'), ['a', [], undefined, ['escape_not_carried']])
  t.same(of('_0_x_d9_5999a'), ['9a', [], undefined, Array(4).fill('escape_not_carried')])
  t.same(of('_1a\x1db')[3], ['separator_as_fnc1'])
})

t.test('Data Matrix: zxing-cpp reads random bytes, at any element height', async () => {
  await forAll(
    [fc.stringMatching(/^[ -^`-~]{1,40}$/), fc.integer({ min: 1, max: 8 })],
    { count: 200 },
    async (text, side) => {
      const drawn = await draw(`BXN,${side},200`, text)
      const found = await readsOf(pictureOf(await draw('BXN,4,200', text), 8), 'DataMatrix')
      assert.deepEqual(found, [text])
      assert.equal(drawn.width % side, 0)
    },
  )
})

t.test('Data Matrix: GS1, sizes and shapes', async (t) => {
  const gs1 = await draw('BXN,4,200', '_10109506000134352_110AB')
  t.same([gs1.symbol.text, gs1.findings.map(({ code }) => code)], ['(01)09506000134352(10)AB', []])
  const [read] = await zxingReads(pictureOf(gs1, 8), 'datamatrix')
  t.equal(read?.identifier, ']d2')
  const sizeOf = async (command: string): Promise<readonly number[]> => {
    const { width, height } = await draw(command, 'ABC')
    return [width, height]
  }
  t.same(await sizeOf('BXN,1,200,20,20'), [20, 20])
  t.same(await sizeOf('BXN,1,200,32,8'), [32, 8])
  t.same(await sizeOf('BXN,1,200,,,,,2'), [18, 8])
  t.same(codesOf(await draw('BXN,1,200,11,11', 'ABC')), ['datamatrix_size'])
  t.same(codesOf(await draw('BXN,1,200,10,10', 'much more than this size holds')), ['data_not_carried'])
  t.same(codesOf(await draw('BXN,1', 'ABC')), ['datamatrix_quality'])
  t.same(codesOf(await draw('BXN,1,140', 'ABC')), ['datamatrix_quality'])
  // the height of ^BY divided by its rows
  t.equal((await draw('BXN,,200', 'ABC', { height: 100 })).height, 100)
})

t.test('zxing-cpp reads the matrices of bwip-js', async (t) => {
  for (const [command, data, format] of [
    ['BON,4', 'Aztec 123', 'Aztec'],
    ['BON,4,N,204', 'Aztec 123', 'Aztec'],
    ['B7N,6,2,4', 'PDF417 123', 'PDF417'],
    ['BD4', 'MaxiCode 123', 'MaxiCode'],
  ] as const) {
    const drawn = await draw(command, data, { dpmm: 8 })
    t.same(await readsOf(pictureOf(drawn, 30), format), [data], command)
    t.same(codesOf(drawn), ['not_judged'])
  }
  t.same(codesOf(await draw('BTN', '123456')), ['data_not_carried'])
  t.same(codesOf(await draw('BBN,8', '')), ['field_empty'])
  t.same(codesOf(await draw('BYN', '1')), ['data_not_carried'])
})
