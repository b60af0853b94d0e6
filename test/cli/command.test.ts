import t from 'tap'
import { sideBySide } from './program.ts'
import { quietzone } from './quietzone.ts'

t.test('a refusal says what to try, and that draws', async (t) => {
  const rows: readonly [args: string[], code: number, tried: string][] = [
    [['-t', 'upca', '--text', '073512906842'], 1, '--text 073512906849'],
    [['-t', 'gs1-128', '--text', '(01)09501101530003'], 2, '--type code128 --gs1 true'],
    [['-t', 'ean13', '9789999123457+51250'], 1, '--text 9789999123457 --addon 51250'],
    [['-t', 'code39', 'RX–77'], 1, '--text RX-77'],
    [['-t', 'code39', '*A $B*'], 1, "--text 'A $B'"],
    [['-t', 'code39', '–7'], 1, '--text=-7'],
    [['-t', 'qr', 'a', '--scale', '20'], 2, '--scale 10'],
  ]
  await sideBySide(rows, async ([args, code, tried]) => {
    const refused = await quietzone(['barcode', ...args, '-o', '-'])
    t.equal(refused.code, code, args.join(' '))
    t.equal(refused.stderr.split('\n')[1], `quietzone: try: ${tried}`, args.join(' '))
  })
  const drawn = await quietzone(['barcode', '-t', 'code128', '--gs1', 'true', '--text', '(01)09501101530003'])
  t.equal(drawn.code, 0)
  t.equal(
    (await quietzone(['matrix', '-t', 'ean8', '73512049'])).stderr.split('\n')[1],
    'quietzone: try: --text 73512042',
  )
  t.match((await quietzone(['plan', '-t', 'QR', 'a'])).stderr, /\nquietzone: try: --type qr\n/)
  t.match(
    (await quietzone(['explain', '-t', 'dmre', 'a'])).stderr,
    /\nquietzone: try: --type datamatrix --shape dmre\n/,
  )
})

t.test('escapes, and characters that nobody sees', async (t) => {
  const matrix = async (...args: string[]) => (await quietzone(['matrix', '-t', 'code128', ...args])).stdout.toString()
  t.equal(await matrix('A\\tB\\x0d', '--escapes'), await matrix('A\tB\r'))
  t.not(await matrix('A\\tB\\x0d'), await matrix('A\tB\r'))
  t.match(await quietzone(['barcode', '-t', 'qr', 'C:\\quelle', '--escapes', 'true']), {
    code: 2,
    stderr: /^quietzone: invalid_parameter: text: the escape \\q is not known/,
  })
  t.match(await quietzone(['barcode', '-t', 'qr', 'STK\u200b', '-o', '-']), {
    code: 0,
    stderr: /^quietzone: warning: invisible_character; .*U\+200B at position 4\n$/,
  })
  t.match(await quietzone(['barcode', '-t', 'qr', '-', '-o', '-'], { input: '\ufeffSTK-20' }), {
    code: 0,
    stderr: /^quietzone: warning: byte_order_mark; .*\n$/,
  })
})
