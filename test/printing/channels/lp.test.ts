import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { alertsIn, conditionIn, lpChannel, papersIn } from '../../../src/printing/channels/lp.ts'
import type { Patience } from '../../../src/printing/index.ts'
import { inLongRun } from '../../random.ts'
import { failureOf } from '../printers/example-jobs.ts'
import { patience, piece, signal, testPrinter } from './played-printer.ts'

const channel = (language: 'zpl' | 'pdf' | 'png' = 'zpl', times: Partial<Patience> = {}) =>
  lpChannel({ ...testPrinter, language }, { kind: 'lp', queue: 'labels' }, patience(times))

const idle = `labels accepting requests since Mon Nov 23 22:19:39 2026
printer labels is idle.  enabled since Mon Nov 23 22:19:39 2026
\tForm mounted:
\tAlerts: none
`

/** Runs with commands of the print system that are scripts in a folder, which is given to it. */
async function withCommands<T>(
  commands: { lp?: string; lpstat?: string; lpoptions?: string; cancel?: string },
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-lp-'))
  for (const [name, script] of Object.entries(commands)) {
    writeFileSync(join(folder, name), `#!/bin/sh\ncd ${folder}\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  const { PATH } = process.env
  // the scripts use commands of the system, but none of its print system
  const system = join(folder, 'system')
  mkdirSync(system)
  for (const name of ['cat', 'head', 'sleep', 'yes', 'printf', 'env']) {
    const file = [`/usr/bin/${name}`, `/bin/${name}`].find((each) => existsSync(each))
    if (file === undefined) continue
    writeFileSync(join(system, name), `#!/bin/sh\nexec ${file} "$@"\n`)
    chmodSync(join(system, name), 0o755)
  }
  process.env.PATH = `${folder}:${system}`
  try {
    return await work(folder)
  } finally {
    process.env.PATH = PATH
    rmSync(folder, { recursive: true })
  }
}

const tells = (text: string): string => `cat <<'END'\n${text}END`
/** A command that writes its arguments and its environment, and keeps what it reads. */
const keeps = `n=1; while [ -e arguments.$n ]; do n=$((n + 1)); done
printf '%s\\n' "$LC_ALL" "$@" > arguments.$n
cat > document.$n
printf 'request id is labels-%s (0 file(s))\\n' $n`

t.test('a job: its arguments and its document', inLongRun, async (t) => {
  const unscaled = ['-o', 'print-scaling=none', '-o', 'orientation-requested=3']
  const document = Buffer.alloc(300_000, 'label ')
  for (const [language, raw] of [
    ['zpl', ['-o', 'raw']],
    ['pdf', unscaled],
    ['png', unscaled],
  ] as const) {
    await withCommands({ lp: keeps, lpstat: tells(idle) }, async (folder) => {
      const delivery = await channel(language).send([piece(1, 'first'), piece(2, document, 3)], signal())
      const amount = { rows: 2, labels: 4, bytes: 5 + 3 * document.length }
      t.same(delivery, { sent: amount, confirmed: amount, from: undefined })
      const read = (name: string) => readFileSync(join(folder, name))
      const expected = (times: string) => ['C', '-d', 'labels', ...raw, '-t', 'quietzone', '-n', times, '--', '']
      t.same(read('arguments.1').toString().split('\n'), expected('1'))
      t.same(read('arguments.2').toString().split('\n'), expected('3'))
      t.equal(read('document.1').toString(), 'first')
      t.ok(read('document.2').equals(document))
    })
  }
})

const sizes = (list: string): string => `PageSize/Media Size: ${list}\nResolution/Resolution: *203dpi 300dpi\n`

t.test('the paper of a queue', inLongRun, async (t) => {
  const zebra = papersIn(sizes('A4 w144h90 *w288h360 w288h432 Custom.WIDTHxHEIGHT'))
  t.equal(zebra.known.length, 5)
  t.same(zebra.usual, { x: 10_160, y: 12_700 })
  t.same(zebra.known.map(({ name }) => name({ x: 5000, y: 3050 })).slice(-2), ['w288h432', 'Custom.50x30.5mm'])
  t.same(papersIn(sizes('*A4 Odd $(reboot)')), papersIn(sizes('*A4')), 'names without a size, and no names')
  t.same(papersIn('Resolution/Resolution: *203dpi\n'), { known: [], usual: undefined })
  for (const [list, stock, media, warning] of [
    ['*w288h360 Custom.WIDTHxHEIGHT', '50x30', 'media=Custom.50x30mm', undefined],
    ['*w288h360 4x6in Custom.WIDTHxHEIGHT', '4x6', 'media=4x6in', undefined],
    ['*A4 A5', '50x30', undefined, /^the print server has no paper of 50 x 30 mm: .* 210 x 297 mm$/],
    ['', '50x30', undefined, undefined],
  ] as const) {
    const commands = { lp: keeps, lpstat: tells(idle), lpoptions: tells(sizes(list)) }
    await withCommands(commands, async (folder) => {
      const printer = { ...testPrinter, language: 'png', stock } as const
      const way = lpChannel(printer, { kind: 'lp', queue: 'labels' }, patience())
      const { warnings = [] } = await way.send([piece(1, 'label')], signal())
      const args = readFileSync(join(folder, 'arguments.1')).toString().split('\n')
      t.same(
        args.filter((each) => each.startsWith('media=')),
        media === undefined ? [] : [media],
      )
      t.ok(args.includes('print-scaling=none'))
      if (warning === undefined) t.same(warnings, [])
      else t.match(warnings, [{ code: 'paper_size_unknown', message: warning }])
    })
  }
  const small = { lp: keeps, lpstat: tells(idle), lpoptions: tells(sizes('*w72h72')) }
  await withCommands(small, async (folder) => {
    const error = await failureOf(channel('png').send([piece(1, 'label')], signal()))
    t.match(error, {
      code: 'printer_refused',
      message: /no paper of 101.6 x 152.4 mm, and would cut .* 25.4 x 25.4 mm/,
    })
    t.notOk(existsSync(join(folder, 'arguments.1')))
  })
})

/** lpstat of a queue that is ready, with one list of jobs or the other. */
const jobs = (completed: string, open: string): string =>
  `case "$*" in\n*not-completed*) ${tells(open)}\n;;\n*completed*) ${tells(completed)}\n;;\n*) ${tells(idle)}\n;; esac`

const job = (name: string, alerts: string): string =>
  `${name.padEnd(24)}root 1024   Fri Nov 27 20:49:05 2026\n\tStatus: Unable to open 192.0.2.1\n\tAlerts: ${alerts}\n\tqueued for labels\n`

t.test('what becomes of a job', inLongRun, async (t) => {
  const listed = job('labels-11', 'job-printing') + job('labels-1', 'job-stopped printer-stopped')
  t.same(alertsIn(listed, 'labels-1'), ['job-stopped', 'printer-stopped'])
  t.same(alertsIn(listed, 'labels-2'), undefined)
  const printed = [
    jobs(job('labels-1', 'processing-to-stop-point'), ''),
    jobs(job('labels-1', 'job-completed-successfully'), ''),
    jobs('', ''),
  ]
  for (const lpstat of printed) {
    await withCommands({ lp: keeps, lpstat }, async () => {
      const { confirmed, from } = await channel().send([piece(1, 'label')], signal())
      t.same([confirmed.labels, from], [1, undefined])
    })
  }
  const cancel = `printf '%s\\n' "$@" > cancelled`
  for (const [lpstat, message] of [
    [
      jobs('', job('labels-1', 'job-completed-with-errors')),
      /did not print the job: job-completed-with-errors; 1 label/,
    ],
    [jobs(job('labels-1', 'aborted-by-system'), ''), /did not print the job: aborted-by-system/],
    [jobs('', job('labels-1', 'printer-stopped')), /has stopped, and the job is taken back: printer-stopped/],
  ] as const) {
    await withCommands({ lp: keeps, lpstat, cancel }, async (folder) => {
      const error = await failureOf(channel('zpl', { write: 60 }).send([piece(1, 'label')], signal()))
      t.match(error, {
        code: 'printer_refused',
        message,
        delivery: { sent: { labels: 1 }, confirmed: { labels: 0 }, from: 1 },
      })
      t.equal(readFileSync(join(folder, 'cancelled')).toString(), 'labels-1\n')
    })
  }
  await withCommands({ lp: keeps, lpstat: jobs('', job('labels-1', 'job-printing')), cancel }, async (folder) => {
    const { confirmed, from, warnings } = await channel('zpl', { print: 60 }).send([piece(1, 'label')], signal())
    t.same([confirmed.labels, from], [0, 1])
    t.match(warnings, [{ code: 'not_printed_yet', message: /prints them later: job-printing$/ }])
    t.notOk(existsSync(join(folder, 'cancelled')), 'it is printed later')
  })
})

t.test('the state of a queue', async (t) => {
  const accepts = 'labels accepting requests since Mon Nov 23 22:19:39 2026\n'
  const rejects = 'labels not accepting requests since Mon Nov 23 22:19:42 2026 -\n\tRejecting Jobs\n'
  const disabled = 'printer labels disabled since Mon Nov 23 22:19:42 2026 -\n\tat socket://192.0.2.1:9100\n'
  const printing = 'printer labels now printing labels-7.  enabled since Mon Nov 23 22:19:42 2026\n'
  const states = [
    ['ready', idle],
    ['ready', `${accepts}${printing}\tAlerts: media-low-warning\n`],
    ['paper_out', `${accepts}${printing}\tAlerts: media-empty-error\n`],
    ['head_open', `${accepts}${printing}\tAlerts: media-empty cover-open\n`],
    ['paused', `${accepts}${disabled}\tAlerts: paused\n`],
    ['error', `${accepts}${disabled}`],
    ['error', `${rejects}${printing}\tAlerts: none\n`],
    ['unknown', ''],
    ['unknown', idle.replaceAll('labels', 'others')],
  ] as const
  for (const [state, output] of states) {
    const condition = conditionIn(output, 'labels')
    t.equal(condition.state, state, output)
    t.notMatch(condition.message, /192\.0\.2|labels/)
  }
  await withCommands({ lp: keeps, lpstat: tells(`${accepts}${disabled}\tAlerts: paused\n`) }, async (folder) => {
    t.same(await channel().condition(signal()), { state: 'paused', message: 'paused' })
    const error = await failureOf(channel().send([piece(1, 'label')], signal()))
    t.match(error, { code: 'printer_refused', delivery: { sent: { bytes: 0 }, from: 1 } })
    t.notOk(existsSync(join(folder, 'arguments.1')))
  })
})

t.test('a system without lp, without lpstat, and without its print system', async (t) => {
  await withCommands({}, async () => {
    t.match(await channel().condition(signal()), { state: 'unreachable', message: /lp is not installed/ })
    const error = await failureOf(channel().send([piece(1, 'label')], signal()))
    t.match(error, { code: 'printer_unreachable', message: /lp is not installed; nothing was sent/ })
  })
  await withCommands({ lpstat: tells(idle) }, async () => {
    const error = await failureOf(channel().send([piece(1, 'label')], signal()))
    t.match(error, { code: 'printer_unreachable', message: /lp is not installed; nothing was sent/ })
  })
  for (const [complaint, expected] of [
    ['lpstat: Invalid destination name in list "labels".', /no such queue/],
    ['lpstat: Unable to connect to server: Bad file descriptor', /not running/],
  ] as const) {
    await withCommands({ lpstat: `echo '${complaint}' >&2; exit 1` }, async () => {
      t.match(await channel().condition(signal()), { state: 'unreachable', message: expected })
      t.equal((await failureOf(channel().send([piece(1, 'label')], signal()))).code, 'printer_unreachable')
    })
  }
})

t.test('what lp complains of is in the message, in printable ASCII and without an address', inLongRun, async (t) => {
  const complaints = [
    [
      'lp: Destination "labels" is not accepting jobs.',
      'refused the job: Destination "(queue)" is not accepting jobs.',
    ],
    ['lp: cannot open socket://192.0.2.1:9100 now', 'refused the job: cannot open (address) now'],
    ['lp: 192.0.2.1 is deaf', 'refused the job: (address) is deaf'],
    ['lp: printer.example:631 is deaf', 'refused the job: (address) is deaf'],
    ['lp: [2001:db8::1]:631 is deaf', 'refused the job: (address) is deaf'],
    ['lp: \u001b[2J\u202eno', 'refused the job: [2J no'],
    ['', 'refused the job: it ended with code 1'],
  ] as const
  for (const [complaint, message] of complaints) {
    const lp = `cat > /dev/null; cat >&2 <<'END'\n\n${complaint}\nmore\nEND\nexit 1`
    await withCommands({ lp: complaint === '' ? 'cat >/dev/null; exit 1' : lp, lpstat: tells(idle) }, async () => {
      const error = await failureOf(channel().send([piece(1, 'label')], signal()))
      t.equal(error.code, 'printer_refused')
      t.ok(error.message.startsWith(`printer dock-3 ${message}`), error.message)
      t.match(error.delivery, { sent: { labels: 1 }, confirmed: { labels: 0 }, from: 1 })
    })
  }
  const long = { lp: "cat > /dev/null; printf '%020000d' 0 >&2; exit 1", lpstat: tells(idle) }
  await withCommands(long, async () => {
    const error = await failureOf(channel().send([piece(1, 'label')], signal()))
    t.match(error.message, /refused the job: it ended with code 1; 1 label/, 'a word that is not whole is left out')
  })
  const endless = { lp: 'cat > /dev/null; yes "lp: no" | head -c 1000000 >&2; exit 1', lpstat: tells(idle) }
  await withCommands(endless, async () => {
    const error = await failureOf(channel().send([piece(1, 'label')], signal()))
    t.match(error.message, /refused the job: no; 1 label/)
  })
})

t.test('a command that writes without end is read no further', async (t) => {
  const endless = { lp: 'cat > /dev/null; exec yes "lp: no" >&2', lpstat: tells(idle) }
  await withCommands(endless, async () => {
    const error = await failureOf(channel().send([piece(1, 'label')], signal()))
    t.equal(error.code, 'printer_refused')
    t.match(error.message, /refused the job: no; 1 label/)
  })
  await withCommands({ lpstat: 'exec yes' }, async () => {
    const { state, message } = await channel().condition(signal())
    // the command may tell of its broken pipe
    t.equal(state, 'unknown')
    t.match(message, /^lpstat does not tell the state of the queue: ./)
  })
})

t.test('a command that does not end is stopped', async (t) => {
  const sleeps = 'exec sleep 1000'
  await withCommands({ lpstat: sleeps }, async () => {
    const { state, message } = await channel('zpl', { response: 50 }).condition(signal())
    t.same([state, message], ['silent', 'cannot be reached: lpstat did not end within 0.05 s'])
  })
  await withCommands({ lp: sleeps, lpstat: tells(idle) }, async () => {
    const error = await failureOf(channel('zpl', { write: 50 }).send([piece(1, Buffer.alloc(1 << 20))], signal()))
    t.match(error, { code: 'printer_timeout', message: /lp took no more data/, delivery: { sent: { labels: 0 } } })
  })
})

t.test('lp that does not read its document', inLongRun, async (t) => {
  await withCommands({ lp: 'exec head -c 0 /dev/null', lpstat: tells(idle) }, async () => {
    const error = await failureOf(channel().send([piece(1, Buffer.alloc(8 << 20))], signal()))
    t.match(error, { code: 'printer_refused', message: /before it had the whole job/, delivery: { from: 1 } })
  })
  await withCommands({ lp: 'echo "lp: no" >&2; exit 1', lpstat: tells(idle) }, async () => {
    const error = await failureOf(channel().send([piece(1, Buffer.alloc(8 << 20))], signal()))
    t.match(error.message, /refused the job: no/)
    t.equal(error.delivery.sent.labels, 0)
  })
})

t.test('a job that is stopped', async (t) => {
  await withCommands({ lp: 'exec sleep 1000', lpstat: tells(idle) }, async () => {
    const controller = new AbortController()
    const pieces = function* () {
      yield piece(1, 'label')
    }
    const job = failureOf(channel().send(pieces(), controller.signal))
    setImmediate(() => controller.abort())
    t.match(await job, { code: 'printer_timeout', message: /was given no more time/, delivery: { from: 1 } })
    await t.rejects(channel().condition(controller.signal))
  })
})
