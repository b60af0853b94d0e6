import t from 'tap'
import { inLongRun } from '../random.ts'
import { found, painted } from './drawn.ts'

const megabyte = 1 << 20

/** Programs that ask for far more than is done for one, and what is found of them. */
const programs: readonly (readonly [name: string, zpl: string, finding: RegExp])[] = [
  ['a format that recalls itself', '^XA^DFA^FS^XFA^FS^XFA^FS^XZ^XA^XFA^FS^XZ', /format_too_deep|limit_reached/],
  [
    'formats that recall each other twice',
    `${Array.from({ length: 30 }, (_, i) => `^XA^DFF${i}^FS^XFF${i + 1}^FS^XFF${i + 1}^FS^XZ`).join('')}^XA^XFF0^FS^XZ`,
    /format_too_deep/,
  ],
  ['a graphic of gigabytes', '^XA^FO0,0^GFA,9999999999,9999999999,99999,FF^FS^XZ', /bad_parameter/],
  ['run lengths without end', `^XA^FO0,0^GFA,8388608,8388608,1000,${'zF'.repeat(100_000)}^FS^XZ`, /off_page/],
  ['many graphics', '~DGA,8000000,1000,FF'.repeat(200), /limit_reached/],
  ['millions of numbers', '^XA^FO10,10^SN0001,1,Y^FS^PQ99999999^XZ', /limit_reached/],
  [
    'shapes of all of the label',
    '^FO0,0^GC4000,9^FS'.repeat(40_000).replace(/^/, '^XA').concat('^XZ'),
    /limit_reached|too_many_fields/,
  ],
  ['the largest letters', `^XA${'^FO0,0^A0N,4000,4000^FDWWWWWWWWWWWWWWWWWWWW^FS'.repeat(1000)}^XZ`, /limit_reached/],
  [
    'a text of a mebibyte in a block',
    `^XA^FO0,0^A0N,10^FB400,9999^FD${'word '.repeat(megabyte / 5 - 20)}^FS^XZ`,
    /limit_reached/,
  ],
  ['Aztec Codes that are full', `^XA${`^FO0,0^BON,2^FD${'aZ9!'.repeat(450)}^FS`.repeat(500)}^XZ`, /limit_reached/],
  ['nothing but prefixes', '^'.repeat(megabyte), /limit_reached/],
  ['zeros', '\0'.repeat(megabyte), /^$/],
]

t.test('hostile programs end, in seconds and in memory that is bounded', inLongRun, async (t) => {
  for (const [name, zpl, finding] of programs) {
    const before = process.memoryUsage().arrayBuffers
    const all = found(await painted(zpl)).join('; ')
    t.match(all.slice(0, 100_000), finding, name)
    t.ok(process.memoryUsage().arrayBuffers - before < 300e6, `${name}: memory`)
  }
})
