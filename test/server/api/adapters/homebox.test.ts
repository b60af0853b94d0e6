import t from 'tap'
import { printersIn, printersOf } from '../../../../src/printing/index.ts'
import type { FormFault } from '../../../../src/request/form-faults.ts'
import { pngPicture } from '../../../oracle/picture.ts'
import { zxingResults, zxingTexts } from '../../../oracle/zxing.ts'
import { loopbackPrinter } from '../../../printing/channels/loopback-printer.ts'
import { inLongRun } from '../../../random.ts'
import { conversation, errorIn, type Reply, repliesIn, served } from '../../http/wire.ts'

const dock = await loopbackPrinter()
const described = { name: 'dock-3', address: dock.address, language: 'zpl', dpi: 203, stock: '70x50' }
const gone = { ...described, name: 'gone', address: 'socket://127.0.0.1:1' }
const printers = printersOf(printersIn(JSON.stringify([described, gone])))
const service = await served({ printing: { printers } })
t.teardown(async () => {
  await service.close()
  await printers.close()
  await dock.close()
})

async function sent(head: readonly string[], body = ''): Promise<Reply> {
  const bytes = `${[...head, 'Host: labels:8080', 'Connection: close'].join('\r\n')}\r\n\r\n${body}`
  return repliesIn(await conversation(service.port, bytes))[0]!
}

/** The label of the API with these parameters. */
const labelOf = (parameters: Readonly<Record<string, string>>): Promise<Reply> =>
  sent([`GET /api/v1/label?${new URLSearchParams(parameters)} HTTP/1.1`])

const faultsOf = (reply: Reply): unknown =>
  (errorIn(reply).faults as readonly FormFault[]).map(({ parameter, code }) => `${parameter}: ${code}`)

// Homebox 0.20, backend/pkgs/labelmaker: url.Values, sorted by name and with + for a blank, floats by %f
const item = 'http://homebox.local:7745/item/0e5ab7f8-5d2c-4a1f-9b8e-3f7c2d1a6b90'

/** @param more  values other than those of an item's label with Homebox's default settings */
function homebox(more: Readonly<Record<string, string>> = {}): Promise<Reply> {
  const query = new URLSearchParams({
    ComponentPadding: '32',
    DescriptionFontSize: '25.600000',
    DescriptionText: '\nLocation: Garage',
    Dpi: '72.000000',
    DynamicLength: 'true',
    Height: '200',
    Margin: '32',
    QrSize: '136',
    TitleFontSize: '32.000000',
    TitleText: 'Drill',
    URL: item,
    Width: '526',
    ...more,
  })
  query.sort()
  const head = [`GET /adapters/homebox?${query} HTTP/1.1`, 'User-Agent: Homebox-LabelMaker/1.0', 'Accept: image/*']
  return sent([...head, 'Accept-Encoding: gzip'])
}

t.test('Homebox: a PNG of its size, with a QR symbol of level M, title and description', async (t) => {
  const label = await homebox()
  t.equal(label.status, 200)
  t.match(label.headers.get('content-type'), /^image\/png$/)
  const picture = pngPicture(label.body)
  t.same([picture.width, picture.height], [526, 200])
  const [symbol, ...others] = await zxingResults(picture, 'qr')
  t.match(symbol, { text: item, ecLevel: 'M' })
  t.same(others, [])
  t.notOk(label.headers.has('quietzone-warning'))
  const same = { type: 'qr', text: item, level: 'M', size: '1.7533x0.6667in', layout: 'beside', format: 'png' }
  t.ok(label.body.equals((await labelOf({ ...same, title: 'Drill', caption: 'Location: Garage' })).body))
  const more = await homebox({ AdditionalInformation: 'Call 555-0100' })
  const caption = 'Location: Garage\nCall 555-0100'
  t.ok(more.body.equals((await labelOf({ ...same, title: 'Drill', caption })).body))
})

t.test('Homebox: long names, other sizes, no words', inLongRun, async (t) => {
  const long = await homebox({ TitleText: 'Bosch Professional GSR 18V-55 cordless drill driver, the blue one' })
  t.notOk(long.headers.has('quietzone-warning'), 'a name that is too long for one line has several')
  t.same(await zxingTexts(pngPicture(long.body), 'qr'), [item])
  for (const [width, height] of [
    [696, 271],
    [991, 306],
    [200, 600],
    [300, 300],
  ] as const) {
    const label = pngPicture((await homebox({ Width: `${width}`, Height: `${height}` })).body)
    t.same([label.width, label.height], [width, height])
    t.same(await zxingTexts(label, 'qr'), [item], `${width}x${height}`)
  }
  const bare = await homebox({ TitleText: '', DescriptionText: '', QrSize: '-14' })
  const plain = { type: 'qr', text: item, level: 'M', size: '1.7533x0.6667in', format: 'png', showtext: 'false' }
  t.ok(bare.body.equals((await labelOf(plain)).body), 'the address is no caption')
})

t.test('Homebox: faults are those of its parameters, and other parameters pass', async (t) => {
  const wrong = await homebox({ Width: '0', Height: '1e3', URL: '', TitleText: 'x'.repeat(1001) })
  t.equal(wrong.status, 400)
  t.same(faultsOf(wrong), [
    'URL: missing_parameter',
    'Width: invalid_parameter',
    'Height: invalid_parameter',
    'TitleText: invalid_parameter',
  ])
  const small = await homebox({ Width: '50', Height: '50' })
  t.match([small.status, errorIn(small).code], [422, 'does_not_fit'])
  const tomorrow = await homebox({ Copies: '2' })
  t.equal(tomorrow.status, 200)
  t.match(tomorrow.headers.get('quietzone-ignored'), /^ComponentPadding, Copies, .*DynamicLength/)
  t.equal((await sent(['POST /adapters/homebox HTTP/1.1', 'Content-Length: 0'])).status, 405)
})
