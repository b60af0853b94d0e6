import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { pdfToolsAbsent, qpdfComplaints } from '../oracle/pdf.ts'
import { inLongRun } from '../random.ts'
import { quietzone } from './quietzone.ts'

const folder = mkdtempSync(join(tmpdir(), 'judge-'))
t.teardown(() => rmSync(folder, { recursive: true }))

/** Draws one EAN-8 whatever it is asked for, or refuses, by its argument. */
writeFileSync(
  join(folder, 'encoder.mjs'),
  `import { createInterface } from 'node:readline'
const answers = {
  same: { matrix: ['1010001011010111101111010110111010101001110111001010001001011100101'] },
  refuse: { error: 'no' },
  lack: { unsupported: 'all' },
}
for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(answers[process.argv[2]]))`,
)

const judge = (answer: string, ...args: string[]) => {
  const command = `'${process.execPath}' '${join(folder, 'encoder.mjs')}' ${answer}`
  return quietzone(['judge', command, '--type', 'ean8', '--cases', '20', ...args])
}

t.test('classes, failures and exit codes', async (t) => {
  const { code, stdout } = await judge('same', '--json')
  t.equal(code, 1)
  const report = JSON.parse(stdout.toString())
  t.match(report, { schema: 1, tool: { name: 'quietzone' }, seed: 1, cases: 20 })
  t.ok(report.classes.wrong > 10 && report.classes.drawsWhatItMustRefuse > 0)
  const failure = report.failures.find(({ code: name }: { code: string }) => name === 'ean8.text')
  t.match(failure, { class: 'wrong', type: 'ean8', text: '0000000', options: {}, clause: /^ISO/, message: /carries/ })
  const lack = await judge('lack')
  t.match({ ...lack, stdout: lack.stdout.toString() }, { code: 1, stdout: /: 20 cases, seed 1: nothing was judged\n/ })
  t.equal((await judge('refuse')).code, 1)
})

t.test('forms of the report', inLongRun, async (t) => {
  t.match(
    (await judge('refuse')).stdout.toString(),
    /20 cases, seed 1\n[\s\S]*refuses what it must draw: ean8 refused, \d+ cases/,
  )
  t.match((await judge('refuse', '--format', 'junit')).stdout.toString(), /<testsuite .*failures="1"[\s\S]*<failure/)
  t.match((await judge('lack', '--format', 'junit')).stdout.toString(), /name="ean8"><skipped message="no case is supp/)
  const sarif = JSON.parse((await judge('refuse', '--format', 'sarif')).stdout.toString())
  t.match(sarif, { version: '2.1.0', runs: [{ results: [{ ruleId: 'refused', level: 'error' }] }] })
})

t.test('a decoder, and what it was shown', inLongRun, async (t) => {
  const { code, stdout } = await quietzone([
    'judge',
    '--decoder',
    'true {file}',
    ...['--type', 'ean8', '--cases', '20', '--json', '--name', 'none 1.0'],
  ])
  t.equal(code, 1)
  const report = JSON.parse(stdout.toString())
  t.match(report, { name: 'none 1.0', cases: 20, classes: { reads: 0, readsOtherwise: 0 } })
  t.ok(report.classes.misses > 5 && report.classes.refuses > 1)
  const failure = report.failures.find(({ treatment }: { treatment: string }) => treatment === 'sound')
  t.match(failure, { class: 'misses', type: 'ean8', code: 'sound', clause: /^ISO/ })
  t.equal(Buffer.from(failure.png, 'base64').toString('latin1', 1, 4), 'PNG')
})

t.test('a report to file', { skip: inLongRun.skip || pdfToolsAbsent }, async (t) => {
  const file = join(folder, 'report.pdf')
  t.equal((await judge('same', '-o', file, '--name', 'constant 1.0')).code, 1)
  t.equal(qpdfComplaints(readFileSync(file)), '')
  const words = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
  for (const word of [/constant 1\.0/, /20, seed 1/, /wrong: ean8 ean8\.text/, /ISO\/IEC 15420:2009/, /0000000/])
    t.match(words, word)
  t.equal((await judge('same', '-o', file, '--json')).code, 2)
})

t.test('what is not a command, a number or a word', async (t) => {
  for (const [args, code] of [
    [[], 2],
    [["a 'b"], 2],
    [['a', '--cases', '0'], 2],
    [['a', '--seed', '-1'], 2],
    [['a', '--type', 'qrcode'], 2],
    [['a', '--json', '--format', 'text'], 2],
    [['no-such-program-of-anybody'], 3],
  ] as const) {
    t.equal((await quietzone(['judge', ...args])).code, code, args.join(' '))
  }
})
