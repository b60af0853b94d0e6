/** Faults in ZPL, one in a program that is sound but for it. */

import { crc16 } from '../../src/render/zpl.ts'
import type { Random } from '../random.ts'
import { anyElements, below, fieldOf, isOfItem, labelWidth, withCheckDigit } from './random-program.ts'

export interface PlantedFault {
  readonly kind: string
  readonly zpl: string
  readonly code: string
  /** Where the command is that has it. */
  readonly offset: number
}

const digits = '0123456789'

/** A field with a fault, its command behind a bar, in a free row of the label that begins at `y`. */
type Fault = (r: Random, y: number) => readonly [field: string, code: string]

/** Digits with a wrong check digit behind them. */
const wrongly = (r: Random, digits: string): string =>
  `${digits}${(Number(withCheckDigit(digits).at(-1)) + r.between(1, 9)) % 10}`

const inFields: { readonly [kind: string]: Fault } = {
  'a bad parameter': (r, y) =>
    r.pick([
      [`^FO100,${y}|^GBx,50,3^FS`, 'bad_parameter'],
      [`|^FOabc,${y}^A0N,30^FDwords^FS`, 'bad_parameter'],
      [`|^BYz^FO100,${y}^A0N,30^FDwords^FS`, 'bad_parameter'],
      [`^FO100,${y}^BY2|^BCX,150,N^FD${r.text(digits, 8)}^FS`, 'parameter_out_of_range'],
      [`^FO100,${y}|^BQN,2,101x^FDQA,${r.text(digits, 8)}^FS`, 'parameter_out_of_range'],
    ]),
  'a short quiet zone': (r, y) => {
    const data = r.text(digits, 8)
    return r.pick([
      [`^FO${r.between(0, 25)},${y}^BY3|^BCN,150,N^FD${data}^FS`, 'quiet_zone_short'],
      [`^FO${r.between(0, 15)},${y}|^BQN,2,5^FDQA,${data}^FS`, 'quiet_zone_short'],
      [`^FO${r.between(0, 5)},${y}|^BXN,8,200^FD${data}^FS`, 'quiet_zone_short'],
    ])
  },
  'ink over a symbol': (r, y) => {
    const [dx, dy] = [r.between(0, 60), r.between(0, 60)]
    const ink = `^FO${100 + dx},${y + 10 + dy}${r.pick(['^GB20,20,20', '^A0N,30^FDwords', '^GFA,2,2,1,FFFF'])}^FS`
    const data = r.text(digits, 8)
    return r.pick([
      [`^FO100,${y}^BY2|^BCN,150,N^FD${data}^FS${ink}`, 'ink_in_quiet_zone'],
      [`^FO100,${y}|^BQN,2,6^FDQA,${data}^FS${ink}`, 'ink_in_quiet_zone'],
      [`${ink}^FO100,${y}^BY3|^BEN,270,N^FD${r.text(digits, 12)}^FS`, 'ink_in_quiet_zone'],
    ])
  },
  'beyond the label': (r, y) => {
    const x = labelWidth - r.between(1, 20)
    return r.pick([
      [`^FO${x},${y}^A0N,40|^FDbeyond^FS`, 'off_page'],
      [`^FO${x},${y}|^GB100,20,3^FS`, 'off_page'],
      [`^FO${x},${y}^BY3|^BCN,150,N^FD${r.text(digits, 8)}^FS`, 'off_page'],
    ])
  },
  'no ^FS': (_, y) => [`^FO100,${y}^A0N,30^FDwords|^FO100,${y + 60}^GB50,50,3^FS`, 'field_not_ended'],
  'a wrong check digit': (r, y) =>
    r.pick([
      [`^FO100,${y}^BY3|^BEN,270^FD${wrongly(r, r.text(digits, 12))}^FS`, 'bad_check_digit'],
      [`^FO100,${y}^BY3|^B8N,270^FD${wrongly(r, r.text(digits, 7))}^FS`, 'bad_check_digit'],
      [`^FO100,${y}^BY3|^BUN,270^FD${wrongly(r, r.text(digits, 11))}^FS`, 'bad_check_digit'],
      [`^FO100,${y}^BY3,3.0|^B2N,150^FD${wrongly(r, r.text(digits, 13))}^FS`, 'bad_check_digit'],
    ]),
  'data that the symbology does not carry': (r, y) => {
    const head = r.pick(['BEN,150', 'B8N,150', 'BUN,150', 'B9N,150', 'B2N,150'])
    return [
      `^FO100,${y}^BY3|^${head}^FD${r.text(digits, 5)}${r.pick('AZaz-.')}${r.text(digits, 3)}^FS`,
      'data_not_carried',
    ]
  },
  'a graphic that is too short': (r, y) => {
    const sent = r.text('0123456789ABCDEF', 2 * r.between(1, 15))
    return [`^FO100,${y}|^GFA,16,16,1,${sent}^FS`, 'graphic_short']
  },
  'a wrong checksum': (r, y) => {
    const text = Buffer.from(Array.from({ length: 16 }, () => r.between(0, 255))).toString('base64')
    const wrong = (crc16(text) ^ r.between(1, 0xffff)).toString(16).padStart(4, '0')
    return [`^FO100,${y}|^GFA,16,16,2,:B64:${text}:${wrong}^FS`, 'graphic_checksum']
  },
  'a format or graphic that is missing': (r, y) =>
    r.pick([
      ['|^XFR:NONE.ZPL^FS', 'format_missing'],
      [`^FO100,${y}|^XGR:NONE.GRF,1,1^FS`, 'graphic_missing'],
    ]),
  'a module that is not whole': (r, y) => {
    const module = `${r.between(2, 3)}.${r.between(1, 9)}`
    return [`|^BY${module}^FO100,${y}^BCN,150,N^FD${r.text(digits, 8)}^FS`, 'module_rounded']
  },
  'a GS1 message that is wrong': (r, y) => {
    const gtin = `0${r.text(digits, 12)}`
    const [message, code] = r.pick([
      [`(01)${wrongly(r, gtin)}`, 'gs1_invalid_value'],
      [`(01)${withCheckDigit(gtin)}(17)${r.text(digits, 2)}13${r.between(10, 28)}`, 'gs1_invalid_value'],
      ['(05)123', 'gs1_unknown_ai'],
    ] as const)
    const field = r.pick([`^BY2|^BCN,150,N,N,N,D^FD${message}`, `|^BXN,6,200^FD_1${message.replace(/[()]/g, '')}`])
    return [`^FO100,${y}${field}^FS`, code]
  },
}

/** Around fields, whose program is in three parts. */
const aroundFields: { readonly [kind: string]: (fields: string) => readonly [program: string, code: string] } = {
  'no ^XZ at the end': (fields) => [`|^XA${fields}`, 'format_not_ended'],
  'no ^XZ before the next format': (fields) => [`^XA${fields}|^XA^FO100,100^FDwords^FS^XZ`, 'format_not_ended'],
  'no ^XA': (fields) => [`|${fields}^XZ`, 'outside_format'],
}

/** By what they have: as many programs of each kind as of the others. */
export const faultKinds: readonly string[] = [...Object.keys(inFields), ...Object.keys(aroundFields)]

/** A program with a fault of a kind. */
export function plantedFault(r: Random, kind: string): PlantedFault {
  // the fault may be in a symbol that has the number of an item
  const placed = anyElements(r, 400).filter(({ element }) => !isOfItem(element))
  const [before, after] = [r.between(0, placed.length), placed.length]
  const [first, rest] = [placed.slice(0, before), placed.slice(before, after)].map((some) => some.map(fieldOf).join(''))
  const inField = inFields[kind]
  const [field, codeOfField] = inField?.(r, below(placed)) ?? ['', '']
  const [marked, code] = aroundFields[kind]?.(`${first}${rest}` || '^FO100,100^FDwords^FS') ?? [
    `^XA${first}${field}${rest}^XZ`,
    codeOfField,
  ]
  return { kind, zpl: marked.replace('|', ''), code, offset: marked.indexOf('|') }
}
