import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../../src/root.ts'
import { commandTable } from '../../src/zpl/index.ts'
import { isDark } from '../../symbologies/index.ts'
import { inLongRun } from '../random.ts'
import { found, painted } from './drawn.ts'

const shown = { drawn: 'drawn', read: 'read', ignored: 'ignored', missing: 'not drawn' } as const

t.test('docs/zpl.md has every command, and what becomes of it', async (t) => {
  const [, table = ''] = readFileSync(join(root, 'docs/zpl.md'), 'utf8').split('\n## Commands\n')
  const rows = table.match(/^\| `[\^~].. ?` \|.*$|^\| `\^A` \|.*$/gm) ?? []
  t.same(
    rows,
    commandTable.map(
      ({ command, title, treatment, why }) => `| \`${command}\` | ${title} | ${shown[treatment]} | ${why} |`,
    ),
  )
})

t.test('no command of the guide is unknown, and what is not drawn is said', inLongRun, async (t) => {
  for (const { command, treatment } of commandTable) {
    if (/^.(XA|XZ|CC|CT|CD)$/.test(command)) continue
    const codes = found(await painted(`^XA${command}^FS^XZ`)).map((each) => each.split(' ')[0])
    t.notOk(codes.includes('unknown_command'), command)
    if (treatment === 'missing') t.ok(codes.includes('not_drawn'), command)
  }
})

/** Whether a dot is dark on the first label of a program. */
async function dark(zpl: string, ...dots: (readonly [x: number, y: number])[]): Promise<boolean[]> {
  const { labels } = await painted(zpl)
  return dots.map(([x, y]) => isDark(labels[0]!.dots, x, y))
}

t.test('prefixes and delimiters change', async (t) => {
  t.same(await dark('^XA^CC!!CD;!FO10;20!GB5;6;9!FS!XZ', [14, 25], [19, 25]), [true, false])
  t.same(await dark('^CT+^XA^FO10,20^GB5,6,9^FS+HS^XZ', [12, 22]), [true])
})

t.test('the label is moved, turned and mirrored', async (t) => {
  const box = '^FO10,20^GB30,40,40^FS'
  t.same(await dark(`^XA^LH100,200${box}^XZ`, [110, 220], [109, 220]), [true, false])
  t.same(await dark(`^XA^LS-5${box}^XZ`, [15, 20], [14, 20]), [true, false])
  t.same(await dark(`^XA^LT7${box}^XZ`, [10, 27], [10, 26]), [true, false])
  t.same(await dark(`^XA^POI${box}^XZ`, [812 - 10, 1625 - 20], [10, 20]), [true, false])
  t.same(await dark(`^XA^PMY${box}^XZ`, [812 - 10, 20], [10, 20]), [true, false])
  t.same(await dark(`^XA^MUM${'^FO2,4^GB2,2,2^FS'}^XZ`, [16, 32], [15, 32]), [true, false])
  t.same(await dark(`^XA^JMB${box}^XZ`, [20, 40], [19, 40]), [true, false])
})

t.test('fields are reversed, and white ones erase', async (t) => {
  const black = '^FO10,10^GB50,50,50^FS'
  t.same(await dark(`^XA${black}^FO20,20^FR^GB10,80,80^FS^XZ`, [25, 25], [25, 70], [15, 15]), [false, true, true])
  t.same(await dark(`^XA${black}^FO20,20^GB10,10,10,W^FS^XZ`, [25, 25], [15, 15]), [false, true])
  t.same(await dark(`^XA^LRY${black}^FO20,20^GB10,10,10^FS^XZ`, [25, 25], [15, 15]), [false, true])
})

t.test('graphics in every encoding have the same dots', async (t) => {
  // two rows: 10101010 11111111, and the row of the left half
  const bytes = Buffer.from([0xaa, 0xff, 0xf0, 0x00])
  const { deflateSync } = await import('node:zlib')
  const { crc16 } = await import('../../src/render/zpl.ts')
  const packed = (name: string, data: Buffer): string => {
    const text = data.toString('base64')
    return `:${name}:${text}:${crc16(text).toString(16).padStart(4, '0')}`
  }
  const forms = ['AAFFF000', 'HAHFF,', 'AA!F,', packed('B64', bytes), packed('Z64', deflateSync(bytes))]
  for (const form of forms) {
    t.same(
      await dark(`^XA^FO0,0^GFA,4,4,2,${form}^FS^XZ`, [0, 0], [1, 0], [8, 0], [0, 1], [4, 1]),
      [true, false, true, true, false],
      form,
    )
  }
  const binary = Buffer.concat([Buffer.from('^XA^FO0,0^GFB,4,4,2,'), bytes, Buffer.from('^FS^XZ')])
  const { labels, findings } = await painted(binary)
  t.same([findings.length, isDark(labels[0]!.dots, 2, 0), isDark(labels[0]!.dots, 1, 0)], [0, true, false])
  t.same(await dark('~DGR:B.GRF,4,2,AAFFF000^XA^FO5,5^XGB,3,2^FS^XZ', [5, 5], [8, 5], [11, 6], [5, 7], [5, 9]), [
    true,
    false,
    true,
    true,
    false,
  ])
})

t.test('serial numbers, clocks and hexadecimal bytes', async (t) => {
  const texts = async (zpl: string): Promise<string[]> =>
    (await painted(zpl)).labels.map(({ label }) => label.fields[0]!.drawn.field.data!.text)
  t.same(await texts('^XA^FO9,9^SN009,1,Y^FS^PQ3^XZ'), ['009', '010', '011'])
  t.same(await texts('^XA^FO9,9^FDA99^SF%DD,3^FS^PQ2^XZ'), ['A99', 'A02'])
  t.same(await texts('^XA^FO9,9^FC%^FD%Y-%m-%d %H:%M^FS^XZ'), ['2026-11-30 09:05'])
  t.same(await texts('^XA^CI28^FO9,9^FH^FD_C3_BC_41_^FS^XZ'), ['\u00fcA_'])
  t.same(await texts('^XA^FO9,9^FH^FD_81_9B^FS^XZ'), ['\u00fc\u00f8'])
})
