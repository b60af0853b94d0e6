import t from 'tap'
import { brotherStatus, playedLanguages } from '../printing/channels/loopback-languages.ts'
import { hostStatus } from '../printing/channels/loopback-printer.ts'
import { printer, run } from './printing.ts'

t.test('printers are listed, with their states if that is asked for', async (t) => {
  await printer(t, { answer: () => hostStatus({ paperOut: true }) })
  t.equal((await run(t, ['print', '--list'])).stdout.toString(), 'dock-3  zpl  203 dpi  50x30\n')
  const { stdout } = await run(t, ['print', '--list', '--state', '--printers', 'printers.json'])
  t.match(stdout.toString(), /^dock-3 {2}zpl {2}203 dpi {2}50x30 {2}paper_out {2}\S.*\n$/)
})

t.test('quietzone printers --check asks every printer, and its exit code says whether all can print', async (t) => {
  const paper = await printer(t)
  t.equal((await run(t, ['printers'])).stdout.toString(), 'dock-3  zpl  203 dpi  50x30\n')
  t.equal(paper.jobs.length, 0)
  t.match(
    (await run(t, ['printers', '--check'])).stdout.toString(),
    /^dock-3 {2}zpl {2}203 dpi {2}50x30 {2}ready {2}ready\n$/,
  )
  paper.behaviour.answer = () => hostStatus({ paperOut: true })
  const { stdout, stderr } = await run(t, ['printers', '--check'], 3)
  t.match(stdout.toString(), /^dock-3 .* paper_out {2}out of paper\n$/)
  t.equal(stderr, 'quietzone: not ready: dock-3\n')
  await paper.close()
  t.match((await run(t, ['printers', '--check'], 3)).stdout.toString(), /unreachable/)
})

t.test('printers that cannot be asked are no mistake; those in a file that is wrong are', async (t) => {
  await printer(t, {}, { status: false })
  t.match((await run(t, ['printers', '--check'])).stdout.toString(), / unknown {2}accepts connections/)
  await printer(t, {}, { dpi: 204, stock: '4x5' })
  const { stdout, stderr } = await run(t, ['printers', '--check'], 3)
  t.equal(stdout.toString(), '')
  t.match(stderr, /^quietzone: printers.json: printer 1, "dock-3": dpi: .*; .* stock: .*\n$/)
  await run(t, ['printers', 'dock-3'], 2)
})

t.test('states of printers of other languages', async (t) => {
  const { questions, answer } = playedLanguages.escpos!
  const receipt = { questions, answer: (_n: number, question: string) => answer('cover_open', question) }
  await printer(t, receipt, { language: 'escpos' })
  t.match((await run(t, ['printers', '--check'], 3)).stdout.toString(), / escpos .* cover_open {2}the cover is open\n$/)
  const tape = { questions: playedLanguages.brother!.questions, answer: () => brotherStatus('ready', 12) }
  await printer(t, tape, { language: 'brother', model: 'PT-P750W', dpi: 180, stock: 'TZe-251x40' })
  const { stdout } = await run(t, ['print', '--list', '--state'])
  t.equal(
    stdout.toString(),
    'dock-3  brother  180 dpi  tze-24x40  wrong_media  it has tape of 12 mm, and it prints on tape of 24 mm\n',
  )
  t.match((await run(t, ['printers', '--check'], 3)).stderr, /not ready: dock-3/)
})
