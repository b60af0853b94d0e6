/** Sample pictures that zint draws of every symbology it has. */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Picture, readPng } from '../../../src/reader/check/index.ts'

/** A symbol of another symbology: zint's name of it and its texts, of which the first is in the quick run too. */
export type OtherSample = readonly [name: string, first: string, ...others: string[]]

/**
 * Symbologies whose symbols can never be one of the ten. Left out are those that are one of the ten with special contents:
 * HIBC, LOGMARS, PZN, Code 32 and VIN are Code 39 or Code 128, QR Code or Data Matrix, a Leitcode has the 14 digits of ITF-14.
 */
export const otherSymbologies: readonly OtherSample[] = [
  ['CODE11', '123456', '0123456789-12', '9212320967'],
  ['C25STANDARD', '12345', '1234567890', '13572468'],
  ['C25INTER', '1234', '123456', '12345678', '1234567890', '123456789012', '1234567890123456', '12345678901234567890'],
  ['C25IATA', '12345', '1234567890', '13572468'],
  ['C25LOGIC', '12345', '1234567890', '135724680'],
  ['C25IND', '12345', '1234567890', '13572468'],
  ['CODABAR', 'A1234B', 'A37859B', 'C123456789-0D', 'A0123456789A'],
  ['DPIDENT', '12345678901', '98765432109'],
  ['CODE16K', 'ab0123456789', 'Code 16K of more rows than the first has'],
  ['CODE49', 'MULTIPLE ROWS IN CODE 49', 'ABC'],
  ['CODE93', 'CODE93', 'TEST93', '12345678', 'Code 93'],
  ['FLAT', '12345', '1234567890'],
  ['DBAR_OMN', '0950110153001', '2001234567890'],
  ['DBAR_LTD', '0950110153001', '1501234567890'],
  ['DBAR_EXP', '[01]98898765432106[3202]012345[15]991231', '[10]AB12', '[01]90012345678908[3103]001750'],
  ['TELEPEN', 'Telepen', 'ABCDEFG', 'A'],
  ['TELEPEN_NUM', '123456', '1234567890'],
  ['POSTNET', '12345', '123456789', '12345678901'],
  ['PLANET', '12345678901', '1234567890123'],
  ['MSI_PLESSEY', '12345', '1234567', '123456789012', '99999999'],
  ['PHARMA', '131070', '117480', '1234'],
  ['PHARMA_TWO', '29876543', '117480'],
  ['CEPNET', '12345678', '98765432'],
  ['PDF417', 'PDF417', 'A text of some more characters, in PDF417', '12345678901234567890'],
  ['PDF417COMP', 'PDF417', 'A text of some more characters, in PDF417'],
  ['MICROPDF417', 'MicroPDF417', '12345678901234567890', 'A text of some more characters'],
  ['MAXICODE', 'MaxiCode', 'A text of some more characters, in MaxiCode'],
  ['AUSPOST', '96184209', '12345678'],
  ['RM4SCC', 'W1J0TR01', 'LE28HS9Z'],
  [
    'CODABLOCKF',
    'CODABLOCK F Symbology',
    'A text of some more characters, in Codablock F',
    '12345678901234567890123456',
  ],
  ['JAPANPOST', '15400233-16-4-205', '12345'],
  ['KOREAPOST', '123456', '987654'],
  ['DBAR_STK', '0950110153001', '2001234567890'],
  ['DBAR_OMNSTK', '0950110153001', '2001234567890'],
  ['DBAR_EXPSTK', '[01]98898765432106[3202]012345[15]991231', '[01]90012345678908[3103]001750[10]12A'],
  ['USPS_IMAIL', '01234567094987654321-01234567891', '53379777234994544928-51135759461'],
  ['PLESSEY', '12345', 'C64', '1234567890ABCDEF'],
  ['KIX', '2500GG30250', '1231FZ13XHS'],
  ['AZTEC', 'Aztec', 'A text of some more characters, in Aztec Code', '12345678901234567890'],
  ['DAFT', 'DAFTFADATATFDTFAD', 'FADTFADTFADT'],
  ['DOTCODE', 'DotCode', 'A text of some more characters, in DotCode'],
  ['HANXIN', 'Hanxin', 'A text of some more characters, in Han Xin Code', '12345678901234567890'],
  ['MAILMARK', '1100000000000XY11', '41038422416563762EF61AH8T'],
  ['AZRUNE', '125', '25', '0'],
  ['CHANNEL', '1234', '123', '7654321'],
  ['CODEONE', '1234567890', 'A text of some more characters, in Code One'],
  ['GRIDMATRIX', 'Grid Matrix', 'A text of some more characters, in Grid Matrix'],
  ['ULTRA', 'Ultracode', 'A text of some more characters'],
  ['RMQR', '12345', 'rMQR', 'A text of some more characters, in rMQR'],
  ['BC412', 'BC412', 'AQQ45670'],
]

/** zint's pictures, in a folder of their own that is removed at the end. */
export class ZintPictures {
  readonly #folder = mkdtempSync(join(tmpdir(), 'zint-'))

  /** Undefined if zint refuses. */
  async picture(...options: readonly string[]): Promise<Picture | undefined> {
    const file = join(this.#folder, 'symbol.png')
    rmSync(file, { force: true })
    const { status } = spawnSync('zint', [...options, '-o', file])
    // 1 to 4: a warning
    return (status ?? 9) < 5 && existsSync(file) ? await readPng(new Uint8Array(readFileSync(file))) : undefined
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true })
  }
}
