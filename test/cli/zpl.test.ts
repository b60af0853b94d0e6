import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { rowsOf } from '../../symbologies/index.ts'
import { pngPicture } from '../oracle/picture.ts'
import { tsplLabels } from '../oracle/text-printers.ts'
import { inLongRun } from '../random.ts'
import { painted } from '../zpl/drawn.ts'
import { quietzone } from './quietzone.ts'

const folder = mkdtempSync(join(tmpdir(), 'quietzone-zpl-'))
t.teardown(() => rmSync(folder, { recursive: true }))

const sound = '^XA^FO50,50^A0N,40,40^FDQZ-0001^FS\n^FO50,110^BY3^BCN,100,Y^FDQZ-0001^FS^XZ'
writeFileSync(join(folder, 'sound.zpl'), sound)
writeFileSync(join(folder, 'other.zpl'), sound.replace('^FDQZ-0001^FS\n', '^FDQZ-0002^FS\n'))
writeFileSync(join(folder, 'faulty.zpl'), sound.replace('^FO50,110', '^ZQ1\n^FO50,60'))
writeFileSync(join(folder, 'three.zpl'), '^XA^FO9,9^SN1,1^FS^PQ3^XZ')

const run = (...args: string[]) => quietzone(['zpl', ...args], { cwd: folder })

t.test('a label is drawn, in a picture and for other printers', inLongRun, async (t) => {
  const { code, stderr } = await run('sound.zpl', '-o', 'sound.png')
  t.same([code, stderr], [0, ''])
  const { width, height, grey } = pngPicture(readFileSync(join(folder, 'sound.png')))
  const { labels } = await painted(sound, { size: '4x6' })
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from(grey.subarray(y * width, (y + 1) * width), (value) => (value < 128 ? '1' : '0')).join(''),
  )
  t.ok(rows.join() === rowsOf(labels[0]!.dots).join(), 'the same dots')
  t.equal((await run('three.zpl', '-o', 'three.tspl')).code, 0)
  t.equal(tsplLabels(readFileSync(join(folder, 'three.tspl')), 8).length, 3)
  t.equal((await run('three.zpl', '--index', '2', '-o', 'last.png')).code, 0)
  const beyond = await run('three.zpl', '--index', '3', '-o', 'beyond.png')
  t.match([beyond.code, beyond.stderr], [1, /does_not_fit: .*there is no label 3: the program prints 3 labels/])
})

t.test('findings are listed, and a fault is an exit code of 1', async (t) => {
  t.same([(await run('sound.zpl', '--lint')).stdout.toString(), (await run('sound.zpl', '--lint')).code], ['', 0])
  const { code, stdout } = await run('faulty.zpl', '--lint')
  t.equal(code, 1)
  t.match(stdout.toString(), /^faulty\.zpl:2: fault: unknown_command: \^ZQ at byte 35: there is no command \^ZQ\n/)
  t.match(stdout.toString(), /faulty\.zpl:3: fault: ink_in_quiet_zone: \^BC at byte \d+: \^FD at byte \d+ has ink/)
  const report = JSON.parse((await run('faulty.zpl', '--format', 'json')).stdout.toString())
  t.match(report.labels[0].symbols, [{ type: 'code128', verdict: 'bad', x: 0.375 }])
})

t.test('two programs are compared', async (t) => {
  t.same(
    [(await run('sound.zpl', 'sound.zpl', '--diff')).code, (await run('sound.zpl', 'other.zpl', '--diff')).code],
    [0, 1],
  )
  const { stdout } = await run('sound.zpl', 'other.zpl', '--diff')
  t.match(
    stdout.toString(),
    /^label 0: \d+ dots differ\n {2}changed: \^FD at byte \d+, then byte \d+: text "QZ-0001" -> "QZ-0002"\n$/,
  )
  const one = await run('sound.zpl', 'three.zpl', '--diff')
  t.match(one.stdout.toString(), /removed: \^BC at byte \d+ "QZ-0001"/)
})

t.test('what is not a request is refused', async (t) => {
  t.equal((await run()).code, 2)
  t.equal((await run('sound.zpl', '--diff')).code, 2)
  t.equal((await run('sound.zpl', 'other.zpl', '--diff', '--lint')).code, 2)
  t.equal((await run('absent.zpl', '--lint')).code, 3)
  t.equal((await run('sound.zpl', '--dpi', '180')).code, 2)
  writeFileSync(join(folder, 'large.zpl'), 'x'.repeat((1 << 20) + 1))
  t.equal((await run('large.zpl', '--lint')).code, 3)
})
