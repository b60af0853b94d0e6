import t from 'tap'
import { pdfOf, symbolAt } from '../../heal/documents.ts'
import { zplLabels } from '../../oracle/zpl.ts'
import { zxingTexts } from '../../oracle/zxing.ts'
import { hostStatus } from '../../printing/channels/loopback-printer.ts'
import { badLabelOf, connected, labelOf, receiving, sent } from './example-receiving.ts'

t.test('a program is a job, kept before its connection is ended in order, and printed', async (t) => {
  const service = await receiving()
  t.same(await sent(service.port, labelOf('QZ-0001') + labelOf('QZ-0002')), { answer: '', inOrder: true })
  const [job] = service.all()
  t.match(job, { printer: 'dock-3', labels: 2, source: 'socket', by: '127.0.0.1', client: '127.0.0.1', waits: true })
  t.match(job, { title: 'Words of QZ-0001', first: 'QZ-0001', last: 'QZ-0002', purpose: undefined })
  t.same(service.store.labels(1, 1, 2)[1], { label: 2, text: 'QZ-0002', words: ['Words of QZ-0002'] })
  t.match(await service.jobs.settled(1), { state: 'done', printed: 2 })
  t.equal(service.loopback.printed.join('').split('^XZ').length - 1, 2)
  t.match(service.records, [{ printer: 'dock-3', source: 'socket', outcome: 'ok', job: 1, labels: 2 }])
  const again = await service.jobs.reprint(1, { from: 2, to: 2, by: 'a', client: 'a' })
  t.match(await service.jobs.settled(again.id), { state: 'done', labels: 1, first: 'QZ-0002', source: undefined })
  t.same(service.faults, [])
  await service.close()
})

t.test('a PDF is healed and printed as it ends with its connection; one that is not whole is not', async (t) => {
  const service = await receiving({ printer: { stock: '50x30' }, patience: { pause: 1 } })
  const symbols = [symbolAt('code128', 'QZ-0001', { x: 6, y: 8 })]
  const pdf = Buffer.from(pdfOf({ width: 50, height: 30, symbols, words: [] })).toString('latin1')
  const { socket, outcome } = await connected(service.port)
  // pauses end nothing, whatever stands before them
  for (const part of [pdf.slice(0, 20), pdf.slice(20, 700)])
    await new Promise<void>((resolve) => socket.write(part, 'latin1', () => resolve()))
  socket.end(`${pdf.slice(700)}% more`, 'latin1')
  t.match(await outcome, { answer: '', inOrder: true })
  t.match(await service.jobs.settled(1), { state: 'done', labels: 1, source: 'socket', first: 'QZ-0001' })
  const [label] = zplLabels(Buffer.from(service.loopback.printed.join(''), 'latin1'))
  t.strictSame(await zxingTexts(label!, 'code128'), ['QZ-0001'])
  t.match(await sent(service.port, pdf.slice(0, -8)), { inOrder: false })
  t.match(service.records[1], { outcome: 'invalid_document', why: /ends before the PDF does/ })
  t.equal(service.all().length, 1)
  t.same(service.faults, [])
  await service.close()
})

t.test('symbols that a Zebra draws otherwise are read back as they are drawn', async (t) => {
  const service = await receiving()
  const retail = '^XA^FO60,60^BY3^BEN,220^FD401234500001^FS^FO420,60^BUN,220^FD03600029145^FS^XZ'
  t.match(await sent(service.port, retail), { inOrder: true })
  t.match(await service.jobs.settled(1), { state: 'done', first: '4012345000016 036000291452' })
  t.same(service.faults, [])
  await service.close()
})

t.test('a program that keeps its connection open is printed at a pause between formats', async (t) => {
  const service = await receiving({ patience: { pause: 1 } })
  const { socket, outcome } = await connected(service.port)
  const half = labelOf('QZ-1').length >> 1
  socket.write(labelOf('QZ-1').slice(0, half))
  // a pause within a format ends nothing
  socket.write(labelOf('QZ-1').slice(half))
  await service.untilTold(1)
  socket.write(labelOf('QZ-2') + labelOf('QZ-3').slice(0, half))
  await service.untilTold(2)
  t.match(service.all(), [
    { first: 'QZ-1', labels: 1 },
    { first: 'QZ-2', labels: 1 },
  ])
  socket.end(labelOf('QZ-3').slice(half))
  t.match(await outcome, { inOrder: true })
  t.match(service.all()[2], { first: 'QZ-3', labels: 1 })
  await service.close()
})

t.test('formats and settings stay for the next program of the connection, and for no other', async (t) => {
  const service = await receiving({ patience: { pause: 1 } })
  const { socket, outcome } = await connected(service.port)
  socket.write('^XA^DFR:SHELF.ZPL^FS^FO60,60^BY2^BCN,100,N^FN1^FS^XZ')
  await service.untilTold(1)
  const recalled = '^XA^XFR:SHELF.ZPL^FN1^FDQZ-7^FS^XZ'
  socket.end(recalled)
  await outcome
  t.match(service.all(), [{ first: 'QZ-7', purpose: undefined }])
  t.match(service.records, [
    { outcome: 'ok', labels: 0, job: undefined },
    { outcome: 'ok', labels: 1 },
  ])
  await sent(service.port, recalled)
  t.equal(service.all().length, 1, 'a format that is not there prints nothing')
  await service.close()
})

t.test('a fault holds a job until a person has decided, or stays with what is printed', async (t) => {
  const service = await receiving({ receive: { onFault: 'hold' } })
  t.match(await sent(service.port, badLabelOf('QZ-8')), { inOrder: true })
  await sent(service.port, badLabelOf('QZ-9'))
  await sent(service.port, labelOf('QZ-10'))
  t.match(await service.jobs.settled(3), { state: 'done' }, 'others go on')
  const why = /^ink_in_quiet_zone: \^BC at byte \d+: /
  t.match(service.all(), [{ state: 'held', purpose: why }, { state: 'held' }, { state: 'done' }])
  t.match(
    service.records.map(({ outcome }) => outcome),
    ['held', 'held', 'ok'],
  )
  t.match(await service.jobs.resume(1), { state: 'waiting', next: 1 })
  t.match(await service.jobs.settled(1), { state: 'done', purpose: why })
  t.match(service.jobs.cancel(2), { state: 'cancelled' })
  t.equal(service.loopback.printed.length, 2)
  const { receive } = service.printer
  service.printers.replace([{ ...service.printer, receive: { ...receive, onFault: 'print' } }])
  await sent(service.port, badLabelOf('QZ-11'))
  t.match(await service.jobs.settled(4), { state: 'done', purpose: why })
  await service.close()
})

t.test('pass: ZPL goes to the printer byte for byte, judged all the same, and whole or not at all', async (t) => {
  const service = await receiving({ receive: { pass: true, onFault: 'hold' } })
  const program = `^XA^FX as it came^FS^PQ2${labelOf('QZ-1').slice(3)}`
  await sent(service.port, `~HI${program}`)
  t.match(await service.jobs.settled(1), { state: 'done', labels: 2, printed: 2, first: 'QZ-1' })
  t.same(service.loopback.printed, [program], 'but for what asks for an answer')
  await sent(service.port, '~SD20')
  t.match(await service.jobs.settled(2), { state: 'done', labels: 1 }, 'what sets up the printer is passed too')
  t.equal(service.loopback.printed[1], '~SD20')
  await sent(service.port, badLabelOf('QZ-2') + labelOf('QZ-3'))
  t.match(service.all()[2], { state: 'held', labels: 2 })
  await t.rejects(service.jobs.resume(3, 2), {
    code: 'invalid_parameter',
    message: /all of its labels together: from is 1/,
  })
  await t.rejects(service.jobs.reprint(1, { to: 1, by: 'a', client: 'a' }), {
    message: /all of its labels together: to is 2/,
  })
  t.match(await service.jobs.resume(3), { state: 'waiting' })
  t.match(await service.jobs.settled(3), { state: 'done' })
  await service.close()
})

t.test('a format that has no end is left out, and told; where it is the only one nothing is kept', async (t) => {
  const service = await receiving()
  t.match(await sent(service.port, `${labelOf('QZ-1')}^XA^FO10,10^A0N,30^FDhalf`), { inOrder: true })
  t.match(service.all(), [{ labels: 1, purpose: /^format_not_ended: / }])
  t.match(await sent(service.port, labelOf('QZ-2').slice(0, -4)), { inOrder: false })
  t.match(service.records[1], { outcome: 'bad_request', why: /\^XZ is missing/ })
  const { socket, outcome } = await connected(service.port)
  await new Promise((resolve) => socket.write(labelOf('QZ-3').slice(0, -4), resolve))
  socket.resetAndDestroy()
  await outcome
  await sent(service.port, labelOf('QZ-4'))
  t.match(service.all(), [{}, { first: 'QZ-4' }], 'what is broken off is not kept')
  await service.close()
})

t.test('queries are answered as they come, with what is in the queue', async (t) => {
  const service = await receiving()
  const asked = async (text: string): Promise<readonly string[]> => stringsIn((await sent(service.port, text)).answer)
  t.match(await asked('~HI'), [/^QUIETZONE-203dpi,V\d+\.\d+\.\d+,8,8192KB$/])
  const status = ['030,0,0,1219,000,0,0,0,000,0,0,0', '000,0,0,0,0,2,4,0,00000000,1,000', '0000,0']
  t.match(await asked('~HS~HI~HS'), [...status, /^QUIETZONE/, ...status])
  service.loopback.behaviour.answer = () => hostStatus({ paperOut: true })
  await sent(service.port, `${labelOf('QZ-1')}~HS`)
  await sent(service.port, labelOf('QZ-2'))
  t.match(await asked('~HS'), [/^030,1,0,1219,00[12],/, /^000/, /^0000/], 'paper is out, and jobs wait')
  t.equal(service.records.length, 2, 'what only asks is no document')
  t.equal((await sent(service.port, '^XA^HH^XZ~HM')).answer, '', 'others are not answered')
  await service.close()
})

t.test('documents that are not taken are refused by name, and nothing of them is kept', async (t) => {
  const service = await receiving()
  const documents: readonly (readonly [string, RegExp])[] = [
    ['SIZE 4,6\r\nCLS\r\nTEXT 10,10,"3",0,1,1,"x"\r\nPRINT 1\r\n', /TSPL/],
    ['\r\nN\r\nq800\r\nA10,10,0,3,1,1,N,"x"\r\nP1\r\n', /EPL2/],
    ['! 0 200 200 400 1\r\nTEXT 4 0 30 40 x\r\nPRINT\r\n', /CPCL/],
    ['\x1b@Hello\n', /ESC\/POS/],
    ['\x1b%-12345X@PJL JOB\r\n', /PJL/],
    ['%!PS-Adobe-3.0\n', /PostScript/],
    ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n^XA^FO1,1^FDx^FS^XZ', /a request of HTTP/],
    ['\x16\x03\x01\x02\x00\x01', /TLS/],
    ['Hello\r\n', /plain text/],
    ['\x00\x01\x02\x03', /no kind that is known/],
  ]
  for (const [i, [text, what]] of documents.entries()) {
    t.match(await sent(service.port, text), { inOrder: false }, `${what}`)
    t.match(service.records[i], { outcome: 'unsupported_media_type', why: what, source: 'socket' })
  }
  t.same(service.all(), [])
  t.match(await sent(service.port, ''), { inOrder: true }, 'nothing is no document')
  t.equal(service.records.length, documents.length)
  await service.close()
})

t.test('ZPL is drawn in the language of the printer; a head that ZPL has not refuses it', async (t) => {
  const service = await receiving({ printer: { language: 'tspl', status: false } })
  await sent(service.port, labelOf('QZ-1'))
  t.match(await service.jobs.settled(1), { state: 'done' })
  t.match(service.loopback.printed[0], /^SIZE [\s\S]*BITMAP/)
  await service.close()
  const receipts = await receiving({ printer: { language: 'escpos', dpi: '180', stock: '2x1', status: false } })
  t.match(await sent(receipts.port, labelOf('QZ-1')), { inOrder: false })
  t.match(receipts.records, [{ outcome: 'not_served', why: /180/ }])
  await receipts.close()
})

/** The strings of an answer, each between STX and ETX. */
function stringsIn(answer: string): readonly string[] {
  return answer.split('\x03\r\n').flatMap((each) => (each.startsWith('\x02') ? [each.slice(1)] : []))
}
