/** The address of api.qrserver.com, by its documentation at https://goqr.me/api/doc/create-qr-code/. */

import type { Parameters } from '../../../request/parameter.ts'
import type { CompatService } from './service.ts'
import { allSides, format, formatFor, hasMoreThanAscii, level, pixelsIn, text } from './words.ts'

const charset = {
  kind: 'form',
  longest: 10,
  pattern: /^([Uu][Tt][Ff]-?8|[Ii][Ss][Oo]-8859-1)$/,
  form: 'UTF-8 or ISO-8859-1',
  samples: ['UTF-8'],
  optional: true,
} as const

const qrserverParameters = {
  data: text,
  size: {
    kind: 'form',
    longest: 11,
    pattern: /^[1-9][0-9]{0,4}(x[1-9][0-9]{0,4})?$/,
    form: 'a width and a height in pixels, such as 200x200',
    samples: ['200x200'],
    optional: true,
  },
  ecc: level,
  margin: { kind: 'integer', least: 0, most: 50, default: 1 },
  qzone: { kind: 'integer', least: 0, most: 100, default: 0 },
  format,
  'charset-source': charset,
  'charset-target': charset,
} as const satisfies Parameters

const usualSize = '200x200'

/** GET /v1/create-qr-code/. The quiet zone is what `margin` and `qzone` add up to, or four modules if that is more. */
export const qrserver: CompatService<typeof qrserverParameters> = {
  parameters: qrserverParameters,
  names: { text: 'data', level: 'ecc', eci: 'charset-target', scale: 'size', format: 'format' },
  types: {},
  kindOf: () => 'qr',
  ofOtherBytes: '; charset-source=ISO-8859-1 if that is what they are',
  queryOf: (query) => (declaresLatin1.test(query) ? fromLatin1(query) : query),
  wanted(asked) {
    const { data, size = usualSize, ecc, margin, qzone } = asked
    const drawn = formatFor('format', asked.format)
    const target = asked['charset-target']
    const isVector = drawn.format !== 'png'
    return {
      symbol: {
        type: 'qr',
        text: data,
        // the documentation: L by default
        level: ecc?.toUpperCase() ?? 'L',
        eci: target !== undefined && /^iso/i.test(target) && hasMoreThanAscii(data) ? '3' : undefined,
      },
      picture: {
        format: drawn.format,
        size: { of: 'picture', ...pixelsIn(size) },
        // the documentation: a margin has no meaning in vector formats
        padding: { dots: allSides(isVector ? 0 : margin), modules: qzone },
      },
      ignored: drawn.ignored,
    }
  },
}

const declaresLatin1 = /(^|&)charset-source=iso-8859-1(&|$)/i

/** A query whose bytes are ISO 8859-1 as one of UTF-8. */
function fromLatin1(query: string): string {
  const plain = query.replace(/%([89A-F][0-9A-F])/gi, (_, byte: string) =>
    String.fromCharCode(Number.parseInt(byte, 16)),
  )
  return plain.replace(/[\x80-\xff]/g, encodeURIComponent)
}
