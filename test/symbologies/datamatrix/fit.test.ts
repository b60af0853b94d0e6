import t from 'tap'
import { type DataMatrixOptions, datamatrix } from '../../../symbologies/index.ts'

const wholly = (message: string): RegExp => new RegExp(`^${message}$`)

t.test('what would hold a text that is too long', async (t) => {
  const refused = (text: string, options: DataMatrixOptions, message: string): void => {
    t.throws(() => datamatrix(text, options), { code: 'data_too_long', message: wholly(message) }, message)
  }
  const most =
    'datamatrix: 100 characters do not fit; 8x18 holds at most 10 digits, 6 capital letters and digits, or 3 bytes'
  refused('A'.repeat(100), { shape: 'rectangle', modules: '8x18' }, `${most}; shape=dmre&modules=26x40 holds them`)
  refused('A'.repeat(100), { shape: 'dmre', modules: '8x18' }, `${most}; modules=26x40 holds them`)
  refused('A'.repeat(100), { modules: '8x18' }, `${most}; modules=26x40 holds them`)
  const whole = '144x144 holds at most 3116 digits, 2335 capital letters and digits, or 1555 bytes'
  const long = `datamatrix: 3000 characters do not fit; ${whole}`
  refused('A'.repeat(3000), {}, `${long}; parts=2 holds them`)
  refused('A'.repeat(3000), { gs1: true }, long)
  refused('A'.repeat(3000), { reader: 'init' }, long)
  refused('A'.repeat(3117), {}, `datamatrix: 3117 characters do not fit; ${whole}`)
  const each = 'each 144x144 holds at most 3108 digits, 2329 capital letters and digits, or 1551 bytes'
  const parts = { parts: 2, part: 1 }
  refused('é'.repeat(3105), parts, `datamatrix: 3105 characters do not fit in 2 parts; ${each}; parts=3 holds them`)
  refused(
    '漢'.repeat(7089),
    { parts: 8, part: 1, eci: 25 },
    `datamatrix: 7089 characters do not fit in 8 parts; ${each}`,
  )
  refused(
    'ABCD',
    { modules: '10x10', ...parts },
    'datamatrix: 4 characters do not fit in 2 parts; 10x10 has no room besides the header of a part; modules=14x14 holds them',
  )
  refused(
    '漢',
    { modules: '10x10' },
    'datamatrix: 1 character does not fit; 10x10 holds at most 6 digits, 3 capital letters and digits, or 1 byte; ' +
      'modules=14x14 holds them',
  )
  t.throws(() => datamatrix('ab日', { eci: 'none' }), {
    code: 'invalid_character',
    message: /accepted: ISO 8859-1; eci=utf8 carries every character without an ECI, eci=26 or eci=auto with one$/,
    suggestion: { eci: 'utf8' },
  })
})
