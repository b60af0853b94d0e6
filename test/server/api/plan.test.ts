import t from 'tap'
import { conversation, errorIn, type Reply, repliesIn, served } from '../http/wire.ts'

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
