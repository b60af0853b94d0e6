import t from 'tap'
import { pngPicture } from '../../../oracle/picture.ts'
import { conversation, errorIn, type Reply, repliesIn, type Served, served } from '../../http/wire.ts'

const program = '^XA^FO50,50^A0N,40^FDQZ-0001^FS^XZ^XA^FOx,9^FDsecond^FS^XZ'
const path = '/compat/labelary/v1/printers/8dpmm/labels/4x6'

async function say({ port }: Served, line: string, headers: readonly string[] = [], body = ''): Promise<Reply> {
  const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const head = [`${line} HTTP/1.1`, 'Host: test', 'Connection: close', ...headers, ...length].join('\r\n')
  return repliesIn(await conversation(port, Buffer.from(`${head}\r\n\r\n${body}`)))[0]!
}

const form = 'Content-Type: application/x-www-form-urlencoded'

t.test('ZPL in the path and in the body has the same picture', async (t) => {
  const service = await served({})
  t.teardown(() => service.close())
  const ofPath = await say(service, `GET ${path}/0/${encodeURIComponent(program)}`)
  const ofBody = await say(service, `POST ${path}/0/`, [form], program)
  const part = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.zpl"\r\n\r\n${program}\r\n--x--\r\n`
  const ofForm = await say(service, `POST ${path}/0/`, ['Content-Type: multipart/form-data; boundary=x'], part)
  t.match(pngPicture(ofPath.body), { width: 813, height: 1219 })
  for (const reply of [ofPath, ofBody, ofForm]) {
    t.same(
      [reply.status, reply.headers.get('content-type'), reply.headers.get('x-total-count')],
      [200, 'image/png', '2'],
    )
    t.same(reply.body, ofPath.body)
  }
})

t.test('headers say what is answered', async (t) => {
  const service = await served({})
  t.teardown(() => service.close())
  const turned = await say(service, `POST ${path}/0/`, [form, 'X-Rotation: 90'], program)
  t.match(pngPicture(turned.body), { width: 1219, height: 813 })
  const pdf = await say(service, `POST ${path}/`, [form, 'Accept: application/pdf', 'X-Page-Size: A4'], program)
  t.equal(pdf.headers.get('content-type'), 'application/pdf')
  for (const part of [/\/Count 2\b/, /\/MediaBox \[0 0 595\.\d* 841\.\d*\]/]) t.match(pdf.body.toString('latin1'), part)
  const json = await say(service, `POST ${path}/`, [form, 'Accept: application/json', 'X-Linter: On'], program)
  t.same(JSON.parse(json.body.toString()), {
    labels: [{ fields: [{ x: 50, y: 50, data: 'QZ-0001' }] }, { fields: [{ x: 0, y: 9, data: 'second' }] }],
  })
  t.equal(json.headers.get('x-warnings'), '37|3|^FO|1|parameter 1 is "x"; a number is accepted')
})

t.test('what is not drawn is refused', async (t) => {
  const service = await served({})
  t.teardown(() => service.close())
  for (const [line, headers, body, status, code] of [
    [`POST ${path}/2/`, [form], program, 404, 'not_found'],
    [`POST ${path}/`, [form], program, 400, 'bad_request'],
    [`GET ${path}/0/`, [], '', 400, 'bad_request'],
    [`GET ${path}/0/%zz`, [], '', 400, 'bad_request'],
    [`POST ${path.replace('8dpmm', '7dpmm')}/0/`, [form], program, 400, 'bad_request'],
    [`POST ${path.replace('4x6', '4x60')}/0/`, [form], program, 400, 'bad_request'],
    [`POST ${path}/0/`, [form, 'X-Rotation: 45'], program, 400, 'bad_request'],
    [`POST ${path}/0/`, [form, 'Accept: application/epl'], program, 400, 'bad_request'],
    [`POST ${path}/0/`, ['Content-Type: image/png'], program, 415, 'unsupported_media_type'],
  ] as const) {
    const reply = await say(service, line, headers, body)
    t.match([reply.status, errorIn(reply)], [status, { code }], `${line} ${headers.join(' ')}`)
  }
})
