/** The address of Google's image charts for QR codes, by their documentation (Google Chart Infographics, "QR Codes"). */

import { quoted } from '../../../../symbologies/index.ts'
import type { Parameters } from '../../../request/parameter.ts'
import { NotServed } from '../../../request/refusals.ts'
import { type CompatService, nameIn } from './service.ts'
import { allSides, format, formatFor, hasMoreThanAscii, pixelsIn, text } from './words.ts'

const googleParameters = {
  cht: { kind: 'text', longest: 40 },
  chs: {
    kind: 'form',
    longest: 9,
    pattern: /^[1-9][0-9]{0,3}x[1-9][0-9]{0,3}$/,
    form: 'a width and a height in pixels, such as 200x200',
    samples: ['200x200'],
  },
  chl: text,
  choe: {
    kind: 'form',
    longest: 10,
    pattern: /^([Uu][Tt][Ff]-?8|[Ss][Hh][Ii][Ff][Tt]_[Jj][Ii][Ss]|[Ii][Ss][Oo]-8859-1)$/,
    form: 'UTF-8, Shift_JIS or ISO-8859-1',
    samples: ['UTF-8'],
    optional: true,
  },
  chld: {
    kind: 'form',
    longest: 5,
    pattern: /^[LlMmQqHh]?(\|[0-9]{0,3})?$/,
    form: 'a level and a margin in modules, such as L|4',
    samples: ['L|4'],
    optional: true,
  },
  chof: format,
} as const satisfies Parameters

/** ECIs of the character sets that a symbol does not have by default (AIM ITS/04-023). */
const ecis: { readonly [charset: string]: string } = { shift_jis: '20', 'iso-8859-1': '3' }

/** GET /chart?cht=qr. The margin is at least the four modules of the quiet zone. */
export const googleChart: CompatService<typeof googleParameters> = {
  parameters: googleParameters,
  names: { text: 'chl', level: 'chld', eci: 'choe', scale: 'chs', format: 'chof' },
  types: {},
  kindOf(given) {
    const cht = nameIn(given, 'cht') ?? 'qr'
    if (cht !== 'qr') throw new NotServed('cht', `${quoted(cht)} is not drawn here; cht=qr is`)
  },
  wanted({ chs, chl, choe = 'UTF-8', chld = '', chof }) {
    const drawn = formatFor('chof', chof)
    const [level = '', margin = ''] = chld.split('|')
    return {
      symbol: {
        type: 'qr',
        text: chl,
        // the documentation: L by default
        level: level.toUpperCase() || 'L',
        eci: hasMoreThanAscii(chl) ? ecis[choe.toLowerCase()] : undefined,
      },
      picture: {
        format: drawn.format,
        size: { of: 'picture', ...pixelsIn(chs) },
        padding: { dots: allSides(0), modules: Number(margin) },
      },
      ignored: drawn.ignored,
    }
  },
}
