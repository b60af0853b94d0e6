import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { brotherPages, dymoLabels, escposStrips } from '../oracle/byte-printers.ts'
import { cpclLabels, eplLabels, tsplLabels } from '../oracle/text-printers.ts'
import { loopbackPrinter } from '../printing/channels/loopback-printer.ts'
import { inLongRun } from '../random.ts'
import { quietzone } from './quietzone.ts'

const folder = mkdtempSync(join(tmpdir(), 'quietzone-languages-'))
t.teardown(() => rmSync(folder, { recursive: true }))

async function run(args: readonly string[], code = 0): Promise<string> {
  const ended = await quietzone(args, { cwd: folder })
  t.equal(ended.code, code, `${args.join(' ')}: ${ended.stderr}`)
  return ended.stderr
}

const read = (name: string): Buffer => readFileSync(join(folder, name))

/** A printer of each language: what the command line says of it, and how many labels it prints. */
const printers = {
  tspl: { dpi: '203', size: '50x30', count: (bytes: Buffer) => tsplLabels(bytes, 8).length },
  epl: { dpi: '203', size: '50x30', count: (bytes: Buffer) => eplLabels(bytes).length },
  cpcl: { dpi: '203', size: '50x30', count: (bytes: Buffer) => cpclLabels(bytes).length },
  escpos: { dpi: '180', size: '50x30', count: (bytes: Buffer) => escposStrips(bytes)[0]!.rows.length / 213 },
  brother: { dpi: '300', size: '62x29mm', count: (bytes: Buffer) => brotherPages(bytes, 720).length },
  dymo: { dpi: '300', size: '50x30', count: (bytes: Buffer) => dymoLabels(bytes).length },
} as const

t.test('the ending of a file is the language of a label, of a table, and of a test page', inLongRun, async (t) => {
  writeFileSync(join(folder, 'rows.csv'), 'text\nQZ-1\nQZ-2\nQZ-3\n')
  for (const [language, { dpi, size, count }] of Object.entries(printers)) {
    const label = ['--type', 'qr', '--size', size, '--dpi', dpi]
    await run(['label', ...label, '-o', `one.${language}`, 'QZ-1'])
    t.equal(count(read(`one.${language}`)), 1, language)
    await run(['batch', 'rows.csv', '--as', 'label', ...label, '-o', `rows.${language}`])
    t.equal(count(read(`rows.${language}`)), 3)
    await run(['print', '--test', '--size', size, '--dpi', dpi, '-o', `test.${language}`])
    t.ok(count(read(`test.${language}`)) >= 1)
  }
})

t.test('a folder of labels is drawn again over its own files, and over no others', async (t) => {
  writeFileSync(join(folder, 'named.csv'), 'text\nQZ-1\n')
  for (const [language, { dpi, size }] of Object.entries(printers)) {
    const args = [
      'batch',
      'named.csv',
      '--as',
      'label',
      '--type',
      'qr',
      '--format',
      language,
      '--size',
      size,
      '--dpi',
      dpi,
    ]
    await run([...args, '-o', `out-${language}`])
    const first = read(`out-${language}/000002.${language}`)
    await run([...args, '-o', `out-${language}`])
    t.ok(read(`out-${language}/000002.${language}`).equals(first))
    writeFileSync(join(folder, `out-${language}/000002.${language}`), 'mine')
    t.match(await run([...args, '-o', `out-${language}`], 1), /already exists, and quietzone did not write it/)
    t.equal(read(`out-${language}/000002.${language}`).toString(), 'mine')
  }
})

t.test(
  'a label is composed for the printer that it is for: a tape that it lies along, after its turn',
  inLongRun,
  async (t) => {
    const dock = await loopbackPrinter({})
    t.teardown(() => dock.close())
    const described = {
      name: 'desk',
      address: dock.address,
      language: 'brother',
      dpi: 300,
      stock: '90x29mm',
      status: false,
    }
    const file = (fields: object): void => {
      writeFileSync(join(folder, 'printers.json'), JSON.stringify([{ ...described, ...fields }]))
    }
    const printed = ['--printers', 'printers.json', '--printer', 'desk', '-t', 'qr']
    file({ model: 'QL-820NWB' })
    t.match(await run(['print', ...printed, 'QZ-1'], 3), /stock: 90 mm are wider than the 62 mm of the widest tape/)
    file({ model: 'QL-820NWB', turn: 90, cut: 'end' })
    await run(['print', ...printed, 'QZ-1', '--qty', '2'])
    await run(['batch', 'rows.csv', '--as', 'label', ...printed])
    await run(['print', '--test', '--printers', 'printers.json', '--printer', 'desk'])
    const [one, rows, test] = dock.printed.map((text) => brotherPages(Buffer.from(text, 'latin1'), 720))
    t.match([one!.length, rows!.length, test!.length > 0], [2, 3, true])
    for (const { media, rows: lines, mode } of [...one!, ...rows!, ...test!]) {
      t.same([media.width, lines.length, mode], [29, 1063, 0])
    }
  },
)
