import fc from 'fast-check'
import t from 'tap'
import { socketChannel } from '../../../src/printing/channels/socket.ts'
import {
  type HostStatus,
  HostStatusReader,
  type StateAnswer,
  stateLanguageOf,
} from '../../../src/printing/channels/states.ts'
import type { Condition, JobFormat, Printer } from '../../../src/printing/index.ts'
import { cases, inLongRun, seed } from '../../random.ts'
import { dock, endless, failureOf, formatsOf, piecesOf } from '../printers/example-jobs.ts'
import { brotherStatus, playedLanguages, playedPrinter, playedSettings } from './loopback-languages.ts'
import { type Flags, hostStatus, type LoopbackPrinter } from './loopback-printer.ts'

const none: HostStatus = {
  paperOut: false,
  paused: false,
  bufferFull: false,
  ramCorrupt: false,
  tooCold: false,
  tooHot: false,
  headUp: false,
  ribbonOut: false,
  formats: 0,
  remaining: 0,
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1')

t.test('~HS: the answer of a printer', async (t) => {
  // the example of the ZPL II Programming Guide is of this form
  const answer =
    '\x02030,0,1,1245,007,0,0,0,000,0,0,0\x03\r\n\x02000,0,1,0,0,2,4,0,00000012,1,000\x03\r\n\x021234,0\x03\r\n'
  t.same(new HostStatusReader((status) => status).read(bytesOf(answer)), [
    { ...none, paused: true, headUp: true, formats: 7, remaining: 12 },
  ])
  t.same(new HostStatusReader((status) => status).read(bytesOf(hostStatus())), [none])
  for (const flag of Object.keys(none) as (keyof Flags)[]) {
    const flags = { [flag]: { remaining: 99_999_999, formats: 999 }[flag as string] ?? true }
    t.same(new HostStatusReader((status) => status).read(bytesOf(hostStatus(flags))), [{ ...none, ...flags }], flag)
  }
})

t.test('~HS: strings that are no answer', async (t) => {
  const [first, second, third] = hostStatus().split('\r\n') as [string, string, string]
  const wrong: readonly string[] = [
    '',
    first + second,
    second + third,
    first + third + second,
    first + first + third,
    third + second + first,
    first.replace('030', '0x0') + second + third,
    first.replace('\x03', ',0\x03') + second + third,
    first + second + third.replace('\x03', ''),
    first + second + third.replace('\x02', ''),
    first + second.replace('000', '0'.repeat(100)) + third,
  ]
  for (const text of wrong) {
    const reader = new HostStatusReader((status) => status)
    t.same(reader.read(bytesOf(text)), [], JSON.stringify(text))
    t.same(reader.read(bytesOf(hostStatus({ paused: true }))), [{ ...none, paused: true }], 'and the next is one')
  }
  t.equal(
    new HostStatusReader((status) => status).read(bytesOf(`${first}\x02${first}garbage${second}\x11${third}`)).length,
    1,
  )
})

const flagsOf = fc.record<HostStatus>({
  paperOut: fc.boolean(),
  paused: fc.boolean(),
  bufferFull: fc.boolean(),
  ramCorrupt: fc.boolean(),
  tooCold: fc.boolean(),
  tooHot: fc.boolean(),
  headUp: fc.boolean(),
  ribbonOut: fc.boolean(),
  formats: fc.integer({ min: 0, max: 999 }),
  remaining: fc.integer({ min: 0, max: 99_999_999 }),
})

/** Bytes that no string begins with. */
const garbage = fc.string({
  unit: fc.integer({ min: 3, max: 255 }).map((code) => String.fromCharCode(code)),
  maxLength: 200,
})

t.test('~HS: answers in any pieces, among any other bytes', async (t) => {
  const chunks = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 20 })
  const check = fc.property(fc.array(fc.tuple(garbage, flagsOf), { maxLength: 5 }), chunks, (answers, lengths) => {
    const bytes = bytesOf(answers.map(([before, flags]) => before + hostStatus(flags)).join(''))
    const reader = new HostStatusReader((status) => status)
    const found: HostStatus[] = []
    for (let at = 0, i = 0; at < bytes.length; i++) {
      const length = lengths[i % lengths.length]!
      found.push(...reader.read(bytes.subarray(at, at + length)))
      at += length
    }
    return JSON.stringify(found) === JSON.stringify(answers.map(([, flags]) => flags))
  })
  t.doesNotThrow(() => fc.assert(check, { seed, numRuns: cases(400) }))
})

t.test('~HS: any bytes are read without harm', async (t) => {
  const letters = fc.constantFrom(
    '\x02',
    '\x03',
    ',',
    '0',
    '1',
    '\r\n',
    '0,0,0,0,0,0,0,0,0,0,0,0',
    '0,0,0,0,0,0,0,0,0,0,0',
    '\xff',
  )
  const check = fc.property(fc.array(letters, { maxLength: 40 }), (parts) => {
    const bytes = bytesOf(parts.join(''))
    const whole = new HostStatusReader((status) => status).read(bytes)
    const reader = new HostStatusReader((status) => status)
    const single = [...bytes].flatMap((byte) => reader.read(Uint8Array.of(byte)))
    if (JSON.stringify(whole) !== JSON.stringify(single)) throw new Error('depends on the chunks')
    if (whole.length * 3 > bytes.filter((byte) => byte === 3).length) throw new Error('an answer without its strings')
  })
  t.doesNotThrow(() => fc.assert(check, { seed, numRuns: cases(4000) }))
})

/** What a printer is said to be that answers its questions so. */
function conditionAfter(
  language: string,
  answers: readonly string[],
  settings: Partial<Printer> = {},
): (Condition | undefined)[] {
  const { questions } = stateLanguageOf({ ...dock, language: language as JobFormat, ...settings })!
  return questions.flatMap(({ reader }, i) => {
    const found = reader().read(bytesOf(answers[i] ?? ''))
    return found.length === 0 ? [undefined] : found.map(({ condition }) => condition)
  })
}

t.test('the answers of each language', (t) => {
  const byte = (value: number): string => String.fromCharCode(value)
  for (const [language, answer, state, message] of [
    ['tspl', byte(0x00), 'ready', 'ready'],
    ['tspl', byte(0x20), 'ready', 'printing'],
    ['tspl', byte(0x01), 'head_open', 'the print head is open'],
    ['tspl', byte(0x45), 'head_open', 'the print head is open'],
    ['tspl', byte(0x44), 'cover_open', 'the cover is open'],
    ['tspl', byte(0x24), 'paper_out', 'out of paper'],
    ['tspl', byte(0x02), 'error', 'the paper is jammed'],
    ['tspl', byte(0x08), 'ribbon_out', 'out of ribbon'],
    ['tspl', byte(0x80), 'error', 'the print head is too hot'],
    ['tspl', byte(0x10), 'paused', 'paused'],
    ['epl', '00\r\n', 'ready', 'ready'],
    ['epl', '07\n', 'paper_out', 'out of paper'],
    ['epl', '92,11\r', 'head_open', 'the print head is open'],
    ['epl', '01\r\n', 'unknown', 'reports the code 01'],
    ['epl', '01,81\r\n', 'error', 'the cutter is jammed'],
    ['cpcl', byte(0x00), 'ready', 'ready'],
    ['cpcl', byte(0x01), 'ready', 'printing'],
    ['cpcl', byte(0x08), 'ready', 'ready, but its battery is low'],
    ['cpcl', byte(0x06), 'cover_open', 'the cover is open'],
    ['cpcl', byte(0x02), 'paper_out', 'out of paper'],
    ['cpcl', byte(0xff), 'unknown', 'answers in a way that is not known'],
    ['dymo', byte(0x03), 'ready', 'ready'],
    ['dymo', byte(0x21), 'paper_out', 'out of paper'],
    ['dymo', byte(0x41), 'error', 'the paper is jammed'],
    ['dymo', byte(0x81), 'error', 'it has stopped with an error'],
    ['dymo', byte(0x02), 'unknown', 'answers in a way that is not known'],
  ] as const) {
    t.match(conditionAfter(language, [answer]), [{ state, message }], `${language} ${JSON.stringify(answer)}`)
  }
  t.same(
    conditionAfter('escpos', ['\x16', '\x1a', '\x72']).map((each) => each?.state),
    ['cover_open', 'error', 'paper_out'],
  )
  t.match(conditionAfter('escpos', ['\x12', '\x12', '\x1e']), [
    { message: 'ready' },
    { message: 'ready' },
    { state: 'ready', message: /nearly used up/ },
  ])
  for (const wrong of ['\x00', '\x13', '\x92', '\xff', '\x02']) {
    t.match(conditionAfter('escpos', [wrong, wrong, wrong]), Array(3).fill({ state: 'unknown' }))
  }
  // lines that are no answer are skipped, those without an end too
  for (const line of ['hello\r\n', '0\r\n', '000\r\n', '00', `${'0'.repeat(1000)}\r\n`, '\r\n']) {
    t.same(conditionAfter('epl', [line]), [undefined], JSON.stringify(line.slice(0, 20)))
  }
  t.end()
})

t.test('Brother: 32 bytes, and the tape that is in it', (t) => {
  const stateOf = (status: string, stock: Printer['stock']): Condition | undefined =>
    conditionAfter('brother', [status], { stock })[0]
  t.match(stateOf(brotherStatus('ready', 62), '62x29mm'), { state: 'ready', message: 'ready' })
  t.match(stateOf(brotherStatus('ready', 29), '62x29mm'), {
    state: 'wrong_media',
    message: 'it has tape of 29 mm, and its labels are 62 x 29 mm',
  })
  t.match(stateOf(brotherStatus('ready', 29, 90), '29x90mm'), { state: 'ready' })
  t.match(stateOf(brotherStatus('ready', 29, 42), '29x90mm'), {
    state: 'wrong_media',
    message: /labels of 29 x 42 mm, and .* 29 x 90 mm/,
  })
  // by their names, labels are die-cut or tape
  t.match(stateOf(brotherStatus('ready', 29, 90), 'dk-11201'), { state: 'ready' })
  t.match(stateOf(brotherStatus('ready', 102, 153), 'dk-11241'), { state: 'ready' })
  t.match(stateOf(brotherStatus('ready', 29), 'dk-11201'), {
    state: 'wrong_media',
    message: 'it has tape of 29 mm, and its labels are 29 x 90 mm',
    media: { loaded: '29 mm', wanted: '29 x 90 mm' },
  })
  t.match(stateOf(brotherStatus('ready', 62), 'dk-22205x100'), { state: 'ready' })
  t.match(stateOf(brotherStatus('ready', 62, 100), 'dk-22205x100'), {
    state: 'wrong_media',
    message: 'it has labels of 62 x 100 mm, and it prints on tape of 62 mm',
    media: { loaded: '62 x 100 mm', wanted: '62 mm' },
  })
  t.match(stateOf(brotherStatus('ready', 4), 'tze-3.5x40'), { state: 'ready' })
  t.match(stateOf(brotherStatus('ready', 24), 'tze-12x40'), { state: 'wrong_media' })
  t.match(stateOf(brotherStatus('ready', 24), '24.4x60mm'), { state: 'ready' }, 'a tape calls itself a whole number')
  t.match(stateOf(brotherStatus('ready', 0), '62x29mm'), { state: 'paper_out', message: 'there is no tape in it' })
  t.match(stateOf(brotherStatus('paper_out', 29), '62x29mm'), { state: 'paper_out' }, 'before the tape')
  t.match(stateOf(brotherStatus('cover_open', 29), '62x29mm'), { state: 'cover_open' })
  // QL-800s tell the colours of a roll: model at byte 4, colours at 25
  const coloured = (model: number, colours: number, length = 0): string => {
    const status = brotherStatus('ready', 62, length)
    const [before, between, after] = [status.slice(0, 4), status.slice(5, 25), status.slice(26)]
    return before + String.fromCharCode(model) + between + String.fromCharCode(colours) + after
  }
  for (const model of [0x38, 0x39, 0x41]) {
    t.match(stateOf(coloured(model, 0x81), 'dk-22205x100'), {
      state: 'wrong_media',
      message: 'it has a roll of two colours, such as DK-22251, and its labels are of one',
      media: { loaded: '62 mm (DK-22251)', wanted: '62 mm' },
    })
    t.match(stateOf(coloured(model, 0x81), '62x29mm'), { state: 'wrong_media' })
    t.match(stateOf(coloured(model, 0x01), 'dk-22251x100'), {
      state: 'wrong_media',
      message: 'it has a roll of one colour, and its labels are dk-22251, a roll of two',
      media: { loaded: '62 mm', wanted: '62 mm (DK-22251)' },
    })
    t.match(stateOf(coloured(model, 0x81), 'dk-22251x100'), { state: 'ready' })
    for (const colours of [0x01, 0x00]) {
      t.match(stateOf(coloured(model, colours), 'dk-22205x100'), { state: 'ready' })
    }
    t.match(stateOf(coloured(model, 0x00), 'dk-22251x100'), { state: 'ready' }, 'it does not tell')
  }
  t.match(stateOf(coloured(0x37, 0x81), 'dk-22205x100'), { state: 'ready' }, 'a QL-720NW prints one colour')
  const changed = (at: number, value: number): string =>
    brotherStatus('ready').slice(0, at) + String.fromCharCode(value) + brotherStatus('ready').slice(at + 1)
  for (const [at, value, state] of [
    [0, 0x81, 'unknown'],
    [1, 0x1f, 'unknown'],
    [2, 0x43, 'unknown'],
    [8, 0x01, 'paper_out'],
    [8, 0x04, 'error'],
    [8, 0x10, 'buffer_full'],
    [8, 0x80, 'error'],
    [9, 0x01, 'wrong_media'],
    [9, 0x20, 'error'],
    [9, 0x80, 'error'],
    [11, 0x00, 'paper_out'],
  ] as const) {
    t.equal(stateOf(changed(at, value), '62x29mm')?.state, state, `byte ${at}: ${value}`)
  }
  t.equal(stateOf(changed(19, 1), '62x29mm')?.message, 'printing')
  t.equal(stateOf(brotherStatus('ready').slice(1), '62x29mm'), undefined, 'not before its end')
  t.end()
})

t.test('whatever a printer answers, in whatever chunks: a known state, ready only for a whole answer', async () => {
  const language = fc.constantFrom(...Object.keys(playedLanguages))
  const chunks = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 12 })
  const property = fc.property(language, chunks, (name, parts) => {
    const { questions } = stateLanguageOf({ ...dock, language: name as JobFormat })!
    return questions.every(({ reader }) => {
      const [whole, split] = [reader(), reader()]
      const all = whole.read(Buffer.concat(parts))
      const found = parts.flatMap((part) => [...split.read(part)])
      const isPresentable = ({ condition }: StateAnswer) => /^[ -~]{1,200}$/.test(condition.message)
      return JSON.stringify(all) === JSON.stringify(found) && all.every(isPresentable)
    })
  })
  fc.assert(property, { numRuns: cases(2000), seed })
})

const others = Object.keys(playedLanguages).filter((language) => language !== 'zpl')

async function withPrinter<T>(printer: LoopbackPrinter, work: (printer: LoopbackPrinter) => Promise<T>): Promise<T> {
  try {
    return await work(printer)
  } finally {
    await printer.close()
  }
}

const channelTo = (language: string, printer: LoopbackPrinter, settings: Partial<Printer> = {}) => {
  const described = { ...playedSettings(language, printer), ...settings }
  if (described.address.kind !== 'socket') throw new Error('not a socket')
  return socketChannel(described, described.address, endless)
}

const signal = (): AbortSignal => new AbortController().signal

t.test('a printer of each language that is ready prints a job whole, and once', inLongRun, async (t) => {
  for (const language of Object.keys(playedLanguages)) {
    for (const splitsAnswers of [false, true]) {
      await withPrinter(await playedPrinter(language, 'ready', { splitsAnswers }), async (printer) => {
        const channel = channelTo(language, printer)
        t.equal((await channel.condition(signal())).state, 'ready', language)
        const { confirmed, from } = await channel.send(piecesOf(12), signal())
        t.same([confirmed.rows, from], [12, undefined], language)
        t.same(printer.printed, [formatsOf(12)], language)
      })
    }
  }
})

t.test('a printer of each language without paper, or open, is sent nothing', async (t) => {
  for (const [language, { open }] of Object.entries(playedLanguages)) {
    const states = [['paper_out', 'paper_out'] as const, ...(open === undefined ? [] : [['cover_open', open] as const])]
    for (const [played, state] of states) {
      await withPrinter(await playedPrinter(language, played), async (printer) => {
        const channel = channelTo(language, printer)
        t.equal((await channel.condition(signal())).state, state, language)
        const error = await failureOf(channel.send(piecesOf(2), signal()))
        t.match(error, {
          code: 'printer_refused',
          message: /does not take the job: .*; nothing was sent/,
          delivery: { from: 1 },
        })
        t.notOk(
          printer.printed.some((text) => text.includes('row')),
          language,
        )
      })
    }
  }
})

t.test('tape of another width is refused before anything is printed', async (t) => {
  const answer = () => brotherStatus('ready', 29)
  await withPrinter(await playedPrinter('brother', 'ready', { answer }), async (printer) => {
    const error = await failureOf(channelTo('brother', printer).send(piecesOf(1), signal()))
    t.match(error, {
      code: 'printer_refused',
      message: /it has tape of 29 mm, and its labels are 62 x 29 mm; nothing was sent/,
    })
    t.notOk(printer.printed.some((text) => text.includes('row')))
    const fits = channelTo('brother', printer, { stock: '29x90mm' })
    t.equal((await fits.send(piecesOf(1), signal())).confirmed.rows, 1)
  })
})

t.test('a printer of each language that is gone in the middle', inLongRun, async (t) => {
  for (const language of Object.keys(playedLanguages)) {
    await withPrinter(
      await playedPrinter(language, 'ready', { reads: 300_000, afterwards: 'reset' }),
      async (printer) => {
        const error = await failureOf(channelTo(language, printer).send(piecesOf(40, { length: 1 << 20 }), signal()))
        t.match(error, { code: 'printer_refused', delivery: { from: 1 } }, language)
        t.equal(error.delivery.confirmed.rows, 0, language)
        t.equal(printer.jobs.length, 1, 'nothing is sent again')
      },
    )
  }
})

t.test('a slow printer of each language gets everything, in its time', inLongRun, async (t) => {
  for (const language of Object.keys(playedLanguages)) {
    await withPrinter(await playedPrinter(language, 'ready', { reads: 100_000 }), async (printer) => {
      const job = channelTo(language, printer).send(piecesOf(4, { length: 1 << 20 }), signal())
      await printer.until(({ jobs }) => (jobs[0]?.bytes ?? 0) >= 100_000)
      printer.readUpTo(Number.POSITIVE_INFINITY)
      t.same((await job).confirmed.rows, 4, language)
      t.equal(printer.printed.length, 1)
      t.ok(printer.printed[0]!.endsWith(formatsOf(4, { length: 1 << 20 })), language)
    })
  }
})

t.test('a printer that never tells its state prints nevertheless, and is waited for once', async (t) => {
  for (const language of others) {
    await withPrinter(await playedPrinter(language, 'ready', { answer: () => undefined }), async (printer) => {
      const settings = playedSettings(language, printer)
      if (settings.address.kind !== 'socket') throw new Error('not a socket')
      const channel = socketChannel(settings, settings.address, { ...endless, answer: 30 })
      const first = await channel.send(piecesOf(1), signal())
      t.equal(first.confirmed.rows, 1, language)
      t.equal(printer.jobs[0]!.asked, 1)
      await channel.send(piecesOf(1), signal())
      t.equal(printer.jobs[1]!.asked, 0, 'it is not waited for again')
      const { state, message } = await channel.condition(signal())
      t.equal(state, 'unknown')
      t.match(message, /^accepts connections, and did not answer .* within 0.03 s: it may be busy/)
      t.equal(printer.jobs[2]!.asked, 1, 'who asks for its state asks it')
    })
  }
})

t.test('a printer that is not asked: its file says so, or its language', async (t) => {
  for (const [language, settings] of [
    ['tspl', { status: false }],
    ['pdf', {}],
    ['toString', {}],
  ] as const) {
    await withPrinter(await playedPrinter('tspl'), async (printer) => {
      const channel = channelTo(language, printer, settings)
      t.match(await channel.condition(signal()), { state: 'unknown', message: /is not asked/ })
      t.equal((await channel.send(piecesOf(1), signal())).confirmed.rows, 1)
      t.ok(printer.jobs.every(({ asked }) => asked === 0))
    })
  }
})
