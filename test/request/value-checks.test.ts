/** Values and names of a megabyte: refused at once, whatever they consist of. */

import t from 'tap'
import type { Parameter, Parameters } from '../../src/request/parameter.ts'
import { parameters } from '../../src/request/params.ts'
import { queryParser } from '../../src/request/query.ts'
import { requestReader } from '../../src/request/reader.ts'
import { checkOf } from '../../src/request/value-checks.ts'
import { grocyParameters } from '../../src/server/api/adapters/grocy.ts'
import { homeboxParameters } from '../../src/server/api/adapters/homebox.ts'
import { labels } from '../../src/server/api/labels/index.ts'
import { units as allUnits, effortOf, repeated } from '../effort.ts'
import { inLongRun, long as isLong } from '../random.ts'
import { ask, errorIn, served } from '../server/http/wire.ts'

const megabyte = 1 << 20

/** Those that the patterns of the tables are about. */
const few = ['/', '"', '\n', ' ', '0', '\u0301\u0323', '📓', 'a=,']
const units = isLong ? allUnits : few
/** The most CPU time of a step, in ms. */
const most = 100

const tables: { readonly [name: string]: Parameters } = {
  ...parameters,
  homebox: homeboxParameters,
  grocy: grocyParameters,
}

t.test('a value of a megabyte is refused for its length, for every parameter', async (t) => {
  // the parameters are two hundred, and to count a megabyte for the message takes ten milliseconds
  const some = isLong ? [...few, ...units] : ['/', '0', '📓']
  const texts = some.map((unit, i) => `${repeated(unit, isLong && i < few.length ? megabyte : megabyte >> 4)}!`)
  const seen = new Set<Parameter>()
  for (const [endpoint, table] of Object.entries(tables)) {
    for (const [name, parameter] of Object.entries(table)) {
      if (seen.has(parameter)) continue
      seen.add(parameter)
      const check = checkOf(parameter)
      for (const [i, text] of texts.entries()) {
        let message: string | undefined
        const effort = await effortOf(() => {
          message = (check(text) as { message?: string }).message
        }, most)
        if (effort > most) t.fail(`${endpoint} ${name}: ${effort} ms for ${JSON.stringify(some[i])}`)
        if (!/^\d+ characters; at most \d+ are accepted$/.test(`${message}`)) t.fail(`${endpoint} ${name}: ${message}`)
      }
    }
  }
  t.ok(seen.size > 40)
})

/** The longest head of a request that is read takes 101,452 bytes (src/server/http). */
const longestQuery = 1 << 17

t.test('the longest query, in values and in names', inLongRun, async (t) => {
  for (const [endpoint, table] of Object.entries(tables)) {
    const [parse, read] = [queryParser(table), requestReader(table)]
    const ask = (query: string) => () => {
      const { given, others } = parse(query)
      return read(given, others)
    }
    const each = Object.keys(table)
    for (const unit of isLong ? ['/', '%2F', '+', '%CC%81%CC%A3', 'a'] : ['%2F']) {
      const value = `${repeated(unit, longestQuery / each.length)}!`
      const all = each.map((name) => `${name}=${value}`).join('&')
      const bodies = [all, `${value.repeat(each.length)}=1`, `strict=true&${value.repeat(each.length)}=1`]
      for (const [i, query] of bodies.entries())
        t.ok((await effortOf(ask(query), most)) <= most, `${endpoint} ${unit} ${i}`)
    }
    const names = Array.from({ length: 30_000 }, (_, i) => i.toString(36)).join('&')
    for (const query of [names, `strict=true&${names}`, '&a'.repeat(longestQuery / 2), '&text=a&type'.repeat(11_000)])
      t.ok((await effortOf(ask(query), most)) <= most, `${endpoint} ${query.slice(0, 20)}`)
  }
})

/** The status of an answer made in steps, and the CPU time in ms of its longest one. */
async function stepsOf(mediaType: string, query: string, body: string): Promise<[status: number, effort: number]> {
  const bytes = new TextEncoder().encode(body)
  const sender = { principal: { key: '', name: '' }, headerOf: () => undefined, printingRefused: () => undefined }
  let [status, least] = [0, Number.POSITIVE_INFINITY]
  for (let i = 0; i < 6 && least > most; i++) {
    const steps = endpoint(query, { mediaType, bytes }, sender) as Iterator<number, { status: number }>
    let longest = 0
    for (let isDone = false; !isDone; ) {
      const before = process.cpuUsage()
      const step = steps.next()
      const { user, system } = process.cpuUsage(before)
      longest = Math.max(longest, (user + system) / 1000)
      isDone = step.done === true
      if (step.done) status = step.value.status
    }
    least = Math.min(least, longest)
  }
  return [status, least]
}

const endpoint = labels({ limits: { maxPixels: 1_000_000 } })

t.test('rows, column names and JSON of a megabyte, in steps that are short', inLongRun, async (t) => {
  const length = megabyte - 1000
  const quotes = (text: string): string => `"${text.replaceAll('"', '""')}"`
  for (const unit of units) {
    const text = repeated(unit, 100_000)
    const long = repeated(unit, length / (new TextEncoder().encode(unit).length / unit.length)).toWellFormed()
    const tables: readonly string[] = [
      ...['text', 'type', 'domain', 'size', 'qty', 'columns'].map(
        (name) => `text,type,${name}x,${name}\n1,qr,2,${text}\n`,
      ),
      `type,domain,text\nqr,${quotes(text)},1\n`,
      `text,type,${text}\n1,qr,2\n`,
      `text,type,${quotes(text)}\n1,qr,2\n`,
      `${long}`,
      `text,type\n${long}`,
      `text,type\n"${long}`,
    ]
    const arrays = [
      `[{"type":"qr","text":${JSON.stringify(long)}}]`,
      `[{"type":"qr","text":"1","domain":${JSON.stringify(long)}}]`,
      `[{"type":"qr","text":"1",${JSON.stringify(long)}:1}]`,
      `[{"type":${long}}]`,
      `[${long}`,
      `${long}]`,
    ]
    for (const [mediaType, bodies] of [
      ['text/csv', tables],
      ['application/json', arrays],
    ] as const) {
      for (const [i, body] of bodies.entries()) {
        const [, effort] = await stepsOf(mediaType, '', body.slice(0, megabyte))
        if (effort > most) t.fail(`${mediaType} ${i} of ${JSON.stringify(unit)}: ${effort} ms`)
      }
    }
  }
  for (const body of [
    '['.repeat(megabyte),
    '{"a":'.repeat(megabyte / 5),
    `[${'0,'.repeat(500_000)}0]`,
    `[${'{},'.repeat(300_000)}{}]`,
    `[{${Array.from({ length: 90_000 }, (_, i) => `"${i}":1`).join(',')}}]`,
    `[${Array.from({ length: 5000 }, () => `{${Array.from({ length: 30 }, (_, i) => `"${i}":1`).join(',')}}`).join(',')}]`,
  ]) {
    const [status, effort] = await stepsOf('application/json', '', body)
    t.ok(status === 400 || status === 422, body.slice(0, 20))
    t.ok(effort <= most, `${body.slice(0, 20)}: ${effort} ms`)
  }
})

t.test('80,000 slashes and a mark over the network', inLongRun, async (t) => {
  const service = await served({})
  const before = process.cpuUsage()
  const line = `GET /api/v1/barcode?type=qr&text=1&domain=${'/'.repeat(80_000)}!`
  const error = errorIn(await ask(service.port, line))
  const { user } = process.cpuUsage(before)
  t.match(error, { code: 'invalid_parameter', message: 'domain: 80001 characters; at most 253 are accepted' })
  t.ok(user < 1_000_000, `${user} µs`)
  await service.close()
})
