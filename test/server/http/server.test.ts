import { readdirSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { type BarcodeRequest, drawBarcode, drawLabel, type LabelRequest } from '../../../src/draw.ts'
import { FitError } from '../../../src/layout/fit.ts'
import { EncodeError } from '../../../symbologies/index.ts'
import { inLongRun, random } from '../../random.ts'
import { ask, errorIn, type Served, served, Wire } from './wire.ts'

const barcode = '/api/v1/barcode?type=qr&text=a'

t.test('the request passed to the drawing function', async (t) => {
  const seen: (BarcodeRequest | LabelRequest)[] = []
  const limits = { maxPixels: 7 }
  const service = await served({
    draw: {
      limits,
      barcode(request, given) {
        seen.push(request)
        t.same(given, limits)
        return { bytes: new Uint8Array(1), format: request.format, xDimension: 0.0846666, warnings: [] }
      },
      label(request, given) {
        seen.push(request)
        t.same(given, limits)
        return { bytes: new Uint8Array(2), format: request.format, xDimension: 0.254, warnings: [] }
      },
    },
  })
  const plain = await ask(service.port, `GET /api/v1/barcode?text=%F0%9F%82%A1+1%2B1&type=itf14&nonsense=1&nonsense=2`)
  t.same(seen.pop(), {
    text: '🂡 1+1',
    type: 'itf14',
    format: 'png',
    includetext: false,
    withtext: false,
    scale: 3,
    height: 15,
    rotate: 'N',
    gs1: 'false',
    escapes: false,
    strict: false,
    verify: false,
  })
  t.equal(plain.headers.get('x-dimension'), '0.0847mm')
  t.equal(plain.headers.get('content-type'), 'image/png')
  t.equal(plain.headers.get('content-disposition'), 'inline; filename="itf14.png"')
  await ask(
    service.port,
    'GET /api/v1/barcode?text=a&type=qr&format=svg&includetext=true&scale=10&height=12.5&rotate=L',
  )
  const turned = { format: 'svg', includetext: true, withtext: false, scale: 10, height: 12.5, rotate: 'L' }
  t.same(seen.pop(), { text: 'a', type: 'qr', ...turned, gs1: 'false', escapes: false, strict: false, verify: false })
  const label = await ask(
    service.port,
    'GET /api/v1/label?text=a&type=ean8&size=3.5x1.125&orientation=portrait&qty=500&showtext=false&format=png',
  )
  const stock = { size: '3.5x1.125', orientation: 'portrait', qty: 500 }
  const asked = { text: 'a', type: 'ean8', ...stock, showtext: false, strict: false }
  t.same(seen.pop(), {
    ...asked,
    outline: false,
    verify: false,
    withtext: false,
    format: 'png',
    zpl: 'z64',
    layout: 'above',
    gs1: 'false',
    escapes: false,
  })
  t.equal(label.headers.get('content-disposition'), 'inline; filename="label-3.5x1.125-ean8.png"')
  const old = await ask(
    service.port,
    'GET /api/generate-barcode?text=a&type=ean8&size=3.5x1.125&orientation=portrait&qty=500&showtext=false&format=png',
  )
  t.same(seen.pop(), { ...asked, showtext: true, format: 'pdf' })
  t.equal(old.headers.get('content-type'), 'application/pdf')
  t.equal(old.headers.get('x-dimension'), '0.254mm')
  t.same(seen, [])
  await service.close()
})

t.test('a request that cannot be drawn is answered 422 with the message of the error', async (t) => {
  const errors = [
    new EncodeError('invalid_character', 'a', 1),
    new EncodeError('invalid_length', 'b'),
    new EncodeError('bad_check_digit', 'c'),
    new EncodeError('data_too_long', 'd'),
    new FitError('size', 'e'),
  ]
  for (const error of errors) {
    const fail = (): never => {
      throw error
    }
    const service = await served({ draw: { barcode: fail, label: fail, limits: { maxPixels: 1 } } })
    for (const path of ['/api/v1/barcode', '/api/v1/label', '/api/generate-barcode']) {
      const reply = await ask(service.port, `GET ${path}?type=qr&text=a`)
      t.equal(reply.status, 422)
      const { code, message } = error
      const about = error instanceof FitError ? { parameter: 'size' } : { parameter: 'text' }
      const position = error instanceof EncodeError && error.at !== undefined ? { position: error.at } : {}
      t.strictSame(errorIn(reply), { code, message, faults: [{ ...about, code, message, ...position }] })
    }
    await service.close()
  }
})

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Open file descriptors of this process; the clients are in it, too. */
const descriptors = (): number => readdirSync('/proc/self/fd').length

async function soak(service: Served, count: number): Promise<void> {
  const r = random('soak')
  const targets = [
    barcode,
    '/api/v1/barcode?type=code128&text=',
    '/api/v1/barcode?type=ean13&text=400638133393&format=svg&includetext=true',
    '/api/v1/barcode?type=qr&format=pdf&text=%E6%BC%A2',
    '/api/v1/label?type=datamatrix&text=a&format=png',
    '/api/v1/label?type=code128&text=a&qty=3',
    '/api/generate-barcode?type=upca&text=01234567890',
    '/api/v1/openapi.json',
    '/healthz',
    '/nowhere',
    '/api/v1/barcode?type=qr&text=%zz',
  ]
  const client = async (): Promise<void> => {
    while (count > 0) {
      const requests = r.between(1, 40)
      count -= requests
      const wire = new Wire(service.port)
      for (let i = 1; i <= requests; i++) {
        const target = r.pick(targets)
        wire.send(
          `${r.pick(['GET', 'GET', 'POST'])} ${target}${target.endsWith('=') ? r.between(0, 10 ** 9) : ''} HTTP/1.1\r\nHost: x\r\n\r\n`,
        )
        if ((await wire.replies(i)).length < i) throw new Error(`no reply to ${target}`)
      }
      wire.socket.destroy()
    }
  }
  await Promise.all(Array.from({ length: 8 }, client))
  while (await new Promise((resolve) => service.server.getConnections((_, count) => resolve(count)))) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

t.test('a soak leaves nothing behind', { ...inLongRun, timeout: 900_000 }, async (t) => {
  const service = await served({
    rate: { perMinute: 6000, burst: 100 },
    draw: { barcode: drawBarcode, label: drawLabel, limits: { maxPixels: 25e6 } },
  })
  const rounds = 10
  const heaps: number[] = []
  const files: number[] = []
  for (let round = 0; round < rounds; round++) {
    await soak(service, 10_000)
    service.records.length = 0
    collect()
    heaps.push(process.memoryUsage().heapUsed)
    files.push(descriptors())
  }
  const settled = heaps.slice(Math.floor(rounds / 2))
  const growth = Math.max(...settled) - Math.min(...settled)
  t.comment(`heaps in MB: ${heaps.map((bytes) => (bytes / 2 ** 20).toFixed(1)).join(' ')}`)
  t.ok(growth < 2 << 20, `the heap moves by ${growth} bytes`)
  t.same(new Set(files).size, 1, `descriptors: ${files}`)
  t.same(service.faults, [])
  await service.close()
})
