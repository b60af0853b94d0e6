import t from 'tap'
import { parameters } from '../../src/request/params.ts'
import { symbolReader } from '../../src/request/reader.ts'
import { catalogue } from '../../symbologies/index.ts'

const readers = {
  barcode: symbolReader(parameters.barcode),
  label: symbolReader(parameters.label),
  plan: symbolReader(parameters.plan),
  explain: symbolReader(parameters.explain),
}

/** The sentences of the faults of a request, or its values. */
function read(query: string, endpoint: keyof typeof readers = 'barcode'): unknown {
  const { request, faults } = readers[endpoint]({ text: '123456', ...Object.fromEntries(new URLSearchParams(query)) })
  return request ?? faults.map(({ sentence }) => sentence).join('\n')
}

t.test('what does not go together is refused, with what does', async (t) => {
  const refused: readonly (readonly [string, string])[] = [
    ['type=code128&level=H', 'level: does not apply to type=code128'],
    ['type=ean8&addon=24', 'addon: does not apply to type=ean8'],
    ['type=microqr&eci=3', 'eci: does not apply to type=microqr'],
    ['type=qr&parts=4', 'parts: goes only with part; give part too, or leave it out'],
    ['type=qr&part=4', 'part: goes only with parts; give parts too, or leave it out'],
    ['type=qr&parts=3&part=4', 'part: "4" is not a whole number from 1 to 3, the number of parts'],
    ['type=qr&parts=1&part=1', 'parts: "1" is not a whole number from 2 to 16'],
    ['type=qr&fnc1=second', 'fnc1: goes only with indicator; give indicator too, or leave it out'],
    ['type=qr&indicator=37', 'indicator: goes only with fnc1; give fnc1 too, or leave it out'],
    ['type=qr&fnc1=second&indicator=372', 'indicator: "372" is not a letter or two digits'],
    ['type=qr&gs1=true&parts=2&part=1', 'parts: does not go with gs1=true; leave out parts and part, or gs1'],
    [
      'type=qr&gs1=link&fnc1=second&indicator=a',
      'fnc1: does not go with gs1=link; leave out fnc1 and indicator, or gs1',
    ],
    ['type=qr&gs1=true&eci=26', 'gs1: "true" does not go with eci=26; accepted with it: none, utf8'],
    ['type=datamatrix&fileid=5,9', 'fileid: goes only with parts and part; give parts and part too, or leave it out'],
    ['type=datamatrix&parts=2&part=1&fileid=5,255', 'fileid: "5,255" is not two numbers of 1 to 254, as in 5,9'],
    [
      'type=datamatrix&parts=2&part=1&reader=init',
      'reader: does not go with parts=2; leave out reader, or parts and part',
    ],
    ['type=code128&gs1=true&reader=init', 'reader: does not go with gs1=true; leave out reader, or gs1'],
    [
      'type=datamatrix&shape=rectangle&modules=26x26',
      'modules: "26x26" does not go with shape=rectangle; accepted with it: 8x18, 8x32, 12x26, 12x36, 16x36, 16x48',
    ],
    ['type=qr&fnc1=second&indicator=a&eci=25', 'fnc1: does not go with eci=25; leave out fnc1 and indicator, or eci'],
    ['type=ean13&addon=123', 'addon: "123" is not 2 or 5 digits'],
    ['type=itf14&ratio=2', 'ratio: "2" is not one of 2.5, 3'],
    [
      'type=code39&ratio=2.5',
      'ratio: 2.5 needs an even number of dots a module; scale is 3; scale=2 or scale=4 would do',
    ],
    ['type=code39&ratio=2.5&scale=1', 'ratio: 2.5 needs an even number of dots a module; scale is 1; scale=2 would do'],
    [
      'type=itf14&ratio=2.5&xdim=0.6&dpi=203',
      'ratio: 2.5 needs an even number of dots a module; xdim is 0.6, which is 5 dots a module; xdim=0.5 or xdim=0.75 would do',
    ],
    [
      'type=code39&ratio=2.5&xdim=5',
      'ratio: 2.5 needs an even number of dots a module; xdim is 5, which is 59 dots a module; xdim=4.911 would do',
    ],
    ['type=code39&checkdigit=yes', 'checkdigit: "yes" is not one of true, false; did you mean true?'],
    ['type=itf14&ratio=2,5', 'ratio: "2,5" is not one of 2.5, 3; did you mean 2.5?'],
    ['type=qr&eci=utf-8', 'eci: "utf-8" is not one of ECIS; did you mean utf8?'],
    ['type=microqr&version=2&level=Q', 'level: "Q" is not one of L, M, the levels of version 2'],
    ['type=microqr&version=1&level=L', 'level: version 1 has none; leave it out'],
  ]
  const ecis = catalogue.qr.options.eci!.words!.join(', ')
  for (const [query, sentence] of refused) t.equal(read(query), sentence.replace('ECIS', ecis), query)
})

t.test('what goes together is read', async (t) => {
  for (const query of [
    'type=qr&parts=4&part=4&eci=auto',
    'type=qr&gs1=true&eci=none',
    'type=qr&gs1=true&eci=utf8',
    'type=qr&gs1=link&eci=26&level=H',
    'type=datamatrix&parts=2&part=1&fileid=254,1',
    'type=datamatrix&shape=rectangle&modules=8x18',
    'type=code39&ratio=2.5&scale=4&checkdigit=true&fullascii=true',
    'type=itf14&ratio=2.5&xdim=0.5&dpi=203&bearer=frame',
    'type=upce&addon=12345',
  ]) {
    const own = Object.fromEntries(
      [...new URLSearchParams(query)].filter(([name]) => !/part|scale|version|xdim/.test(name)),
    )
    t.match(read(query), own, query)
  }
  t.match(read('type=datamatrix&size=16x48', 'explain'), { modules: '16x48' }, 'explain has another name for it')
  t.match(read('type=datamatrix&size=16x48&shape=square', 'explain'), { modules: '16x48' }, 'which goes with any shape')
  t.equal(
    read('type=datamatrix&size=16x48&modules=16x48', 'explain'),
    'size: given together with modules, which it replaces; give one of the two',
  )
  t.equal(read('type=qr&size=16x48', 'explain'), 'size: does not apply to type=qr')
  t.match(read('type=itf14&ratio=2.5', 'explain'), { ratio: '2.5' }, 'explain has no dots')
})

t.test('a symbology that labels of one symbol have not is told where it is drawn', async (t) => {
  for (const type of ['code39', 'Code 39', 'itf-14', 'upce', 'code39 mod43']) {
    const [, drawn = ''] =
      /^type: .* is not one of code128.*; (\w+) is drawn by \/api\/v1\/barcode and/.exec(
        `${read(`type=${type}`, 'label')}`,
      ) ?? []
    t.ok(['code39', 'itf14', 'upce'].includes(drawn), type)
    t.match(read(`type=${drawn}`, 'barcode'), { type: drawn })
  }
  t.notMatch(read('type=nonsense', 'label'), /is drawn by/)
})

t.test('labels have the options of their symbologies only', async (t) => {
  t.equal(read('type=ean13&level=H', 'label'), 'level: does not apply to type=ean13')
  t.match(read('type=qr&level=H&ratio=7', 'label'), { level: 'H' })
})
