import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { statusOf } from '../../src/answer.ts'
import { parameters } from '../../src/request/params.ts'
import { configOf } from '../../src/server/config.ts'
import { encode, rowsOf } from '../../symbologies/index.ts'
import type { ErrorBody } from '../server/http/wire.ts'
import { addressOf, ended, program, sideBySide, started } from './program.ts'
import { quietzone } from './quietzone.ts'

type Values = Readonly<Record<string, string>>

/** Requests of every kind of answer, as they are sent to the service and given to the program. */
const requests: readonly { readonly endpoint: 'barcode' | 'label'; readonly values: Values }[] = [
  { endpoint: 'barcode', values: { type: 'qr', text: 'héllo 倉庫 "&%+#', format: 'svg' } },
  {
    endpoint: 'barcode',
    values: { type: 'code128', text: '-5', includetext: 'true', rotate: 'R', scale: '2', height: '7.5' },
  },
  { endpoint: 'barcode', values: { type: 'upca', text: '03600029145', format: 'pdf', includetext: 'true' } },
  { endpoint: 'label', values: { type: 'datamatrix', text: 'QZ-0001', size: '50x30', qty: '3' } },
  {
    endpoint: 'label',
    values: { type: 'ean13', text: '590123412345', orientation: 'portrait', format: 'png', showtext: 'false' },
  },
  { endpoint: 'barcode', values: { type: 'ean13', text: '5901234123456' } },
  { endpoint: 'barcode', values: { type: 'code39', text: 'lower' } },
  { endpoint: 'barcode', values: { type: 'ean8', text: '12' } },
  { endpoint: 'barcode', values: { type: 'code128', text: 'x'.repeat(7000), scale: '10', height: '100' } },
  { endpoint: 'label', values: { type: 'code128', text: 'too long for this label by far', size: '25x10' } },
  {
    endpoint: 'barcode',
    values: { type: 'QR', text: 'x', scale: '11', height: '1e1', rotate: '90', format: 'gif', includetext: 'yes' },
  },
  {
    endpoint: 'label',
    values: { type: 'code39', text: 'X', size: '9x9', qty: '501', orientation: 'up', showtext: '1' },
  },
  { endpoint: 'barcode', values: { type: 'qr' } },
  { endpoint: 'label', values: { type: 'qr', text: '' } },
]

t.test('one picture: the bytes of the service, or its error with its code and message', async (t) => {
  const service = started(['serve', '--port', '0'], { QZ_RATE_PER_MINUTE: '0' })
  const address = await addressOf(service)
  await sideBySide(requests, async ({ endpoint, values }) => {
    const title = `${endpoint} ${JSON.stringify(values).slice(0, 80)}`
    const reply = await fetch(`${address}/api/v1/${endpoint}?${new URLSearchParams(values)}`)
    const body = Buffer.from(await reply.arrayBuffer())
    const words = Object.entries(values).map(([name, value]) => `--${name}=${value}`)
    const { code, stdout, stderr } = await quietzone([endpoint, ...words])
    if (reply.ok) {
      t.ok(stdout.equals(body), title)
      // fetch joins the header lines of several warnings
      const warnings = stderr.replaceAll('quietzone: warning: ', '').trimEnd().split('\n').join(', ')
      t.same([code, warnings], [0, reply.headers.get('Quietzone-Warning') ?? ''], title)
      return
    }
    const { error } = JSON.parse(body.toString()) as ErrorBody
    const suggested = error.faults?.some(({ suggestion }) => suggestion !== undefined)
    t.equal(stderr.split('\n')[0], `quietzone: ${error.code}: ${error.message}`, title)
    t.match(stderr.split('\n').slice(1).join('\n'), suggested ? /^quietzone: try: --[^\n]+\n$/ : /^$/, title)
    t.equal(code, reply.status === statusOf.does_not_fit ? 1 : 2, title)
    t.equal(stdout.length, 0, title)
  })
  service.kill('SIGTERM')
  t.equal((await ended(service)).code, 0, 'the service stops gracefully')
})

t.test('-o: the extension gives the format and agrees with --format, - is standard output', async (t) => {
  const cwd = t.testdir()
  const one = ['barcode', '--type', 'qr', '--text', 'x']
  const starts = { png: '\x89PNG', svg: '<svg', pdf: '%PDF' }
  const start = (file: string): string => readFileSync(join(cwd, file), 'latin1').slice(0, 4)
  for (const format of ['png', 'svg', 'pdf'] as const) {
    t.same(await quietzone([...one, '-o', `x.${format}`], { cwd }), { code: 0, stdout: Buffer.alloc(0), stderr: '' })
    t.equal(start(`x.${format}`), starts[format])
  }
  await quietzone([...one, '-o', 'y.PDF'], { cwd })
  t.equal(start('y.PDF'), starts.pdf)
  t.match(await quietzone([...one, '--output', 'z.png', '--format', 'svg'], { cwd }), {
    code: 2,
    stderr: 'quietzone: invalid_parameter: z.png ends in png, but format is svg\n',
  })
  t.notOk(existsSync(join(cwd, 'z.png')))
  await quietzone([...one, '--output', 'z.v2', '--format', 'svg'], { cwd })
  t.equal(start('z.v2'), starts.svg)
  await quietzone([...one, '-o', 'bare'], { cwd })
  t.equal(start('bare'), starts.png)
  t.equal((await quietzone([...one, '-o', '-'], { cwd })).stdout.toString('latin1', 0, 4), starts.png)
  t.match(await quietzone([...one, '-o', 'x.gif'], { cwd }), {
    code: 2,
    stderr: /^quietzone: invalid_parameter: format: "gif"/,
  })
  await quietzone(['label', ...one.slice(1), '-o', 'label.svg'], { cwd })
  t.equal(start('label.svg'), starts.svg)
  await quietzone(['label', ...one.slice(1), '-o', 'label.zpl'], { cwd })
  t.equal(start('label.zpl'), '^XA^')
  t.match(await quietzone([...one, '-o', 'x.zpl'], { cwd }), {
    code: 2,
    stderr: /^quietzone: invalid_parameter: format: "zpl" is not one of png, svg, pdf/,
  })
  t.match(await quietzone([...one, '-o', 'no/such/x.png'], { cwd }), {
    code: 3,
    stderr: /no\/such\/x\.png cannot be written: no such/,
  })
})

t.test('a wrong command line ends with 2 and says what is wrong, and where help is', async (t) => {
  const wrong: readonly (readonly [args: readonly string[], why: RegExp])[] = [
    [[], /^quietzone: barcodes and labels[\s\S]*Commands:/],
    [['draw'], /"draw" is not a command; the commands are serve, barcode, .*see quietzone --help/],
    [['ceck'], /"ceck" is not a command; did you mean check\?; see quietzone --help/],
    [['constructor'], /"constructor" is not a command/],
    [['barcode', '--type', 'qr', '--text', 'x', '--foo'], /Unknown option '--foo'; see quietzone barcode --help\n$/],
    [['barcode', '--type', 'qr', '--text'], /'--text <value>' argument missing/],
    [['barcode', '--type', 'qr', '--text', 'x', 'y'], /the text is given as "y" and with --text; give it once/],
    [['barcode', '--type', 'qr', 'x', 'y'], /unexpected argument "y"/],
    [['help', 'draw'], /"draw" is not a command/],
    [['barcode', '--type', 'qr', '--text', 'x', '--text', 'y'], /duplicate_parameter: text: given 2 times/],
    [['barcode', '--type', 'qr', '--text', 'x', '-o', 'a', '-o', 'b'], /--output: given 2 times/],
    [['serve', '--port', '0', '--size', '4x6'], /Unknown option '--size'/],
    [['batch'], /no file given/],
    [['batch', 'x.csv'], /no output given/],
    [['batch', 'x.csv', '-o', 'x', '--as', 'page'], /--as: "page" is not one of barcode, label/],
    [['batch', 'x.csv', '-o', 'x', '--size', '4x6'], /--size works only with --as label/],
    [['batch', 'x.csv', '-o', 'x', '--type', 'QR'], /invalid_parameter: type: "QR"/],
    [['batch', 'x.csv', '-o', 'x.pdf', '--format', 'png'], /every page of one PDF is pdf/],
    [['batch', 'x.csv', '-o', 'x', '--delimiter', ';'], /--delimiter: ";" is not one of comma/],
  ]
  await sideBySide(wrong, async ([args, why]) => {
    t.match(await quietzone(args), { code: 2, stderr: why }, args.join(' '))
  })
  t.match(await quietzone(['matrix', '--type', 'qr', '--text', 'x'], { env: { QZ_MAX_PIXELS: 'x' } }), { code: 0 })
  t.match(await quietzone(requestArgs, { env: { QZ_MAX_PIXELS: 'x' } }), { code: 2, stderr: /QZ_MAX_PIXELS: "x"/ })
  t.match(await quietzone(requestArgs, { env: { QZ_MAX_PIXELS: '10' } }), { code: 1, stderr: /does_not_fit/ })
})

const requestArgs = ['barcode', '--type', 'qr', '--text', 'x']

t.test('help: every command, every parameter, every setting', async (t) => {
  const overview = (await quietzone(['--help'])).stdout.toString()
  const commands = [...overview.matchAll(/^ {2}([a-z]+) {2}/gm)].map((found) => found[1]!)
  t.same(commands.slice(0, 6), ['serve', 'barcode', 'label', 'sheets', 'plan', 'batch'])
  const pages = new Map<string, string>()
  await sideBySide(commands, async (command) => {
    const { code, stdout, stderr } = await quietzone([command, '--help'])
    t.same([code, stderr], [0, ''], command)
    t.match(stdout.toString(), new RegExp(`^quietzone ${command}: .*\n\n  .*quietzone ${command}`), command)
    t.same(
      stdout
        .toString()
        .split('\n')
        .filter((line) => line.length > 85),
      [],
      command,
    )
    pages.set(command, stdout.toString())
  })
  for (const command of ['barcode', 'label', 'plan'] as const) {
    const missing = Object.entries(parameters[command]).filter(([name, parameter]) => {
      const page = pages.get(command)!.replace(/\s+/g, ' ')
      const words = parameter.kind === 'word' ? parameter.words.join(', ') : ''
      return !page.includes(` --${name} `) || !page.includes(words)
    })
    t.same(missing, [], command)
  }
  t.match(pages.get('barcode'), /--scale +Dots per module\. From 1 to 10; default 3\./, 'described as in openapi.json')
  const settings = (): string => {
    try {
      return `${configOf({ QZ_NONE: '' })}`
    } catch (error) {
      return (error as Error).message
    }
  }
  for (const name of ['HOST', 'PORT', ...settings().split('; ')[1]!.split(', ')])
    t.ok(pages.get('serve')!.includes(`  ${name} `), name)
  t.match(await quietzone(['--version']), { code: 0, stdout: /^\d+\.\d+\.\d+\n$/ })
})

t.test('--text -: exact bytes, strict UTF-8, one final newline', async (t) => {
  const bytesOf = async (input: string | Uint8Array, ...more: string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await quietzone(
      ['matrix', '--type', 'datamatrix', '--json', '--text', '-', ...more],
      { input },
    )
    return code === 0
      ? Buffer.from((JSON.parse(stdout.toString()) as { trace: { bytes: number[] } }).trace.bytes).toString('latin1')
      : stderr
  }
  t.equal(await bytesOf('a\0\x01 é\t'), 'a\0\x01 é\t')
  t.equal(await bytesOf('x\n'), 'x')
  t.equal(await bytesOf('x\r\n'), 'x')
  t.equal(await bytesOf('x\n\n'), 'x\n')
  t.equal(await bytesOf('x\r'), 'x\r')
  t.equal(await bytesOf('x\r\n', '--exact'), 'x\r\n')
  t.match(await bytesOf(Buffer.from('61e97a', 'hex')), /invalid_encoding: text: byte 2 of the decoded value, E9/)
  t.match(await bytesOf('\n'), /missing_parameter: text/)
  t.match(await bytesOf('x'.repeat(7090)), /invalid_parameter: text: 7090 characters/)
  t.match(await bytesOf('x'.repeat(10_000_000)), /more than the 28358 bytes/)
})

t.test('matrix: rows as text; JSON with the trace, typed arrays as plain ones', async (t) => {
  const texts = [
    ['qr', 'HELLO 123'],
    ['ean13', '590123412345'],
    ['microqr', '12345'],
    ['code128', 'abc1234'],
  ] as const
  await sideBySide(texts, async ([type, text]) => {
    const barcode = encode(type, text)
    const rows = rowsOf(barcode.matrix)
    const plain = await quietzone(['matrix', '--type', type, '--text', text])
    t.equal(plain.stdout.toString(), `${rows.join('\n')}\n`, type)
    const { stdout } = await quietzone(['matrix', '--type', type, '--text', text, '--json'])
    const said = JSON.parse(stdout.toString()) as Record<string, unknown>
    const { width, height } = barcode.matrix
    t.same(said.matrix, { width, height, rows })
    t.same([said.symbology, said.quiet, said.captions], [type, barcode.quiet, barcode.captions])
    t.same(said.trace, plainly(barcode.trace), type)
  })
  const piped = spawnSync('sh', ['-c', `"${program}" matrix --type qr --text x | true`])
  t.equal(piped.stderr.toString(), '', 'a reader that stops early is no fault')
})

/** What is left of a value in JSON, by another way than the program's: typed arrays become arrays. */
function plainly(value: unknown): unknown {
  if (value instanceof Uint8Array || Array.isArray(value)) return [...value].map(plainly)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inside]) => (inside === undefined ? [] : [[name, plainly(inside)]])),
  )
}

const noScript = spawnSync('script', ['--version']).status !== 0 && 'not installed: script (Debian: bsdutils)'

t.test('a terminal gets a progress bar, and no binary', { skip: noScript }, async (t) => {
  const cwd = t.testdir({ 'x.csv': `text\n${'12345678\n'.repeat(300)}` })
  const onTerminal = (command: string): { status: number | null; stdout: string } =>
    spawnSync('script', ['-qec', command, join(cwd, 'log')], {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  t.match(onTerminal(`"${program}" barcode --type qr --text x`), {
    status: 2,
    stdout: /png is binary and standard output is a terminal/,
  })
  t.match(onTerminal(`"${program}" barcode --type qr --text x --format svg`), { status: 0, stdout: /^<svg/ })
  t.match(onTerminal(`"${program}" batch x.csv --type qr -o out`), {
    status: 0,
    stdout: /\[#*\.*\] \d+ % \d+ rows[\s\S]*300 of 300 rows drawn to out/,
  })
  t.equal(readdirSync(join(cwd, 'out')).length, 300)
  t.ok(existsSync(join(cwd, 'out/000300.png')))
})
