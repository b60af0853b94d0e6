/** Programs in ZPL for labels of 60 x 60 mm at 8 dots a mm, each about one command, by chance. */

import type { Random } from '../random.ts'
import { withCheckDigit } from './random-program.ts'

/** Dots of a side of the label. */
export const labelSide = 480

/**
 * How a drawing is compared: `dots` one by one; `curve` likewise, but for those at slanting and round edges; `words` by the edges of their
 * ink, since letters have other shapes.
 */
export type Comparison = 'dots' | 'curve' | 'words'

export interface CommandPrograms {
  readonly command: string
  readonly by: Comparison
  readonly program: (r: Random) => string
}

const digits = '0123456789'
const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const words = `${capitals}${capitals.toLowerCase()}${digits}`

const label = (...parts: readonly string[]): string => `^XA${parts.join('')}^XZ`
const text = (r: Random, most = 8): string => r.text(words, r.between(1, most))
const place = (r: Random, most = 150): string => `${r.between(20, most)},${r.between(20, most)}`
const at = (r: Random, most?: number): string => `^FO${place(r, most)}`
const turn = (r: Random): string => r.pick('NRIB')
/** A box whose four sides have their own lengths and thickness. */
const box = (r: Random, where = at(r)): string =>
  `${where}^GB${r.between(20, 200)},${r.between(20, 200)},${r.between(1, 30)}^FS`
const line = (r: Random, where = at(r)): string => `${where}^A0N,${r.between(20, 50)}^FD${text(r)}^FS`
/** Where turned symbols of up to 450 dots are on the label. */
const corner = (r: Random): string => `^FO${r.between(10, 25)},${r.between(10, 25)}`

/** A bar code without its line. */
const bars = (r: Random, parameters: string, data: string, narrow = 2): string =>
  label(
    `${corner(r)}^BY${r.between(1, narrow)},${r.pick(['2.0', '2.5', '3.0'])},${r.between(20, 60)}^${parameters}^FD${data}^FS`,
  )

const some = (r: Random, most: number): string => r.text(digits, r.between(1, most))

const dots = (command: string, program: CommandPrograms['program']): CommandPrograms => ({
  command,
  by: 'dots',
  program,
})
const curve = (command: string, program: CommandPrograms['program']): CommandPrograms => ({
  command,
  by: 'curve',
  program,
})
const inWords = (command: string, program: CommandPrograms['program']): CommandPrograms => ({
  command,
  by: 'words',
  program,
})

const gtin = (r: Random): string => withCheckDigit(`0${r.text(digits, 12)}`)

const symbols: readonly CommandPrograms[] = [
  dots('^B0', (r) =>
    label(`${corner(r)}^B0${turn(r)},${r.between(1, 8)},N,${r.pick([0, 10, 30])}^FD${text(r, 20)}^FS`),
  ),
  dots('^BO', (r) =>
    label(`${corner(r)}^BO${turn(r)},${r.between(1, 8)},N,${r.pick([0, 10, 30])}^FD${text(r, 20)}^FS`),
  ),
  dots('^B1', (r) => bars(r, `B1${turn(r)},${r.pick('YN')},50,N`, some(r, 10))),
  dots('^B2', (r) => bars(r, `B2${turn(r)},50,N,N,${r.pick('YN')}`, some(r, 14))),
  dots('^B3', (r) =>
    bars(r, `B3${turn(r)},${r.pick('YN')},50,N`, r.text(`${digits}${capitals}-. `, r.between(1, 6)).trim() || 'A'),
  ),
  dots('^B4', (r) => bars(r, `B4${turn(r)},8,N,A`, text(r, 10))),
  dots('^B5', (r) => bars(r, `B5${turn(r)},50,N`, r.text(digits, r.pick([11, 13])))),
  dots('^B7', (r) => bars(r, `B7${turn(r)},${r.between(2, 6)},${r.between(0, 4)},${r.between(1, 4)}`, text(r, 20))),
  dots('^B8', (r) => bars(r, `B8${turn(r)},50,N`, r.text(digits, 7), 4)),
  dots('^B9', (r) => bars(r, `B9${turn(r)},50,N`, `${r.text(digits, 2)}00000${r.text(digits, 3)}`, 4)),
  dots('^BA', (r) => bars(r, `BA${turn(r)},50,N`, r.text(`${digits}${capitals}`, r.between(1, 8)))),
  dots('^BB', (r) => bars(r, `BB${turn(r)},10,Y,${r.between(4, 8)},${r.between(2, 6)},F`, text(r, 12))),
  dots('^BC', (r) => bars(r, `BC${turn(r)},50,N,N,N,N`, r.pick([text(r), `>;${r.text(digits, 8)}`]))),
  dots('^BC subset A', (r) =>
    bars(r, `BC${turn(r)},50,N,N,N,N`, `>9${r.pick([r.text(capitals, 4), r.text('345678', 8)])}`),
  ),
  dots('^BC mode A', (r) => bars(r, `BC${turn(r)},50,N,N,N,A`, r.pick([text(r), some(r, 12)]))),
  dots('^BC mode D', (r) => bars(r, `BC${turn(r)},50,N,N,N,D`, `(01)${gtin(r)}`)),
  dots('^BC mode U', (r) => bars(r, `BC${turn(r)},50,N,N,N,U`, r.text(digits, 19))),
  dots('^BD', (r) => label(`${corner(r)}^BD${r.between(4, 5)}^FD${text(r, 30)}^FS`)),
  dots('^BE', (r) => bars(r, `BE${turn(r)},50,N`, r.text(digits, 12), 4)),
  dots('^BF', (r) => bars(r, `BF${turn(r)},${r.between(2, 6)},${r.between(5, 20)}`, some(r, 6))),
  dots('^BI', (r) => bars(r, `BI${turn(r)},50,N`, some(r, 8))),
  dots('^BJ', (r) => bars(r, `BJ${turn(r)},50,N`, some(r, 8))),
  dots('^BK', (r) => bars(r, `BK${turn(r)},N,50,N,N,${r.pick('ABCD')},${r.pick('ABCD')}`, some(r, 8))),
  inWords('^BL', (r) => bars(r, `BL${turn(r)},50,N`, r.text(`${digits}${capitals}`, r.between(1, 6)))),
  dots('^BM', (r) => bars(r, `BM${turn(r)},${r.pick('ABCD')},50,N`, some(r, 8))),
  dots('^BP', (r) => bars(r, `BP${turn(r)},N,50,N`, some(r, 8))),
  dots('^BQ', (r) => label(`${corner(r)}^BQN,2,${r.between(2, 8)}^FD${r.pick('HQML')}A,${text(r, 30)}^FS`)),
  dots('^BQ mode M', (r) =>
    label(
      `${corner(r)}^BQN,2,${r.between(2, 8)}^FD${r.pick('HQML')}M,${r.pick([`N${some(r, 20)}`, `A${r.text(capitals, 9)}`])}^FS`,
    ),
  ),
  dots('^BR', (r) =>
    label(`${corner(r)}^BR${turn(r)},${r.between(1, 5)},${r.between(1, 3)}^FD${r.text(digits, 13)}^FS`),
  ),
  inWords('^BS', (r) => label(`^FO50,60^BY${r.between(1, 4)}^BS${turn(r)},50^FD${r.text(digits, r.pick([2, 5]))}^FS`)),
  dots('^BT', (r) => bars(r, `BT${turn(r)}`, r.text(digits, 6))),
  dots('^BU', (r) => bars(r, `BU${turn(r)},50,N`, r.text(digits, 11), 4)),
  dots('^BX', (r) => label(`${corner(r)}^BX${turn(r)},${r.between(2, 8)},200^FD${text(r, 30)}^FS`)),
  dots('^BY', (r) =>
    label(
      corner(r),
      `^BY${r.between(1, 4)},${r.between(20, 30) / 10},${r.between(10, 90)}^B3N,N,,N^FD${r.text(capitals, 3)}^FS`,
    ),
  ),
  dots('^BZ', (r) => bars(r, `BZ${turn(r)},40,N,N,${r.pick([0, 1])}`, r.text(digits, 11))),
]

const graphics: readonly CommandPrograms[] = [
  dots('^GB', (r) => label(box(r), box(r))),
  curve('^GB rounded', (r) =>
    label(`${at(r)}^GB${r.between(40, 200)},${r.between(40, 200)},${r.between(1, 15)},B,${r.between(1, 8)}^FS`),
  ),
  curve('^GC', (r) => label(`${at(r)}^GC${r.between(20, 250)},${r.between(2, 20)}^FS`)),
  curve('^GD', (r) =>
    label(`${at(r)}^GD${r.between(20, 200)},${r.between(20, 200)},${r.between(2, 20)},B,${r.pick('LR')}^FS`),
  ),
  curve('^GE', (r) => label(`${at(r)}^GE${r.between(30, 250)},${r.between(30, 250)},${r.between(2, 15)}^FS`)),
  dots('^GF', (r) => label(`${at(r)}^GF${graphic(r)}^FS`)),
  inWords('^GS', (r) =>
    label(`${at(r)}^GS${turn(r)},${r.between(24, 90)},${r.between(24, 90)}^FD${r.pick('ABCDE')}^FS`),
  ),
  dots(
    '~DG ^XG',
    (r) =>
      `~DGR:A.GRF,${graphic(r).slice(2).replace(/^\d+,/, '')}${label(`${at(r)}^XGR:A.GRF,${r.between(1, 3)},${r.between(1, 3)}^FS`)}`,
  ),
  dots('~DY ^XG', (r) => `~DYR:A,A,G,${graphic(r).slice(2).replace(/^\d+,/, '')}${label(`${at(r)}^XGR:A.GRF,1,1^FS`)}`),
  dots('^IM', (r) => `~DGR:A.GRF,${graphic(r).slice(2).replace(/^\d+,/, '')}${label(`${at(r)}^IMR:A.GRF^FS`)}`),
  dots('^IL', (r) => `~DGR:A.GRF,${graphic(r).slice(2).replace(/^\d+,/, '')}${label(`^ILR:A.GRF^FS${box(r)}`)}`),
  dots(
    '^TO',
    (r) =>
      `~DGR:A.GRF,${graphic(r).slice(2).replace(/^\d+,/, '')}${label(`^TOR:A.GRF,R:B.GRF^FS${at(r)}^XGR:B.GRF,1,1^FS`)}`,
  ),
  dots(
    '^ID',
    (r) =>
      `~DGR:A.GRF,${graphic(r).slice(2).replace(/^\d+,/, '')}${label('^IDR:A.GRF^FS')}${label(`${at(r)}^XGR:A.GRF,1,1^FS`, box(r))}`,
  ),
  dots(
    '~EG',
    (r) => `~DGR:A.GRF,${graphic(r).slice(2).replace(/^\d+,/, '')}~EG${label(`${at(r)}^XGR:A.GRF,1,1^FS`, box(r))}`,
  ),
]

/** `A,` and what follows it of `^GF`: 10 to 200 bytes in hexadecimal digits, with run lengths here and there. */
function graphic(r: Random): string {
  const [rowLength, rows] = [r.between(1, 10), r.between(2, 20)]
  const total = rowLength * rows
  const row = (): string =>
    r.pick([
      r.text('0123456789ABCDEF', 2 * rowLength),
      `${r.text('0123456789ABCDEF', 1)},`,
      '!',
      `${'GHIJKLMNOPQRSTUVWXY'[2 * rowLength - 1] ?? 'g'}A`,
    ])
  const data = [
    r.text('0123456789ABCDEF', 2 * rowLength),
    ...Array.from({ length: rows - 1 }, () => r.pick([row(), row(), ':'])),
  ]
  return `A,${total},${total},${rowLength},${data.join('')}`
}

const texts: readonly CommandPrograms[] = [
  inWords('^A', (r) => label(`${at(r)}^A0${turn(r)},${r.between(15, 60)},${r.between(15, 60)}^FD${text(r)}^FS`)),
  inWords('^A of cells', (r) =>
    label(
      `${at(r, 80)}^A${r.pick('ABCDEFGH')}${turn(r)},${r.between(10, 50)},${r.between(5, 25)}^FD${r.text(capitals, 4)}^FS`,
    ),
  ),
  inWords('^A@', (r) =>
    label(`${at(r)}^A@${turn(r)},${r.between(15, 50)},${r.between(15, 50)},E:TT0003M_.TTF^FD${text(r)}^FS`),
  ),
  inWords('^CF', (r) => label(`^CF${r.pick('0ABD')},${r.between(18, 50)}${at(r)}^FD${text(r, 6)}^FS`)),
  inWords('^CI', (r) => label(`^CI${r.pick([0, 13, 27, 28])}${at(r)}^A0N,40^FD${text(r)}^FS`)),
  inWords('^CW', (r) => label(`^CWJ,E:TT0003M_.TTF^FS${at(r)}^AJN,40^FD${text(r)}^FS`)),
  inWords('^FB', (r) =>
    label(
      `${at(r, 50)}^A0N,25^FB${r.between(100, 350)},${r.between(3, 6)},${r.between(-3, 10)},${r.pick('LCR')}^FD${Array.from({ length: 6 }, () => text(r, 6)).join(' ')}^FS`,
    ),
  ),
  inWords('^FB justified', (r) =>
    label(
      `${at(r, 50)}^A0N,25^FB${r.between(150, 350)},6,0,J,${r.between(0, 30)}^FD${Array.from({ length: 6 }, () => text(r, 6)).join(' ')}^FS`,
    ),
  ),
  inWords('^TB', (r) =>
    label(
      `${at(r, 50)}^A0N,25^TBN,${r.between(100, 350)},${r.between(30, 150)}^FD${Array.from({ length: 6 }, () => text(r, 6)).join(' ')}^FS`,
    ),
  ),
  inWords('^FC', (r) => label(`${at(r)}^A0N,40^FC%^FD%${r.pick('AB')}^FS`)),
  inWords('^FD', (r) => label(line(r))),
  inWords('^FV', (r) => label(`${at(r)}^A0N,40^FV${text(r)}^FS`)),
  inWords('^FH', (r) => label(`${at(r)}^A0N,40^FH${r.pick(['', '\\'])}^FD_41\\42${text(r, 4)}^FS`)),
  inWords('^FN', (r) => label(`${at(r)}^A0N,40^FN${r.between(1, 99)}^FD${text(r)}^FS`)),
  inWords(
    '^DF ^XF',
    (r) => `${label(`^DFR:A.ZPL^FS${at(r)}^A0N,40^FN1^FS`)}${label(`^XFR:A.ZPL^FS^FN1^FD${text(r)}^FS`)}`,
  ),
  inWords('^FP', (r) => label(`${at(r, 60)}^A0N,30^FP${r.pick('HVR')},${r.between(0, 9)}^FD${text(r, 5)}^FS`)),
  inWords('^FW', (r) => label(`^FW${turn(r)}${at(r)}^A0,40^FD${text(r)}^FS`)),
  inWords('^FT', (r) => label(`^FT${r.between(150, 300)},${r.between(150, 300)}^A0${turn(r)},40^FD${text(r, 5)}^FS`)),
  inWords('^SN', (r) => label(`${at(r)}^A0N,40^SN${r.text(digits, 4)},1,Y^FS`)),
  inWords('^SF', (r) => label(`${at(r)}^A0N,40^FD${r.text(digits, 4)}^SFDDDD,1^FS`)),
]

const placing: readonly CommandPrograms[] = [
  dots('^FO', (r) => label(box(r, `^FO${r.between(0, 250)},${r.between(0, 250)},${r.pick([0, 1])}`))),
  dots('^FT of bars', (r) =>
    label(`^FT${r.between(60, 120)},${r.between(200, 300)}^BY2^BC${turn(r)},50,N^FD${r.text(digits, 4)}^FS`),
  ),
  dots('^FT of QR', (r) => label(`^FT${r.between(60, 120)},${r.between(250, 300)}^BQN,2,5^FDQA,${text(r)}^FS`)),
  dots('^FT of shapes', (r) => label(box(r, `^FT${r.between(20, 200)},${r.between(250, 300)}`))),
  dots('^FR', (r) =>
    label(
      `^FO20,20^GB${r.between(100, 300)},${r.between(100, 300)},300^FS`,
      `${at(r)}^FR^GB${r.between(20, 300)},${r.between(20, 300)},10^FS`,
    ),
  ),
  dots('^LR', (r) => label('^LRY', box(r), box(r), '^LRN')),
  dots('^LH', (r) => label(`^LH${place(r)}`, box(r))),
  dots('^LS', (r) => label(`^LS${r.between(-20, 20)}`, box(r))),
  dots('^LT', (r) => label(`^LT${r.between(-20, 100)}`, box(r))),
  dots('^LL ^PW', (r) => label(`^PW${r.between(300, labelSide)}^LL${labelSide}`, box(r))),
  dots('^PO', (r) => label(`^PO${r.pick('NI')}`, box(r))),
  dots('^PM', (r) => label(`^PM${r.pick('NY')}`, box(r))),
  dots('^MU', (r) =>
    label(`^MUM^FO${r.between(1, 20)},${r.between(1, 20)}^GB${r.between(3, 20)},${r.between(3, 20)},1^FS^MUD`),
  ),
  dots('^JM', (r) => label(`^JM${r.pick('AB')}^FS`, box(r, at(r, 60)))),
  dots('^MC', (r) => label('^MCY', box(r))),
  dots('^CC ~CC', (r) => `^XA${r.pick('^~')}CC!${box(r).replaceAll('^', '!')}!XZ`),
  dots('^CD ~CD', (r) => `^XA${r.pick('^~')}CD;${box(r).replaceAll(',', ';')}^XZ`),
  dots('^CT ~CT', (r) => `^XA${r.pick('^~')}CT+${box(r)}+HS^XZ`),
]

/** Commands that draw nothing. */
const ignored = [
  '^MNY',
  '^MTD',
  '^MD10',
  '^PR4,4',
  '^JUS',
  '~SD15',
  '^MMT',
  '^PQ1,0,1,Y',
  '^FX words^FS',
  '~TA000',
  '^JZY',
  '~JSN',
  '^XB',
  '^HH',
  '^MFN,N',
  '^CVY',
]

const others: readonly CommandPrograms[] = [
  dots('ignored ones', (r) => label(r.pick(ignored), box(r), r.pick(ignored), box(r))),
]

export const commandPrograms: readonly CommandPrograms[] = [...symbols, ...graphics, ...texts, ...placing, ...others]
