import t from 'tap'
import { chanceOf } from '../../../src/explain/judge/cases.ts'
import { damaged } from '../../../src/explain/judge/decoders/damage.ts'
import { decoderAnswerIn } from '../../../src/explain/judge/decoders/index.ts'
import { isTransmitted, transmissionsOf } from '../../../src/explain/judge/decoders/transmission.ts'
import {
  type DecoderAnswer,
  type DecoderCase,
  decoderCasesOf,
  decoderClasses,
  failingDecoders,
  judgeDecoder,
} from '../../../src/explain/judge/index.ts'
import {
  type Barcode,
  dataMatrixCodewordModules,
  dataMatrixSizes,
  datamatrix,
  microQrCodewordModules,
  microqr,
  qr,
  qrCodewordModules,
  rowsOf,
  symbologies,
} from '../../../symbologies/index.ts'
import { cases, inLongRun, seed, all as whole } from '../../random.ts'
import { ownDecoder } from './own-decoder.ts'
import { decoderWith, wrongDecoders } from './wrong-decoders.ts'

const testCases = (type: DecoderCase['type'], count: number): readonly DecoderCase[] =>
  decoderCasesOf({ types: [type], count, seed: 1 })

t.test('our own reader fails in no case', inLongRun, async (t) => {
  const asked = decoderCasesOf({ types: symbologies, count: cases(300), seed })
  const { classes, failures } = await judgeDecoder(async (shown) => ownDecoder(shown).answer, asked, { seed })
  t.same(
    failures
      .filter(({ class: found }) => failingDecoders.includes(found))
      .map(({ asked, message }) => [asked, message]),
    [],
  )
  t.ok(classes.reads > 0.4 * asked.length && classes.refuses > 0)
})

t.test('every planted fault is found, with its class and clause', inLongRun, async (t) => {
  t.ok(wrongDecoders.length >= 20)
  t.same(new Set(wrongDecoders.map(({ type }) => type)).size, symbologies.length)
  for (const wrong of wrongDecoders.filter((_, i) => i % (whole ? 1 : 3) === 0)) {
    const asked = testCases(wrong.type, 100)
    const report = await judgeDecoder(decoderWith(wrong), asked, { seed: 1, attempts: 5 })
    const found = report.failures.find(({ class: name, code }) => name === wrong.class && code === wrong.code)
    t.ok(found, `${wrong.fault}: ${report.failures.map(({ class: name, code }) => `${name} ${code}`)}`)
    if (found === undefined) continue
    t.not(found.message, '')
    if (wrong.class !== 'noAnswer') t.match(found.clause, /^(ISO|GS1)/)
    const all = report.failures.filter(({ class: name }) => name === wrong.class)
    const count = all.reduce((sum, { cases }) => sum + cases, 0)
    console.log(`# ${wrong.fault} | ${wrong.class} | ${wrong.code} | ${found.clause} | ${count} of ${asked.length}`)
  }
})

t.test('each block has as many wrong codewords as the standard corrects, and one of them one more', async (t) => {
  type Codewords = readonly (readonly { readonly x: number; readonly y: number }[])[]
  const wrongIn = (barcode: Barcode, codewords: Codewords, treatment: 'limit' | 'beyond'): number => {
    const plain = rowsOf(barcode.matrix)
    const rows = damaged(barcode, treatment, chanceOf(3))!
    return codewords.filter((modules) => modules.some(({ x, y }) => rows[y]![x] !== plain[y]![x])).length
  }
  for (const [barcode, codewords, most] of [
    // blocks x errors, by table 9 of ISO/IEC 18004:2015 and table 7 of ISO/IEC 16022:2006
    [qr('A', { version: 14, level: 'Q' }), qrCodewordModules(14), 16 * 10],
    [qr('A', { version: 1, level: 'L' }), qrCodewordModules(1), 2],
    [microqr('1', { version: 2, level: 'L' }), microQrCodewordModules(2, 'L'), 1],
    [datamatrix('A', { modules: '144x144' }), sized('144x144'), 10 * 31],
    [datamatrix('A', { modules: '10x10' }), sized('10x10'), 2],
  ] as const) {
    t.equal(wrongIn(barcode, codewords, 'limit'), most)
    t.equal(wrongIn(barcode, codewords, 'beyond'), most + 1)
  }
  // M1 detects errors and corrects none
  t.equal(damaged(microqr('1', { version: 1 }), 'limit', chanceOf(3)), undefined)
})

function sized(name: string) {
  return dataMatrixCodewordModules(dataMatrixSizes.find((size) => size.name === name)!)
}

t.test('classes of answers', async (t) => {
  const asked = { type: 'qr', text: 'LAB', options: {}, kind: '', treatment: 'sound', salt: 1 } as const
  const classOf = async (treatment: DecoderCase['treatment'], answer: DecoderAnswer): Promise<string | undefined> => {
    const { classes } = await judgeDecoder(async () => answer, [{ ...asked, treatment }], { seed: 1, attempts: 0 })
    return decoderClasses.find((name) => classes[name] === 1)
  }
  const read = (data: string | Uint8Array, type?: string): DecoderAnswer => ({
    kind: 'read',
    data,
    ...(type && { type }),
  })
  const nothing = { kind: 'nothing', why: '' } as const
  t.equal(await classOf('sound', read('LAB', 'qr')), 'reads')
  t.equal(await classOf('sound', read('LAB', 'microqr')), 'readsOtherwise')
  t.equal(await classOf('sound', read('LAP')), 'readsOtherwise')
  t.equal(await classOf('limit', read(Buffer.from('LAB\n'))), 'reads')
  t.equal(await classOf('limit', nothing), 'misses')
  t.equal(await classOf('beyond', read('LAB')), 'readsByLuck')
  t.equal(await classOf('beyond', nothing), 'refuses')
  t.equal(await classOf('beyond', read('LAC')), 'readsOtherwise')
  t.equal(await classOf('mirrored', nothing), 'missesByChoice')
  t.equal(await classOf('sound', { kind: 'none', code: 'crash', why: '' }), 'noAnswer')
  t.equal(await classOf('sound', { kind: 'unsupported', why: '' }), 'unsupported')
})

t.test('what may be transmitted of a symbol', async (t) => {
  const texts = (type: DecoderCase['type'], text: string, options = {}) =>
    transmissionsOf({ type, text, options, kind: '' })
  const isRight = (data: string | Uint8Array, all: readonly string[]): boolean => isTransmitted(data, all)
  const upce = texts('upce', '0123455')
  for (const text of ['012345000058', '0012345000058', '01234558', '123455']) t.ok(isRight(text, upce), text)
  t.notOk(isRight('01234559', upce))
  t.ok(isRight('5901234123457 12', texts('ean13', '590123412345', { addon: '12' })))
  t.notOk(isRight('5901234123457 13', texts('ean13', '590123412345', { addon: '12' })))
  const gs1 = texts('code128', '(10)AB(21)7', { gs1: 'true' })
  for (const text of ['10AB\x1d217', ']C110AB\x1d217', '\x1d10AB\x1d217', '(10)AB(21)7']) t.ok(isRight(text, gs1), text)
  for (const text of ['10AB217', '10AB 217']) t.notOk(isRight(text, gs1), text)
  t.ok(isRight(Buffer.from('ä', 'latin1'), ['ä']) && isRight(Buffer.from('ä'), ['ä']))
  t.ok(isRight('+A', texts('code39', 'a', { fullascii: 'true' })))
})

t.test('forms of answers', async (t) => {
  const bytes = (text: string) => decoderAnswerIn({ kind: 'bytes', bytes: Buffer.from(text) })
  t.same(bytes('{"text":"a","type":"qr"}\n'), { kind: 'read', data: 'a', type: 'qr' })
  t.match(bytes('{"bytes":"YQ=="}'), { kind: 'read', data: new Uint8Array([97]) })
  t.match(bytes('{"text":null}'), { kind: 'nothing' })
  t.match(bytes('{"error":"why"}'), { kind: 'nothing', why: 'why' })
  t.match(bytes('{"unsupported":"qr"}'), { kind: 'unsupported', why: 'qr' })
  // a text of a symbol that is JSON
  t.match(bytes('{"other":1}'), { kind: 'read' })
  t.match(bytes('5901234123457'), { kind: 'read' })
  t.match(decoderAnswerIn({ kind: 'silent', why: '' }), { kind: 'nothing' })
  t.match(decoderAnswerIn({ kind: 'refused', why: 'exit code 4' }), { kind: 'nothing' })
  t.match(decoderAnswerIn({ kind: 'failed', code: 'timeout', why: '' }), { kind: 'none', code: 'timeout' })
})
