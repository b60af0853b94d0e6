import t from 'tap'
import { checkDigitOf } from '../../../../symbologies/check-digit.ts'
import { pngPicture } from '../../../oracle/picture.ts'
import { zxingTexts, zxingTransmission } from '../../../oracle/zxing.ts'
import { drawn, forAll, inLongRun } from '../../../random.ts'
import { ask, served } from '../../http/wire.ts'
import { asked, faultsIn, headerOf, ignoredIn, type ServiceName, type Values } from './compat.ts'

type Refusal = readonly [
  service: ServiceName,
  query: Values | string,
  path: string,
  status: number,
  parameter: string,
  code: string,
  suggestion?: Values,
]

const refusals: readonly Refusal[] = [
  ['bwip-js', { text: 'A' }, '', 400, 'bcid', 'missing_parameter'],
  ['bwip-js', { bcid: 'code128' }, '', 400, 'text', 'missing_parameter'],
  ['bwip-js', { bcid: 'pdf417', text: 'A' }, '', 422, 'bcid', 'not_served', { bcid: 'datamatrix' }],
  ['bwip-js', { bcid: 'rationalizedCodabar', text: 'A1A' }, '', 422, 'bcid', 'not_served', { bcid: 'code128' }],
  ['bwip-js', { bcid: 'qrcod', text: 'A' }, '', 422, 'bcid', 'not_served', { bcid: 'qrcode' }],
  ['bwip-js', { bcid: 'ean13', text: '9781565812315' }, '', 422, 'text', 'bad_check_digit', { text: '9781565812314' }],
  ['bwip-js', { bcid: 'isbn', text: '1-86074-271-7' }, '', 422, 'text', 'bad_check_digit'],
  ['bwip-js', { bcid: 'issn', text: '0311-17' }, '', 422, 'text', 'invalid_length'],
  ['bwip-js', { bcid: 'microqrcode', text: '1', eclevel: 'H' }, '', 400, 'eclevel', 'invalid_parameter'],
  ['bwip-js', { bcid: 'datamatrix', text: '1', version: '13x13' }, '', 400, 'version', 'invalid_parameter'],
  ['bwip-js', { bcid: 'qrcode', text: '1', version: '41' }, '', 400, 'version', 'invalid_parameter'],
  ['bwip-js', { bcid: 'qrcode', text: '1', format: 'rmqr' }, '', 422, 'format', 'not_served', { format: 'full' }],
  ['bwip-js', { bcid: 'code128', text: '1', scale: '0' }, '', 400, 'scale', 'invalid_parameter'],
  ['bwip-js', { bcid: 'code128', text: '^999', parse: '' }, '', 422, 'text', 'not_served'],
  ['bwip-js', { bcid: 'code128', text: 'A^FNC2B', parsefnc: '' }, '', 422, 'text', 'not_served'],
  ['bwip-js', { bcid: 'qrcode', text: '^ECI000003A', parsefnc: '' }, '', 422, 'text', 'not_served'],
  ['bwip-js', { bcid: 'code128', text: 'x'.repeat(300), scale: '100' }, '', 422, 'scale', 'does_not_fit'],
  [
    'bwip-js',
    { bcid: 'code128', text: 'x'.repeat(300), width: '2000', scale: '100' },
    '',
    422,
    'scale',
    'does_not_fit',
  ],
  ['bwip-js', 'bcid=qrcode&text=%FF', '', 400, 'text', 'invalid_encoding'],
  ['bwip-js', 'bcid=qrcode&text=A&text=B', '', 400, 'text', 'duplicate_parameter'],
  ['barcodeapi', {}, 'qr/', 400, 'data', 'missing_parameter'],
  ['barcodeapi', {}, 'aztec/A', 422, 'type', 'not_served', { type: 'dm' }],
  ['barcodeapi', {}, '13/123', 422, 'data', 'invalid_length'],
  ['barcodeapi', {}, '13/4006381333932', 422, 'data', 'bad_check_digit', { data: '4006381333931' }],
  ['barcodeapi', {}, '128/%zz', 400, 'data', 'invalid_encoding'],
  ['barcodeapi', { text: 'left' }, '128/A', 400, 'text', 'invalid_parameter'],
  ['qrserver', {}, '', 400, 'data', 'missing_parameter'],
  ['qrserver', { data: 'A', ecc: 'X' }, '', 400, 'ecc', 'invalid_parameter'],
  ['qrserver', { data: 'A', format: 'eps' }, '', 422, 'format', 'not_served', { format: 'svg' }],
  ['qrserver', { data: 'A', size: '99999x99999' }, '', 422, 'size', 'does_not_fit'],
  ['qrserver', 'data=M%FCller', '', 400, 'data', 'invalid_encoding'],
  ['google', { cht: 'p3', chs: '250x100', chl: 'A' }, '', 422, 'cht', 'not_served'],
  [
    'bwip-js',
    { bcid: 'databaromni', text: '(01)09506000134352' },
    '',
    422,
    'bcid',
    'not_served',
    { bcid: 'gs1datamatrix' },
  ],
  ['bwip-js', { bcid: 'swissqrcode', text: 'SPC' }, '', 422, 'bcid', 'not_served', { bcid: 'qrcode' }],
  ['bwip-js', { bcid: 'hibccode39', text: 'A' }, '', 422, 'bcid', 'not_served'],
  ['bwip-js', { bcid: 'ean13composite', text: '9|A' }, '', 422, 'bcid', 'not_served'],
  ['bwip-js', { bcid: 'pzn', text: '123456' }, '', 422, 'bcid', 'not_served'],
  ['bwip-js', { bcid: 'pdf417', text: 'A', columns: '2', eclevel: '5' }, '', 422, 'bcid', 'not_served'],
  ['bwip-js', { bcid: 'code128', text: '^065', raw: '' }, '', 422, 'raw', 'not_served'],
  [
    'tec-it',
    { data: '(01)09506000134352', code: 'GS1DataBar' },
    '',
    422,
    'code',
    'not_served',
    { code: 'gs1datamatrix' },
  ],
  ['tec-it', { data: 'A', code: 'Aztec', eclevel: 'X_' }, '', 422, 'code', 'not_served'],
  ['google', { cht: 'qr', chl: 'A' }, '', 400, 'chs', 'missing_parameter'],
  ['google', { cht: 'qr', chs: '100x100', chl: 'A', chld: 'L-4' }, '', 400, 'chld', 'invalid_parameter'],
  ['google', { cht: 'qr', chs: '100x100', chl: '漢字', choe: 'ISO-8859-1' }, '', 422, 'chl', 'invalid_character'],
  ['tec-it', { data: 'A', code: 'PDF417' }, '', 422, 'code', 'not_served', { code: 'DataMatrix' }],
  ['tec-it', { data: 'A1', code: 'Code25IL' }, '', 422, 'code', 'not_served', { code: 'Code128' }],
  ['tec-it', { data: '123456', code: 'EANUCC128' }, '', 422, 'data', 'gs1_invalid_value'],
  ['tec-it', { data: 'A', imagetype: 'Eps' }, '', 422, 'imagetype', 'not_served', { imagetype: 'svg' }],
  [
    'tec-it',
    { data: 'A', code: 'DataMatrix', dmsize: '13x13' },
    '',
    422,
    'dmsize',
    'not_served',
    { dmsize: 'Default' },
  ],
  ['tec-it', { data: 'A\\Cff0000', 'translate-esc': 'on' }, '', 422, 'data', 'not_served'],
]

t.test('a refusal is in the words of the service, and what it suggests draws', inLongRun, async (t) => {
  for (const [service, query, path, status, parameter, code, suggestion] of refusals) {
    const name = `${service}/${path}?${typeof query === 'string' ? query : new URLSearchParams(query).toString().slice(0, 60)}`
    const answer = asked(service, query, path)
    t.equal(answer.status, status, name)
    const [fault] = faultsIn(answer)
    t.match(fault, { parameter, code }, name)
    t.same(fault?.suggestion, suggestion, name)
    if (suggestion === undefined || typeof query === 'string') continue
    const [type, data] = path.split('/')
    const { type: otherType = type, data: otherData = data, ...others } = suggestion
    const again =
      service === 'barcodeapi'
        ? asked(service, query, `${otherType}/${otherData}`)
        : asked(service, { ...query, ...others })
    t.equal(again.status, 200, `${name} as suggested`)
  }
})

const [ascii, capitals, decimals] = [
  Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join(''),
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-. ',
  '0123456789',
]

/** Names of symbologies that are not drawn, with the characters of their texts. */
const foreign: { readonly [service in 'bwip-js' | 'tec-it' | 'barcodeapi']: Readonly<Record<string, string>> } = {
  'bwip-js': {
    ...{ pdf417: ascii, pdf417compact: ascii, micropdf417: ascii, azteccode: ascii, azteccodecompact: ascii },
    ...{ hanxin: ascii, dotcode: ascii, maxicode: ascii, codeone: ascii, ultracode: ascii, code16k: ascii },
    ...{ code49: ascii, codablockf: ascii, code93: capitals, code93ext: ascii, code11: decimals, msi: decimals },
    ...{ rationalizedCodabar: decimals, plessey: decimals, industrial2of5: decimals, matrix2of5: decimals },
    ...{ telepen: ascii, posicode: capitals, channelcode: decimals, rectangularmicroqrcode: ascii, swissqrcode: ascii },
  },
  'tec-it': { PDF417: ascii, MicroPDF417: ascii, Aztec: ascii, Code93: capitals, MSI: decimals, Code25IL: decimals },
  // $$ begins a control character there
  barcodeapi: { aztec: ascii.replace('$', ''), codabar: decimals },
}

/** A request for one of them; a GS1 message for GS1 DataBar. */
const foreignRequest = drawn((r) => {
  const service = r.pick(['bwip-js', 'bwip-js', 'bwip-js', 'tec-it', 'barcodeapi'] as const)
  if (service !== 'barcodeapi' && r.between(0, 3) === 0) {
    const number = r.text(decimals, 13)
    const weight = r.between(0, 1) === 0 ? '' : `(3103)${r.text(decimals, 6)}`
    const text = `(01)${number}${checkDigitOf(number)}${weight}`
    const name = service === 'tec-it' ? 'GS1DataBar' : weight === '' ? 'databaromni' : 'databarexpanded'
    return { service, name, text, isMessage: true }
  }
  const name = r.pick(Object.keys(foreign[service]))
  return { service, name, text: `A${r.text(foreign[service][name]!, r.between(1, 20))}`, isMessage: false }
})

/** The answer to a text in a symbology. */
function answerTo(service: keyof typeof foreign, name: string, text: string): ReturnType<typeof asked> {
  if (service === 'barcodeapi') return asked(service, {}, `${name}/${encodeURIComponent(text)}`)
  return service === 'tec-it'
    ? asked(service, { data: text, code: name, dpi: '203' })
    : asked(service, { bcid: name, text, scale: '3' })
}

t.test('what is suggested in place of a symbology has the same content', inLongRun, async (t) => {
  let suggested = 0
  await forAll([foreignRequest], { count: 200 }, async ({ service, name, text, isMessage }) => {
    const refused = answerTo(service, name, text)
    const [fault] = faultsIn(refused)
    if (refused.status !== 422 || fault?.code !== 'not_served') throw new Error(`${name}: ${JSON.stringify(fault)}`)
    const other = Object.values((fault.suggestion ?? {}) as Values)[0]
    if (other === undefined) return
    suggested++
    const picture = pngPicture(Buffer.from(answerTo(service, other, text).body))
    const type = ({ dm: 'datamatrix', 128: 'code128', gs1datamatrix: 'datamatrix' } as const)[other.toLowerCase()]
    const kind = type ?? ({ qrcode: 'qr', datamatrix: 'datamatrix', code128: 'code128' } as const)[other.toLowerCase()]
    if (kind === undefined) throw new Error(`${name}: ${other} is not known here`)
    const read = await zxingTransmission(picture, kind)
    const wanted = isMessage ? text.replace(/[()]/g, '') : text
    const isAlike = read?.text === wanted && (read.identifier === ']d2') === isMessage
    if (!isAlike) throw new Error(`${service} ${name} as ${other}: ${JSON.stringify(read)}, not ${wanted}`)
  })
  t.ok(suggested > 0)
})

t.test('values that are not served are named, beside names that are not known', async (t) => {
  const code128 = { bcid: 'code128', text: 'A' }
  const cases: readonly (readonly [ServiceName, Values, string, readonly string[]])[] = [
    ['bwip-js', { ...code128, textxalign: 'center', includetext: '' }, '', []],
    ['bwip-js', { ...code128, textxalign: 'justify', backgroundcolor: 'fff' }, '', ['backgroundcolor', 'textxalign']],
    ['bwip-js', { bcid: 'qrcode', text: 'A', scaleX: '2', scaleY: '3' }, '', ['scaleY']],
    ['bwip-js', { bcid: 'datamatrix', text: 'A', rows: '16', columns: '48' }, '', []],
    ['bwip-js', { bcid: 'datamatrix', text: 'A', rows: '16' }, '', ['rows']],
    ['barcodeapi', { text: 'top' }, '128/A', ['text']],
    ['barcodeapi', { text: 'none' }, '128/A', []],
    ['qrserver', { data: 'A', format: 'jpeg', _: '1' }, '', ['_', 'format']],
    ['google', { cht: 'qr', chs: '100x100', chl: 'A', chof: 'gif' }, '', ['chof']],
    ['tec-it', { data: 'A', imagetype: 'Gif', color: '#000' }, '', ['color', 'imagetype']],
    ['tec-it', { data: 'A', imagetype: 'png' }, '', []],
    ['tec-it', { Data: 'A', ImageType: 'png', DPI: '300', Color: '#000' }, '', ['color']],
    ['tec-it', { data: 'A', code: 'DataMatrix', dmsize: '300px' }, '', ['dmsize']],
  ]
  for (const [service, query, path, ignored] of cases) {
    const answer = asked(service, query, path)
    t.same([answer.status, ignoredIn(answer)], [200, ignored], `${service} ${JSON.stringify(query)}`)
  }
})

t.test('paths: a slash may follow those that have none, and nothing else', async (t) => {
  const query = { data: 'A', bcid: 'qrcode', text: 'A' }
  for (const service of ['bwip-js', 'qrserver'] as const) {
    for (const path of ['', '/']) t.equal(asked(service, query, path).status, 200)
    for (const path of ['x', '/x', '//']) t.equal(asked(service, query, path).status, 404)
  }
})

/** What a reader finds of BarcodeAPI's paths. */
const paths: readonly (readonly [
  path: string,
  type: 'qr' | 'code128' | 'code39' | 'ean13' | 'ean8' | 'upca' | 'datamatrix',
  text: string,
])[] = [
  ['abc123', 'code128', 'abc123'],
  ['auto/abc123', 'code128', 'abc123'],
  ['AUTO/4006381333931', 'ean13', '4006381333931'],
  ['036000291452', 'upca', '0036000291452'],
  ['96385074', 'ean8', '96385074'],
  ['96385075', 'code39', '96385075'],
  ['TRY%2039', 'code39', 'TRY 39'],
  ['qr/https://example.com/a?b', 'qr', 'https://example.com/a?b'],
  ['https://example.com//a', 'qr', 'https://example.com//a'],
  ['qr/1%2B1+1', 'qr', '1+1+1'],
  ['qr/%E6%BC%A2', 'qr', '漢'],
  ['128/a%2Fb', 'code128', 'a/b'],
  ['128/A$$MB', 'code128', 'A\rB'],
  ['dm/A$$]B', 'datamatrix', 'A\x1dB'],
  ['39/A$$M', 'code39', 'A$$M'],
]

t.test('BarcodeAPI: type and text of a path', async (t) => {
  for (const [path, type, text] of paths) {
    const [target = '', query = ''] = path.includes('example.com/a?b') ? [path.replace('?b', '%3Fb')] : [path]
    const answer = asked('barcodeapi', query, target)
    t.equal(answer.status, 200, path)
    t.same(await zxingTexts(pngPicture(answer.body), type), [text], path)
  }
})

t.test('bwip-js: function characters, bytes and captions', async (t) => {
  const read = async (query: Values, type: 'qr' | 'code128' | 'datamatrix' | 'ean13'): Promise<readonly string[]> => {
    const answer = asked('bwip-js', query)
    if (answer.status !== 200) throw new Error(new TextDecoder().decode(answer.body))
    return zxingTexts(pngPicture(answer.body), type)
  }
  const gs1 = '^FNC1010952123454321310AB^FNC121X'
  for (const [bcid, type] of [
    ['code128', 'code128'],
    ['qrcode', 'qr'],
    ['datamatrix', 'datamatrix'],
  ] as const) {
    t.same(await read({ bcid, text: gs1, parsefnc: '' }, type), ['010952123454321310AB\x1d21X'], bcid)
  }
  t.same(await read({ bcid: 'code128', text: 'A^FNC1B', parsefnc: '' }, 'code128'), ['A\x1dB'])
  t.same(await read({ bcid: 'qrcode', text: '^ECI000026Ü', parsefnc: '' }, 'qr'), ['Ü'])
  t.same(await read({ bcid: 'qrcode', text: 'A^195^156', parse: '' }, 'qr'), ['AÜ'], 'bytes of UTF-8')
  t.same(await read({ bcid: 'code128', text: 'A\xdc', binarytext: '' }, 'code128'), ['AÜ'])
  t.same(await read({ bcid: 'code128', text: 'Ü' }, 'code128'), ['Ã\x9c'], 'two bytes')
  t.same(await read({ bcid: 'isbn', text: '1-86074-271-8' }, 'ean13'), ['9781860742712'])
  const heightOf = (query: Values): number => pngPicture(asked('bwip-js', query).body).height
  const bare = heightOf({ bcid: 'code128', text: 'A' })
  t.equal(bare, 144, 'an inch at two pixels a point')
  t.equal(heightOf({ bcid: 'gs1-128', text: '(01)09521234543213', scale: '1' }), 36, 'half an inch')
  t.ok(heightOf({ bcid: 'code128', text: 'A', alttext: 'Hi' }) > bare)
  t.ok(
    heightOf({ bcid: 'qrcode', text: 'A', alttext: 'Hi' }) > heightOf({ bcid: 'qrcode', text: 'A', includetext: '' }),
  )
})

t.test('over HTTP: HEAD, ETag, limits and answers as everywhere', inLongRun, async (t) => {
  const service = await served({ rate: { perMinute: 60, burst: 4 }, clock: () => 0 })
  t.teardown(() => service.close())
  const target = '/compat/qrserver/v1/create-qr-code/?data=A&color=f00'
  const get = await ask(service.port, `GET ${target}`, [])
  t.equal(get.status, 200)
  t.match(get.headers.get('cache-control'), 'max-age=86400')
  t.equal(get.headers.get('quietzone-ignored'), 'color')
  t.equal(get.headers.get('access-control-allow-origin'), '*')
  t.match(get.headers.get('x-dimension'), /^0\.\d+mm$/)
  const head = await ask(service.port, `HEAD ${target}`, [])
  t.same([head.status, head.body.length], [200, 0])
  for (const name of ['content-length', 'etag', 'x-dimension', 'quietzone-ignored']) {
    t.equal(head.headers.get(name), get.headers.get(name), name)
  }
  const current = await ask(service.port, `GET ${target}`, [`If-None-Match: ${get.headers.get('etag')}`])
  t.equal(current.status, 304)
  const wrong = await ask(service.port, 'GET /compat/barcodeapi/api/aztec/A', [])
  t.same([wrong.status, wrong.headers.get('cache-control')], [422, 'no-store'])
  t.equal((await ask(service.port, 'GET /compat/google/chart?cht=qr&chs=9x9&chl=A', [])).status, 429, 'a token each')
  t.equal(headerOf(asked('qrserver', { data: 'A' }), 'Content-Disposition'), 'inline; filename="qr.png"')
})
