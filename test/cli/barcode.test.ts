/** `quietzone barcode --terminal`: symbols in characters, read back from the characters by a decoder. */

import { spawnSync } from 'node:child_process'
import t from 'tap'
import { encode, symbologies } from '../../symbologies/index.ts'
import { type Picture, readAs, reads } from '../oracle/zxing.ts'
import { inLongRun } from '../random.ts'
import { shortText } from '../texts.ts'
import { program, sideBySide } from './program.ts'
import { quietzone } from './quietzone.ts'

const turns = ['N', 'R', 'I', 'L'] as const

/** The dots of each character: whether the first and the second are dark. */
const above = new Map([...' ▀▄█'].map((character, i) => [character, [i & 1, i >> 1] as const]))
const beside = new Map([...' ▌▐█'].map((character, i) => [character, [i & 1, i >> 1] as const]))

/** The lines as a terminal shows them, whose characters are twice as high as wide, four pixels to a half. */
function picture(lines: readonly string[]): Picture {
  const halves = lines.join('').match(/[▌▐]/) ? beside : above
  const [across, down] = halves === beside ? [4, 16] : [8, 8]
  const width = lines[0]!.length * 8
  const height = lines.length * 16
  const grey = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const line = [...lines[Math.floor(y / 16)]!]
    for (let x = 0; x < width; x++) {
      const dots = halves.get(line[Math.floor(x / 8)]!)!
      const half = halves === beside ? Math.floor((x % 8) / across) : Math.floor((y % 16) / down)
      grey[y * width + x] = dots[half]! ? 0 : 255
    }
  }
  return { width, height, grey }
}

const linesOf = (stdout: string): string[] => stdout.replace(/\n$/, '').split('\n')

t.test('every symbology, turned every way, is read from the characters', inLongRun, async (t) => {
  const requests = symbologies.map((type, i) => ({ type, turn: turns[i % 4]!, more: [] as string[] }))
  const others = [
    { type: 'itf14', turn: 'N', more: ['--ratio', '2.5'] },
    { type: 'ean13', turn: 'N', more: ['--addon', '51999'] },
    { type: 'qr', turn: 'N', more: ['--version', '7'] },
  ] as const
  await sideBySide([...requests, ...others], async ({ type, turn, more }) => {
    const text = shortText[type]
    const args = ['barcode', '-t', type, '--rotate', turn, '--terminal', ...more, '--', text]
    const { code, stdout, stderr } = await quietzone(args)
    t.equal(code, 0, type)
    t.match(stderr, type === 'code128' ? /^quietzone: warning: latin1_in_code128; [^\n]+\n$/ : /^$/, type)
    const lines = linesOf(stdout.toString())
    t.equal(new Set(lines.map(({ length }) => length)).size, 1, `${type}: lines of one length`)
    t.ok(await reads(picture(lines), type, readAs(encode(type, text), text)), `${type}, ${turn}, ${more.join(' ')}`)
  })
})

t.test('all parts of a text, one below the other', async (t) => {
  const text = 'A text in two parts'
  const { stdout } = await quietzone(['barcode', '-t', 'qr', text, '--parts', '2', '--terminal'])
  const symbols = stdout.toString().replace(/\n$/, '').split('\n\n')
  t.equal(symbols.length, 2)
  t.ok(await reads(picture(linesOf(symbols[0]!)), 'qr', 'A text in '))
})

t.test('what does not go with a terminal is refused', async (t) => {
  const args = ['barcode', '-t', 'qr', 'x', '--terminal']
  t.match(await quietzone([...args, '--dpi', '203', '-o', 'x.png']), {
    code: 2,
    stderr: /--terminal draws on standard output, .* not with --dpi, --output; see quietzone barcode --help\n$/,
  })
  t.match(await quietzone(['label', ...args.slice(1)]), { code: 2, stderr: /Unknown option '--terminal'/ })
  t.match(await quietzone(['barcode', '-t', 'ean8', '12', '--terminal']), { code: 1, stderr: /invalid_length/ })
})

const noScript = spawnSync('script', ['--version']).error !== undefined && 'not installed: script (Debian: bsdutils)'

t.test('a terminal: its colours do not matter, its width does', { skip: noScript || inLongRun.skip }, async (t) => {
  const inTerminal = (columns: number): { status: number | null; stdout: string } => {
    const command = `stty cols ${columns}; exec "${program}" barcode -t ean13 590123412345 --terminal`
    return spawnSync('script', ['-qec', command, '/dev/null'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  }
  const { status, stdout } = inTerminal(57)
  t.equal(status, 0)
  const lines = stdout.trimEnd().split('\r\n')
  // black on white of the 256 colours, which themes leave as they are, and the usual ones after each line
  const [colours, usual] = ['\x1b[38;5;16;48;5;231m', '\x1b[0m']
  t.ok(lines.every((line) => line.startsWith(colours) && line.endsWith(usual)))
  const drawn = lines.map((line) => line.slice(colours.length, -usual.length))
  t.ok(await reads(picture(drawn), 'ean13', '5901234123457'))
  t.match(inTerminal(56), {
    status: 1,
    stdout: /does_not_fit: the symbol is 57 columns wide, and the terminal has 56; make/,
  })
})
