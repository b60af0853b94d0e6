import assert from 'node:assert/strict'
import t from 'tap'
import { drawn as drawnFile } from '../../src/draw/document.ts'
import { turns } from '../../src/layout/scene.ts'
import { VerificationFailure } from '../../src/reader/verify/index.ts'
import { type DrawnLabel, readProgram, writtenProgram } from '../../src/zpl/index.ts'
import { orderOf } from '../../src/zpl/order.ts'
import { drawn, forAll, inLongRun } from '../random.ts'
import { painted } from './drawn.ts'
import { anyElements, programOf } from './random-program.ts'

const limits = { maxPixels: 25_000_000 }
const formats = ['png', 'svg', 'pdf', 'zpl', 'tspl', 'epl', 'cpcl', 'escpos', 'brother', 'dymo'] as const

const sideways = { width: 812, height: 1625, turn: 'N' } as const

/** Upright or the other way round. */
const program = drawn((r) => `${r.pick(['', '^XA^POI^XZ'])}${programOf(r, anyElements(r))}`)
const format = drawn((r) => r.pick(formats))

t.test('programs in every format are read back, with the symbols that they ask for', inLongRun, async (t) => {
  const found = new Set<string>()
  await forAll([program, format], { count: 60, times: 2 }, async (zpl, format) => {
    const dpi = format === 'brother' || format === 'dymo' ? '300' : '203'
    const options = { dpi, size: '4x8in', now: new Date(0) } as const
    const quarters = format === 'pdf' ? 1 : 0
    writtenProgram(readProgram(Buffer.from(zpl), options), { format, quarters, isVerified: true }, limits)
    for (const { label } of (await painted(zpl)).labels) {
      const all = label.fields.filter(({ drawn }) => drawn.symbol !== undefined)
      const { symbols } = orderOf(label, sideways)
      // those whose wide bars are not whole halves of a module are left out
      assert.ok(all.length - symbols.length <= all.filter(({ drawn }) => /^\^?B[23L]/.test(nameOf(drawn))).length, zpl)
      for (const { contents } of symbols) found.add(contents.symbology)
    }
  })
  t.ok(found.size >= 6, [...found].join())
})

/** A symbol of each symbology that ZPL has of ours, turned in all four ways. */
const nine = [
  '^XA^BY3^FO60,80^BEN,230^FD401234500001^FS^FO420,80^B8N,230^FD4012345^FS^FO60,420^BUN,230^FD03600029145^FS^FO420,420^B9N,230^FD1200000345^FS',
  '^FO60,760^BY2^BCI,100,N^FDQZ-0001^FS^FO420,760^B3N,N,100,N^FDQZ-1^FS^FO60,940^B2N,120,N^FD15400141288763^FS',
  '^FO60,1140^BXR,6,200^FDQZ-0001^FS^FO300,1140^BQN,2,5^FDQA,QZ-0001^FS^FO640,1100^BY2^BCB,90,N^FDQZ-2^FS^XZ',
].join('')

t.test('every symbology is read back in every format', inLongRun, async (t) => {
  t.equal(orderOf(await firstLabel(nine), sideways).symbols.length, 10)
  const options = { dpi: '203', size: '4x8in', now: new Date(0) } as const
  const program = readProgram(Buffer.from(nine), options)
  for (const format of formats.slice(0, 8)) {
    t.ok(writtenProgram(program, { format, isVerified: true }, limits).length > 0, format)
  }
})

const nameOf = ({ field }: DrawnLabel['fields'][number]['drawn']): string => field.command.name

const firstLabel = async (zpl: string): Promise<DrawnLabel> => (await painted(zpl)).labels[0]!.label

const code128 = '^XA^FO100,100^BY3^BCN,100,N^FDQZ-0001^FS^XZ'

t.test('bytes that show another symbol are refused', async (t) => {
  const label = await firstLabel(code128)
  const other = await firstLabel(code128.replace('0001', '0002'))
  const { scene } = label
  const asked = orderOf(label, { ...scene, turn: 'N' })
  const style = { format: 'png', copies: 1, isSized: true } as const
  t.equal(drawnFile({ scene, warnings: [], asked }, style, true).isVerified, true)
  t.throws(() => drawnFile({ scene: other.scene, warnings: [], asked }, style, true), VerificationFailure)
  const turnedOrder = orderOf(label, { ...scene, turn: turns[2]! })
  t.throws(() => drawnFile({ scene, warnings: [], asked: turnedOrder }, style, true), VerificationFailure)
})

t.test('symbols that would not scan as drawn are findings, and not failures', async (t) => {
  for (const zpl of [
    // ink in it, beyond the label, no quiet zone, white dots, reversed
    `${code128.slice(0, -3)}^FO150,120^GB30,30,30^FS^XZ`,
    '^XA^FO780,100^BY3^BCN,100,N^FDQZ-0001^FS^XZ',
    '^XA^FO5,100^BY3^BCN,100,N^FDQZ-0001^FS^XZ',
    `${code128.slice(0, -3)}^FO150,120^GB30,30,30,W^FS^XZ`,
    '^XA^FO50,50^GB700,300,300^FS^FO100,100^BY3^FR^BCN,100,N^FDQZ-0001^FS^XZ',
    // not told to readers as text: a place in a sequence, a code page, FNC3
    '^XA^FO100,100^BQN,2,4^FDD03048F,LA,012345678912AABBqrcode^FS^XZ',
    '^XA^FO100,100^BXN,6,200^FD_5009abc^FS^XZ',
    '^XA^FO100,100^BY3^BCN,100,N^FD>3abc^FS^XZ',
  ]) {
    const label = await firstLabel(zpl)
    t.same(orderOf(label, sideways).symbols, [], zpl)
    const options = { dpi: '203', size: '4x8in', now: new Date(0) } as const
    t.ok(
      writtenProgram(readProgram(Buffer.from(zpl), options), { format: 'tspl', isVerified: true }, limits).length > 0,
    )
  }
})
