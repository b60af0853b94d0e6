/** GS1 messages by HTTP: forms, faults, and what goes together. */

import { deepEqual } from 'node:assert/strict'
import t from 'tap'
import { parameters } from '../../../src/request/params.ts'
import { bracketedText } from '../../../symbologies/gs1/index.ts'
import { gs1Symbologies, type Symbology, symbologies } from '../../../symbologies/index.ts'
import { pngPicture } from '../../oracle/picture.ts'
import { zxingTexts } from '../../oracle/zxing.ts'
import { drawn, forAll, inLongRun } from '../../random.ts'
import { soundPairs } from '../../symbologies/gs1/messages.ts'
import { ask, conversation, errorIn, type Reply, repliesIn, served } from '../http/wire.ts'
import { readerOf } from './reader.ts'

const service = await served({ rate: { perMinute: 1_000_000, burst: 100_000 } })
t.teardown(() => service.close())

async function get(path: string, values: Readonly<Record<string, string>>): Promise<Reply> {
  const head = `GET /api/v1/${path}?${new URLSearchParams(values)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
  return repliesIn(await conversation(service.port, head))[0]!
}

const jsonIn = ({ status, body }: Reply): unknown => {
  if (status >= 500) throw new Error(`${status}: ${body}`)
  return JSON.parse(body.toString())
}
const message = '(01)09506000134352(17)261231(10)AB-12'

t.test('the description of a message', async (t) => {
  const described = jsonIn(await get('gs1', { text: message }))
  t.match(described, {
    bracketed: message,
    raw: '^01095060001343521726123110AB-12',
    link: 'https://id.gs1.org/01/09506000134352/10/AB-12?17=261231',
    humanReadable: message,
    elements: [
      { ai: '01', title: 'GTIN', value: '09506000134352', separator: false },
      { ai: '17', value: '261231', parts: [{ kind: 'date', value: '261231', meaning: /^\d\d26-12-31$/ }] },
      { ai: '10', title: 'BATCH/LOT', value: 'AB-12', separator: false },
    ],
  })
  const own = jsonIn(await get('gs1', { text: message, domain: 'https://example.com/a' })) as { link: string }
  t.equal(own.link, 'https://example.com/a/01/09506000134352/10/AB-12?17=261231')
  t.match(jsonIn(await get('gs1', { text: '(99)a\\(b\\)' })), { humanReadable: '(99)a(b)', link: null })
})

t.test('all forms of a message are described alike, and drawn alike', async () => {
  await forAll([drawn((r) => bracketedText(soundPairs(r, 5)))], { count: 60 }, async (text) => {
    const described = jsonIn(await get('gs1', { text })) as { raw: string; link: string | null; bracketed: string }
    deepEqual(described.bracketed, text)
    const drawing = { type: 'datamatrix', gs1: 'true', scale: '1' }
    const wanted = (await get('barcode', { ...drawing, text })).body
    deepEqual((await get('barcode', { ...drawing, text: described.raw })).body, wanted)
    const reply = await get('barcode', { type: 'qr', gs1: 'link', scale: '2', text })
    if (described.link === null) deepEqual(errorIn(reply).code, 'gs1_carrier')
    else deepEqual(await zxingTexts(pngPicture(reply.body), 'qr'), [described.link])
  })
})

t.test('a message as it comes is drawn, described, explained and planned as in brackets', inLongRun, async (t) => {
  const wanted = '(01)09501101530003(17)271130(10)LOT-9'
  const drawing = { type: 'datamatrix', gs1: 'true' }
  const replies = async (text: string) => [
    (await get('barcode', { ...drawing, text })).body,
    (await get('label', { ...drawing, text, format: 'png' })).body,
    jsonIn(await get('explain', { ...drawing, text })),
    jsonIn(await get('plan', { ...drawing, text })),
    jsonIn(await get('gs1', { text })),
    await drawnRows([{ ...drawing, text }]),
  ]
  const expected = await replies(wanted)
  for (const text of [
    ']d201095011015300031727113010LOT-9',
    ']C10109501101530003\u001d17271130\u001d10LOT-9\u001d',
    '0109501101530003\u001d1727113010LOT-9',
    '(01) 09501101530003 (17) 271130 (10) LOT-9',
    ' [01]09501101530003[17]271130[10]LOT-9 ',
    '^01095011015300031727113010LOT-9^',
  ])
    t.same(await replies(text), expected, text)
  const picture = pngPicture(
    (await get('barcode', { ...drawing, text: ']d2010950110153000310A\u001d2112', scale: '2' })).body,
  )
  t.same(await zxingTexts(picture, 'datamatrix'), ['010950110153000310A\u001d2112'])
})

/** A PDF with a label for each row, as a body of JSON. */
async function drawnRows(rows: readonly object[]): Promise<Buffer> {
  const body = JSON.stringify(rows)
  const head = `POST /api/v1/labels HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const [reply] = repliesIn(await conversation(service.port, head))
  t.equal(reply!.status, 200)
  return reply!.body
}

t.test('faults offer the message that is meant, everywhere', inLongRun, async (t) => {
  for (const [text, suggestion] of [
    ['(01)4012345123456(10)K9', '(01)04012345123456(10)K9'],
    ['(01)09501101530003(17)2027-11-30', '(01)09501101530003(17)271130'],
    ['(01)09501101530006(21)7', '(01)09501101530003(21)7'],
  ] as const) {
    const drawing = { type: 'code128', gs1: 'true' }
    for (const path of ['gs1', 'barcode', 'label', 'explain', 'plan']) {
      const reply = await get(path, path === 'gs1' ? { text } : { ...drawing, text })
      t.equal(reply.status, 422, `${path} ${text}`)
      t.same(
        errorIn(reply).faults?.find((fault) => 'suggestion' in fault),
        {
          ...errorIn(reply).faults![0],
          suggestion: { text: suggestion },
        },
      )
      t.equal((await get(path, path === 'gs1' ? { text: suggestion } : { ...drawing, text: suggestion })).status, 200)
    }
  }
  t.match(errorIn(await get('barcode', { type: 'ean13', gs1: 'true', text: message })), {
    faults: [{ code: 'gs1_carrier', suggestion: { type: 'datamatrix' } }],
  })
})

t.test('a link of another domain than the one drawn is warned about', async (t) => {
  const text = 'https://example.com/a/01/09506000134352'
  const warning = async (values: Record<string, string>) =>
    (await get('barcode', { type: 'qr', text, gs1: 'link', ...values })).headers.get('quietzone-warning')
  t.match(await warning({}), /^gs1_domain_replaced; .+example\.com\/a.+id\.gs1\.org/)
  t.equal(await warning({ domain: 'https://example.com/a' }), undefined)
  t.match(errorIn(await get('barcode', { type: 'qr', text, gs1: 'link', strict: 'true' })), {
    code: 'not_conforming',
    faults: [{ parameter: 'domain', warning: 'gs1_domain_replaced', suggestion: { domain: 'https://example.com/a' } }],
  })
  t.match(jsonIn(await get('plan', { type: 'qr', text, gs1: 'link' })), {
    scans: 'doubtful',
    reasons: [{ code: 'gs1_domain_replaced' }],
  })
})

t.test('each fault has its AI, its rule and its characters', async (t) => {
  const faults = async (path: string, values: Record<string, string>) => errorIn(await get(path, values)).faults
  const text = '\u{1f4d3}(01)1'
  t.match(await faults('gs1', { text }), [{ parameter: 'text', code: 'gs1_syntax', position: 1, from: 1, to: 6 }])
  const wrong = '(01)09506000134353(17)261331(91)é(3100)000001(3102)000001(05)1'
  const wanted = [
    { code: 'gs1_invalid_value', ai: '01', rule: 'csum', position: 18, from: 18, to: 18 },
    { code: 'gs1_invalid_value', ai: '17', rule: 'yymmd0', from: 25, to: 26 },
    { code: 'gs1_invalid_value', ai: '91', rule: 'cset82', from: 33, to: 33 },
    { code: 'gs1_unknown_ai', ai: '05' },
    { code: 'gs1_excluded_ai', ai: '3100', rule: 'ex' },
  ]
  const everywhere = { text: wrong, type: 'qr', gs1: 'true' }
  for (const path of ['gs1', 'barcode', 'label', 'explain', 'plan']) {
    const found = await faults(path, path === 'gs1' ? { text: wrong } : everywhere)
    t.match(found, wanted, path)
  }
})

t.test('a companion that is missing is a fault, and on GS1-128 a warning', async (t) => {
  const text = '(10)AB-12'
  t.match(errorIn(await get('barcode', { text, type: 'datamatrix', gs1: 'true' })), { code: 'gs1_missing_ai' })
  const drawn = await get('barcode', { text, type: 'code128', gs1: 'true', scale: '4' })
  t.equal(drawn.status, 200)
  t.match(drawn.headers.get('quietzone-warning'), /^gs1_missing_ai; AI \(10\) BATCH\/LOT needs \(01\)/)
  const refused = errorIn(await get('barcode', { text, type: 'code128', gs1: 'true', scale: '4', strict: 'true' }))
  t.match(refused, { code: 'not_conforming', faults: [{ parameter: 'text', warning: 'gs1_missing_ai' }] })
  const long = '(00)106141411234567897(02)09506000134352(37)12(400)ABCDEFGHIJ'
  const warned = await get('label', { text: long, type: 'code128', gs1: 'true', format: 'png' })
  t.match(warned.headers.get('quietzone-warning'), /gs1_too_long; .*48 characters.* has 54/)
  const planned = jsonIn(await get('plan', { text, type: 'code128', gs1: 'true' }))
  t.match(planned, { scans: 'doubtful', reasons: [{ code: 'gs1_missing_ai' }], symbologies: [] })
})

t.test('a GTIN by the symbologies that carry it', async (t) => {
  const gtin = '(01)09506000134352'
  for (const [type, format, wanted] of [
    ['ean13', 'ean13', '9506000134352'],
    ['itf14', 'itf14', '09506000134352'],
    ['code128', 'code128', '0109506000134352'],
  ] as const) {
    const reply = await get('barcode', { text: gtin, type, gs1: 'true', scale: '4', height: '30' })
    t.same(
      (await zxingTexts(pngPicture(reply.body), format)).map((read) => read.replace(/\D/g, '')),
      [wanted],
      type,
    )
  }
  t.match(errorIn(await get('barcode', { text: gtin, type: 'ean8', gs1: 'true' })), { code: 'gs1_carrier' })
  t.match(errorIn(await get('barcode', { text: message, type: 'ean13', gs1: 'true' })), {
    code: 'gs1_carrier',
    faults: [{ ai: '17', from: 19, to: 28 }],
  })
  const plan = jsonIn(await get('plan', { text: gtin, type: 'code128', gs1: 'true' })) as {
    symbologies: { type: Symbology }[]
  }
  t.same(plan.symbologies.map(({ type }) => type).toSorted(), ['datamatrix', 'ean13', 'qr'])
})

t.test('an element that is repeated counts once', async (t) => {
  const gtin = '(01)09506000134352'
  for (const type of ['ean13', 'itf14'] as const) {
    const once = await get('barcode', { text: gtin, type, gs1: 'true' })
    t.same((await get('barcode', { text: gtin + gtin, type, gs1: 'true' })).body, once.body, type)
  }
  const long = Array.from({ length: 90 }, (_, i) => `(${i + 3110})000001`).join('')
  const { faults = [], code } = errorIn(
    await get('barcode', { text: `${long}(4330)001250(4331)001250`, type: 'code128', gs1: 'true' }),
  )
  t.not(code, 'internal_error')
  t.ok(faults.length > 0 && faults.length <= 100)
})

t.test('a GTIN-8 is for EAN-8, and UPC-E leaves zeros out', async (t) => {
  const codeOf = async (text: string, type: string): Promise<string> => {
    const reply = await get('barcode', { text, type, gs1: 'true' })
    return reply.status === 200 ? 'drawn' : errorIn(reply).message
  }
  const gtin8 = '(01)00000095012346'
  t.equal(await codeOf(gtin8, 'ean8'), 'drawn')
  for (const type of ['ean13', 'upca'])
    t.match(await codeOf(gtin8, type), /GTIN-8 such as 00000095012346; accepted: ean8/)
  t.equal(await codeOf('(01)00042100005264', 'upce'), 'drawn')
  t.match(await codeOf('(01)00112345000055', 'upce'), /begins with 3 zeros/)
  t.match(await codeOf('(01)00012345678905', 'upce'), /UPC-E has no short form of 00012345678905/)
})

t.test('what does not go together is a 400', async (t) => {
  const read = readerOf(parameters.barcode)
  const faults = (type: Symbology, gs1: string): unknown => {
    const found = read(`text=x&type=${type}&gs1=${gs1}`)
    return Array.isArray(found) ? found.map(({ parameter, code }) => `${parameter} ${code}`) : []
  }
  for (const [word, form] of [
    ['true', 'elements'],
    ['link', 'link'],
  ] as const) {
    const accepted = symbologies.filter((type) => (faults(type, word) as string[]).length === 0)
    t.same(accepted, gs1Symbologies(form), word)
  }
  t.same(faults('microqr', 'true'), ['gs1 invalid_parameter'])
  t.match(errorIn(await get('explain', { text: message, type: 'qr', gs1: 'true', eci: '26' })), {
    code: 'invalid_parameter',
    message: 'gs1: "true" does not go with eci=26; accepted with it: none, utf8',
  })
  t.equal((await get('explain', { text: message, type: 'qr', gs1: 'link', eci: '26' })).status, 200)
  t.equal((await get('explain', { text: message, type: 'datamatrix', gs1: 'true', eci: 'none' })).status, 200)
  t.equal((await get('explain', { text: message, type: 'datamatrix', gs1: 'true', eci: 'utf8' })).status, 200)
  t.same(faults('microqr', 'false'), [])
  t.match(read('text=x&type=qr&gs1=yes'), [{ message: /did you mean true\?$/ }])
  t.match(read('text=x&type=qr&domain=example.com/'), [{ message: /did you mean https:\/\/example\.com\?$/ }])
  const withHost = (host: string) => read(`text=x&type=qr&gs1=link&domain=${encodeURIComponent(`https://${host}/a`)}`)
  for (const host of ['[2001:db8::1]:8080', '192.0.2.1', 'a_b.example', 'example.com.', 'a%20b.example'])
    t.notOk(Array.isArray(withHost(host)), host)
  for (const host of [
    'a..b',
    '-a.example',
    '256.1.1.1',
    '[::1',
    '[1]',
    'a b',
    'user@a.example',
    'é.example',
    'a[b',
    '',
  ])
    t.match(withHost(host), [{ message: /is not a domain/ }], host)
  for (const port of ['1', '9999', '59999', '65535']) {
    t.notOk(Array.isArray(read(`text=x&type=qr&gs1=link&domain=https://example.com:${port}/a`)), port)
  }
  for (const port of ['0', '65536', '65540', '65600', '66000', '70000', '99999', '100000']) {
    t.match(read(`text=x&type=qr&gs1=link&domain=https://example.com:${port}`), [{ message: /is not a domain/ }], port)
  }
})

t.test('without gs1 a message is a text like any other', async (t) => {
  const plain = await get('barcode', { text: message, type: 'qr', scale: '2' })
  t.same(await zxingTexts(pngPicture(plain.body), 'qr'), [message])
  t.same((await get('barcode', { text: message, type: 'qr', scale: '2', gs1: 'false' })).body, plain.body)
  t.equal((await ask(service.port, 'GET /api/v1/barcode?type=code39&text=A&domain=https://example.com')).status, 200)
})
