import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { brotherStatus, playedLanguages } from '../printing/channels/loopback-languages.ts'
import { hostStatus, loopbackPrinter } from '../printing/channels/loopback-printer.ts'
import { folder, printer, run } from './printing.ts'
import { quietzone } from './quietzone.ts'

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

t.test('a printer is added with what it tells and what is said, and is in the file then', async (t) => {
  const there = await loopbackPrinter({
    questions: ['~HI', '^XA^HH^XZ'],
    answer: (_, question) =>
      question === '~HI'
        ? '\x02ZD421,V93,8,8192KB\x03'
        : '\x02\r\n  400  PRINT WIDTH\r\n  240  LABEL LENGTH\r\n  CONTINUOUS  MEDIA TYPE\r\n\x03',
  })
  t.teardown(() => there.close())
  const home = mkdtempSync(join(folder, 'home-'))
  const at = { cwd: home, env: { QZ_STATE: 'state' } }
  const add = (...args: readonly string[]) => quietzone(['printers', '--add', 'dock-3', there.address, ...args], at)
  t.match(await add(), { code: 2, stderr: /no printers: name their file/ }, 'the folder of a service is not made')
  mkdirSync(join(home, 'state'))
  const added = await add('--stock', '4x6')
  t.match(added, { code: 0, stderr: '' })
  t.equal(added.stdout.toString(), 'dock-3  zpl  203 dpi  4x6  ZD421\n')
  const file = join(home, 'state', 'printers.json')
  const entry = { name: 'dock-3', address: there.address, language: 'zpl', dpi: 203, stock: '4x6', media: 'continuous' }
  t.same(JSON.parse(readFileSync(file, 'utf8')), [entry])
  t.match(await add(), { code: 2, stderr: /has a printer dock-3 already/ })
  const add2 = ['printers', '--add', 'lab', 'socket://192.0.2.10', '--language', 'tspl', '--dpi']
  t.match(await quietzone([...add2, '300', '--stock', '50x30'], at), { code: 0 }, 'nobody is asked')
  t.match(await quietzone([...add2, '301', '--stock', '50x30'], at), { code: 2 })
  t.match((await quietzone(['printers'], at)).stdout.toString(), /^dock-3 .*\nlab {5}tspl {2}300 dpi {2}50x30\n$/)
  there.behaviour.answer = () => ''
  there.behaviour.reads = 1
  there.behaviour.afterwards = 'end'
  const silent = await quietzone(['printers', '--add', 'gate', there.address, '--dpi', '203'], at)
  t.match(silent, { code: 2, stderr: /does not tell all that is needed: give --language and --stock/ })
  await there.close()
  t.match(await quietzone(['printers', '--add', 'gate', there.address], at), { code: 3, stderr: /printer_unreachable/ })
  t.equal(JSON.parse(readFileSync(file, 'utf8')).length, 2)
  for (const [args, why] of [
    [['--add', 'x'], /wants an address/],
    [['--add', 'x', 'http://y'], /address: "http:\/\/y" is not socket:/],
    [['--find', '--check'], /--check and --find do not go together/],
    [['--dpi', '203'], /--dpi works only with --add/],
  ] as const)
    t.match(await quietzone(['printers', ...args], at), { code: 2, stderr: why })
})
