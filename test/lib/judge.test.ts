import t from 'tap'
import { judgeDecoder, judgeEncoder } from '../../src/lib/judge.ts'
import { ean8, rowsOf } from '../../symbologies/index.ts'

const types = ['ean8'] as const

t.test('an encoder that is a function', async (t) => {
  const own = await judgeEncoder(({ text }) => ({ matrix: rowsOf(ean8(text).matrix) }), { types, cases: 20 })
  t.match(own, { seed: 1, cases: 20, passed: true, classes: { right: 20 }, failures: [] })
  const constant = await judgeEncoder(async () => ({ matrix: rowsOf(ean8('1234567').matrix) }), { types, cases: 12 })
  t.equal(constant.passed, false)
  t.match(constant.failures[0], { class: 'wrong', type: 'ean8', text: '0000000', code: 'ean8.text', clause: /^ISO/ })
  const formless = await judgeEncoder((() => ({})) as never, { types, cases: 2 })
  t.match(formless, { passed: false, classes: { noAnswer: 2 }, failures: [{ code: 'form' }] })
})

t.test('strict is stricter', async (t) => {
  const zeros = ({ text }: { text: string }) => ({ matrix: rowsOf(ean8(text.slice(0, 7).replace(/\D/, '0')).matrix) })
  const settings = { types, cases: 30, seed: 3 }
  t.equal((await judgeEncoder(zeros, settings)).passed, true)
  t.equal((await judgeEncoder(zeros, { ...settings, strict: true })).passed, false)
})

t.test('a decoder that is a function', async (t) => {
  const settings = { types, cases: 8 }
  const blind = await judgeDecoder(() => undefined, settings)
  t.equal(blind.passed, false)
  t.ok(blind.failures[0]!.png!.length > 100)
  t.equal(blind.failures[0]!.treatment, blind.failures[0]!.code)
  const throwing = await judgeDecoder(() => {
    throw new Error('not found')
  }, settings)
  t.same(throwing.classes, blind.classes)
  const lack = await judgeDecoder(() => ({ unsupported: 'ean8' }), settings)
  t.match(lack, { passed: false, classes: { unsupported: 8 } }, 'nothing was judged')
  for (const reading of ['0', new Uint8Array([48]), { text: '0' }, { bytes: new Uint8Array([48]) }]) {
    t.equal((await judgeDecoder(() => reading, { types, cases: 2 })).classes.readsOtherwise, 2)
  }
})

t.test('options that are not known, and values out of range', async (t) => {
  const encode = () => ({ unsupported: '' })
  for (const [settings, message] of [
    [{ case: 5 }, /case/],
    [{ cases: 0 }, /cases is 0; .* 1 to 100000/],
    [{ cases: 1.5 }, /cases/],
    [{ seed: -1 }, /seed/],
    [{ types: ['qrcode'] }, /qrcode/],
    [{ types: [] }, /no symbology/],
  ] as const) {
    await t.rejects(judgeEncoder(encode, settings as never), { name: /RangeError|TypeError/, message })
  }
})

t.test('a run that is ended tells what was judged by then', async (t) => {
  const ending = new AbortController()
  let asked = 0
  const report = await judgeEncoder(
    () => {
      if (++asked === 3) ending.abort()
      return { unsupported: 'all' }
    },
    { types, cases: 10, signal: ending.signal },
  )
  t.equal(report.cases, 3)
})
