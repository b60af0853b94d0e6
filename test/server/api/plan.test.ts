import t from 'tap'
import { printersIn } from '../../../src/printing/printers/printers-file.ts'
import { keysOf } from '../../../src/server/access/index.ts'
import { hashOf } from '../../../src/server/access/keys.ts'
import { conversation, errorIn, type Reply, repliesIn, served } from '../http/wire.ts'
import { exampleDesigns } from './example-designs.ts'
import { print, printService } from './print-service.ts'

const service = await served()
t.teardown(() => service.close())

async function ask(target: string): Promise<Reply> {
  const head = `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
  return repliesIn(await conversation(service.port, head))[0]!
}

const small = '/api/v1/label?type=ean13&text=590123412345&size=25x10'

t.test('a header line for each warning; none without', async (t) => {
  const { status, headers } = await ask(small)
  t.equal(status, 200)
  t.same(headers.get('quietzone-warning')?.split('\n'), [
    'x_below_minimum; EAN-13 at 0.169 mm is below 0.264 mm',
    'bars_too_low; bars of 2.71 mm are lower than 11.68 mm',
  ])
  t.equal((await ask('/api/v1/label?type=qr&text=a')).headers.get('quietzone-warning'), undefined)
})

t.test('strict: a fault for each warning, with its code and the parameter to change', async (t) => {
  const reply = await ask(`${small}&strict=true`)
  t.equal(reply.status, 422)
  t.match(errorIn(reply), {
    code: 'not_conforming',
    faults: [
      { parameter: 'size', code: 'not_conforming', warning: 'x_below_minimum' },
      { parameter: 'size', code: 'not_conforming', warning: 'bars_too_low' },
    ],
  })
  const barcode = '/api/v1/barcode?type=ean13&text=590123412345&strict=true'
  t.match(errorIn(await ask(`${barcode}&height=30`)).faults, [{ parameter: 'scale', warning: 'x_below_minimum' }])
  t.match(errorIn(await ask(`${barcode}&xdim=0.33`)).faults, [{ parameter: 'height', warning: 'bars_too_low' }])
  t.equal((await ask(`${barcode}&scale=4&height=24`)).status, 200)
})

t.test('xdim is instead of scale; X-Dimension says what is drawn', async (t) => {
  const both = await ask('/api/v1/barcode?type=qr&text=a&xdim=0.33&scale=4')
  t.match([both.status, errorIn(both).faults], [400, [{ parameter: 'xdim', code: 'invalid_parameter' }]])
  for (const [dpi, expected] of Object.entries({
    152: '0.3333mm',
    180: '0.2822mm',
    203: '0.375mm',
    300: '0.3387mm',
    600: '0.3387mm',
  })) {
    const drawn = await ask(`/api/v1/barcode?type=qr&text=a&xdim=0.33&dpi=${dpi}`)
    t.equal(drawn.headers.get('x-dimension'), expected, dpi)
  }
})

t.test('the deprecated endpoint has no new parameters', async (t) => {
  const plain = await ask('/api/generate-barcode?type=ean13&text=590123412345&size=2x1')
  const asked = await ask(
    '/api/generate-barcode?type=ean13&text=590123412345&size=2x1&dpi=nonsense&xdim=1&application=x',
  )
  t.same([asked.status, asked.body], [200, plain.body])
  t.equal(asked.headers.get('quietzone-ignored'), 'dpi, xdim, application')
})

t.test('a plan, and the answer to a text that the symbology cannot carry', async (t) => {
  const reply = await ask('/api/v1/plan?type=ean13&text=590123412345&size=40x20&dpi=203')
  const plan = JSON.parse(reply.body.toString())
  t.match(plan, {
    scans: 'doubtful',
    dpi: 203,
    application: 'retail',
    drawn: { dotsPerModule: 2, x: 0.25 },
    nearest: { change: 'size=70x50' },
  })
  t.equal(reply.headers.get('cache-control'), 'public, max-age=3600')
  t.equal((await ask('/api/v1/plan?type=ean13&text=59012341234X')).status, 422)
})

const ql = {
  ...{ name: 'shelf', address: 'socket://192.0.2.1:9100', language: 'brother', dpi: 300, stock: '62x100mm' },
  ...{ model: 'QL-820NWB', media: 'continuous' },
}
const printers = printersIn(JSON.stringify([ql, { ...ql, name: 'askew', offset: [-20, 0] }]))

t.test('a plan for a printer: what it has, what its pins reach, and what printing would refuse', async (t) => {
  const labels = await printService(printers, { designs: exampleDesigns })
  t.teardown(() => labels.close())
  const got = async (query: string): Promise<Reply> => {
    const head = `GET /api/v1/plan?${query} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
    return repliesIn(await conversation(labels.port, head))[0]!
  }
  const label = 'type=ean13&text=590123412345&orientation=portrait'
  const sound = await got(`printer=shelf&${label}`)
  t.match(JSON.parse(sound.body.toString()), { scans: 'yes', size: '62x100mm', dpi: 300, sizes: [], resolutions: [] })
  t.equal(sound.headers.get('cache-control'), 'no-store', 'the file of printers may change')
  t.equal(sound.headers.get('access-control-allow-origin'), undefined, 'no other page reads what printers there are')
  const moved = JSON.parse((await got(`printer=askew&${label}`)).body.toString())
  t.match(moved, { scans: 'no', drawn: null, reasons: [{ code: 'does_not_fit', message: /the printer's offset/ }] })
  t.equal(errorIn(await print(labels, `printer=askew&${label}`)).message, moved.reasons[0].message, 'as it is printed')
  const otherDpi = `printer=shelf&${label}&dpi=203`
  t.same(errorIn(await got(otherDpi)), errorIn(await print(labels, otherDpi)), 'another resolution')
  t.match(errorIn(await got(`printer=shelf&${label}&sheet=avery-l7160`)).faults, [{ parameter: 'sheet' }])
  t.match([(await got(`printer=shelf&${label}&strict=true&txt=1`)).status], [400], 'a name that there is not')
  const unknown = await got(`printer=dock&${label}`)
  t.match([unknown.status, errorIn(unknown).code], [404, 'printer_unknown'])
})

t.test('a plan of a design for a printer', async (t) => {
  const labels = await printService(printers, { designs: exampleDesigns })
  t.teardown(() => labels.close())
  const got = async (query: string): Promise<Reply> => {
    const head = `GET /api/v1/plan?${query} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`
    return repliesIn(await conversation(labels.port, head))[0]!
  }
  const values = 'design=shelf&sku=QZ-1&printer=shelf'
  const refused = await got(values)
  t.match([refused.status, errorIn(refused).faults], [400, [{ parameter: 'design' }]], 'of another size')
  const assumed = await got('design=shelf&sku=QZ-1&format=epl')
  t.match(JSON.parse(assumed.body.toString()), { scans: 'doubtful', dpi: 300, reasons: [{ code: 'dpi_assumed' }] })
  const wide = await got('design=shelf&sku=QZ-1&format=brother&dpi=360')
  t.match(JSON.parse(wide.body.toString()), { scans: 'no', reasons: [{ code: 'does_not_fit' }] })
})

t.test('who may not know of printers plans no label for one', async (t) => {
  const keys = keysOf([{ name: 'desk', hash: hashOf('desk'), may: ['jobs'], perMinute: 0 }])
  const labels = await printService(printers, { keys })
  t.teardown(() => labels.close())
  for (const [query, headers, expected] of [
    ['printer=shelf&type=qr&text=a', '', 401],
    ['%70rinter=shelf&type=qr&text=a', '', 401],
    ['printer=shelf&type=qr&text=a', 'Authorization: Bearer desk\r\n', 403],
    ['type=qr&text=a', '', 200],
  ] as const) {
    const head = `GET /api/v1/plan?${query} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`
    const reply = repliesIn(await conversation(labels.port, head))[0]!
    t.equal(reply.status, expected, `${query} ${headers}`)
  }
})

t.test('a label that is held to a profile: warnings, the plan and faults name rule and source', async (t) => {
  const label = 'type=datamatrix&gs1=true&text=(01)09506000134352&size=60x30mm&dpi=203&xdim=0.5&format=png'
  const drawn = await ask(`/api/v1/label?${label}&profile=udi`)
  t.match(
    [drawn.status, drawn.headers.get('quietzone-warning')],
    [200, /^profile_advice; udi\.pi: .*; 21 CFR 801\.40\(b\), .*$/],
  )
  const plain = await ask(`/api/v1/label?${label}`)
  t.equal(plain.headers.get('quietzone-warning'), undefined)
  t.same(plain.body, drawn.body, 'the same is drawn')
  const plan = JSON.parse((await ask(`/api/v1/plan?${label.replace('&format=png', '')}&profile=udi`)).body.toString())
  t.match(plan, { scans: 'yes', reasons: [{ code: 'profile_advice' }] })
  const strict = errorIn(await ask(`/api/v1/label?${label}&profile=udi&strict=true`))
  t.match(strict.faults, [{ parameter: 'profile', code: 'not_conforming', warning: 'profile_advice' }])
  const unknown = errorIn(await ask(`/api/v1/label?${label}&profile=gs1-2028`))
  t.match(unknown.faults, [{ parameter: 'profile', code: 'invalid_parameter', message: /gs1-2027/ }])
})
