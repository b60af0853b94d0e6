import { deepEqual, match } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { forAll, inLongRun } from '../../random.ts'
import { textsOf } from '../../texts.ts'
import { conversation, errorIn, type Reply, repliesIn, served } from '../http/wire.ts'

const service = await served()
t.teardown(() => service.close())

async function ask(target: string, method = 'GET', headers = ''): Promise<Reply> {
  const head = `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`
  return repliesIn(await conversation(service.port, head), method === 'HEAD')[0]!
}

/** Quietzone-Ignored for a request with these parameters besides those that are required. */
async function ignored(query: string): Promise<string | undefined> {
  const { status, headers } = await ask(`/api/v1/barcode?type=qr&text=a&${query}`)
  if (status !== 200) throw new Error(`${status} for ${query.slice(0, 40)}`)
  return headers.get('quietzone-ignored')
}

const endpoints = ['/api/v1/barcode', '/api/v1/label', '/api/generate-barcode', '/api/v1/explain', '/api/v1/plan']

t.test('every answer names the parameters that the endpoint does not know', inLongRun, async (t) => {
  for (const path of endpoints) {
    const answers: [query: string, status: number][] = [
      ['type=qr&text=a', 200],
      ['type=ean13&text=a', 422],
      ['type=QR&text=a', 400],
    ]
    for (const [query, status] of answers) {
      const known = await ask(`${path}?${query}`)
      t.same([known.status, known.headers.get('quietzone-ignored')], [status, undefined], `${path} ${query}`)
      const unknown = await ask(`${path}?txt=1&${query}&levle=2&txt=3`)
      t.same([unknown.status, unknown.headers.get('quietzone-ignored')], [status, 'txt, levle'], `${path} ${query}`)
      t.ok(unknown.body.equals(known.body), 'the body stays as it is')
      t.match(unknown.headers.get('access-control-expose-headers'), /\bQuietzone-Ignored\b.*\bQuietzone-Warning\b/)
    }
    const head = await ask(`${path}?type=qr&text=a&txt=1`, 'HEAD')
    t.equal(head.headers.get('quietzone-ignored'), 'txt')
  }
  t.equal((await ask('/api/v1/openapi.json?v=1')).headers.get('quietzone-ignored'), 'v')
  t.equal((await ask('/api/v1/openapi.json')).headers.get('quietzone-ignored'), undefined)
  t.equal((await ask('/healthz?v=1')).headers.get('quietzone-ignored'), undefined, 'no operation of the API')
  const own = (await ask('/api/v1/label?type=qr&text=a&scale=2')).headers.get('quietzone-ignored')
  t.equal(own, 'scale', 'a parameter of another endpoint')
})

t.test('names cannot add a header or break one', async (t) => {
  t.equal(await ignored('x%0D%0ASet-Cookie:%20a=1'), 'x%0D%0ASet-Cookie%3A%20a')
  t.equal(await ignored('%0d%0a%0d%0aHTTP/1.1%20200'), '%0D%0A%0D%0AHTTP%2F1.1%20200')
  t.equal(await ignored('%00&%7f&a%09b'), '%00, %7F, a%09b')
  t.equal(await ignored('%C3%A9&%c3%a9=2&%F0%9F%93%93'), '%C3%A9, %F0%9F%93%93')
  t.equal(await ignored('a,%20b&c;more=5&%22&(d)&e%2Bf&g+h'), 'a%2C%20b, c%3Bmore, %22, %28d%29, e+f, g%20h')
  t.equal(await ignored('%25&%2541'), '%25, %2541', 'a percent sign is encoded too')
  const { status, headers } = await ask('/api/v1/barcode?type=qr&text=a&%0d%zz&%ff=1')
  t.same([status, headers.get('quietzone-ignored')], [400, '%250d%25zz, %25ff'], 'undecoded if it cannot be decoded')
})

t.test('the header is bounded', async (t) => {
  t.equal(await ignored('x'.repeat(50_000)), 'x'.repeat(40))
  t.equal(await ignored(`${'x'.repeat(41)}&${'x'.repeat(42)}`), 'x'.repeat(40), 'names that are cut to the same')
  t.equal(await ignored(`x${'%F0%9F%93%93'.repeat(50)}`), `x${'%F0%9F%93%93'.repeat(3)}`, 'cut after a whole character')
  const many = Array.from({ length: 10_000 }, (_, i) => `n${i}`)
  t.equal(await ignored(many.join('&')), `${many.slice(0, 20).join(', ')};more=9980`)
  t.equal(await ignored(many.slice(0, 20).join('&')), many.slice(0, 20).join(', '))
  t.equal(await ignored('x&'.repeat(30_000)), 'x')
})

t.test('the names of the header are those of the query', async () => {
  const names = fc.array(textsOf('ab%\r\n\0 ,;="()é\u{1f4d3}\u007f+&\'*~', 1, 3), { minLength: 1, maxLength: 20 })
  await forAll([names], { count: 200 }, async (names) => {
    const header = await ignored(names.map((name) => encodeURIComponent(name)).join('&'))
    match(header ?? '', /^[!#-'*+.^_`|~0-9A-Za-z-]+(, [!#-'*+.^_`|~0-9A-Za-z-]+)*$/)
    deepEqual(header?.split(', ').map(decodeURIComponent), [...new Set(names)])
  })
})

t.test('a missing parameter is looked for among the unknown names', async (t) => {
  const message = async (query: string): Promise<string> => errorIn(await ask(`/api/v1/label?${query}`)).message
  const missing = 'required, and absent or empty'
  t.equal(await message('type=qr&txt=a'), `text: ${missing}; "txt" is not a parameter`)
  t.equal(await message('type=qr&Text=a'), `text: ${missing}; "Text" is not a parameter`)
  t.equal(await message('type=qr&x=1&data=a&txt=2'), `text: ${missing}; "data" is not a parameter`)
  t.equal(
    await message('tpye=qr&txt=a'),
    `text: ${missing}; "txt" is not a parameter; type: ${missing}; "tpye" is not a parameter`,
  )
  t.equal(await message('type=qr&x=a'), `text: ${missing}`)
  t.equal(await message('type=qr&text=&txt=a'), `text: ${missing}`, 'it is there, and empty')
})

t.test('strict=true refuses unknown parameters on every endpoint', async (t) => {
  for (const path of endpoints) {
    const strict = `${path}?type=qr&text=a&strict=true`
    t.equal((await ask(strict)).status, 200, path)
    const refused = await ask(`${strict}&levl=1&x%0a=2&levl=3`)
    t.equal(refused.status, 400, path)
    t.equal(refused.headers.get('quietzone-ignored'), 'levl, x%0A')
    const { code, message, faults } = errorIn(refused)
    t.equal(code, 'invalid_parameter')
    t.same(
      faults?.map(({ parameter, code }) => [parameter, code]),
      [
        ['levl', 'invalid_parameter'],
        ['x\n', 'invalid_parameter'],
      ],
    )
    t.equal(message, faults?.map((fault) => fault.message).join('; '))
    t.match(faults?.[0]?.message, /^"levl" is not a parameter here; accepted: text, type, .*strict/)
    const hasLevel = /barcode$|label$|plan$|explain$/.test(path) && path !== '/api/generate-barcode'
    t.equal(faults?.[0]?.message.endsWith('; did you mean level?'), hasLevel, path)
    t.equal((await ask(`${path}?type=qr&text=a&strict=false&x=1`)).status, 200, path)
    t.match(errorIn(await ask(`${path}?type=qr&text=a&strict=1&x=1`)).faults, [
      { parameter: 'strict', message: '"1" is not true or false; did you mean true?' },
    ])
  }
})

t.test('what strict=true refuses, and what it proposes', async (t) => {
  const faults = async (query: string) => errorIn(await ask(`/api/v1/${query}&strict=true`)).faults ?? []
  const proposals = async (query: string) =>
    (await faults(query)).map(({ parameter, message }) => [parameter, / did you mean (\w+)\?$/.exec(message)?.[1]])
  t.same(await proposals('barcode?type=qr&text=a&Scale=1&rotaet=R&size=4x6&printer=9'), [
    ['Scale', 'scale'],
    ['rotaet', 'rotate'],
    ['size', undefined],
    ['printer', undefined],
  ])
  t.same(
    await proposals('label?type=qr&text=a&quantity=2&sized=4x6&txt=b'),
    [
      ['quantity', 'qty'],
      ['sized', 'size'],
      ['txt', undefined],
    ],
    'a parameter that is given already is not proposed',
  )
  t.same(
    await proposals('label?type=qr&text=a&sizes=4x6&sise=4x6'),
    [
      ['sizes', 'size'],
      ['sise', undefined],
    ],
    'nor one twice',
  )
  const [first, ...others] = await faults('explain?type=ean13&text=400638133393&lvel=L')
  t.same(others, [])
  t.equal(
    first?.message,
    '"lvel" is not a parameter here; accepted: text, type, addon, gs1, domain, escapes, strict',
    'those of the symbology',
  )
  t.same(
    (await faults('label?type=QR&x=1&text=a&text=b')).map(({ code, parameter }) => [code, parameter]),
    [
      ['duplicate_parameter', 'text'],
      ['invalid_parameter', 'type'],
      ['invalid_parameter', 'x'],
    ],
  )
  const many = await faults(`barcode?type=qr&text=a&${Array.from({ length: 5000 }, (_, i) => `n${i}`).join('&')}`)
  t.equal(many.length, 20)
  t.match(many[19]?.message, /^"n19" is not a parameter here, and 4980 more are not; accepted: /)
  const [long] = await faults(`barcode?type=qr&text=a&${'x'.repeat(10_000)}`)
  t.equal(long?.parameter, 'x'.repeat(40))
  t.ok(long!.message.length < 300)
})
