import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { explain } from '../../../src/explain/index.ts'
import { narrowedTo, optionsOf } from '../../../src/request/options.ts'
import type { Parameter } from '../../../src/request/parameter.ts'
import { parameters } from '../../../src/request/params.ts'
import { root } from '../../../src/root.ts'
import { catalogue, type OptionName, type Symbology, symbologies } from '../../../symbologies/index.ts'
import { inLongRun, long, random } from '../../random.ts'
import { randomText } from '../../texts.ts'
import { ask, errorIn, served } from '../http/wire.ts'
import { companionsOf } from './reader.ts'

const service = await served()
t.teardown(() => service.close())

const path = '/api/v1/explain'
const targetOf = (values: Readonly<Record<string, string>>): string => `${path}?${new URLSearchParams(values)}`

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type Schema = { readonly [name: string]: Json }

const document = JSON.parse(readFileSync(join(root, 'src/server/api/openapi.json'), 'utf8')) as {
  readonly components: { readonly schemas: { readonly [name: string]: Schema } }
}

/** Where `value` is not what its schema says, as far as the schemas of this API go. */
function schemaFaults(value: Json | undefined, schema: Schema, at = ''): string[] {
  if (typeof schema.$ref === 'string') {
    return schemaFaults(value, document.components.schemas[schema.$ref.split('/').at(-1)!]!, at)
  }
  if (Array.isArray(schema.oneOf)) {
    const every = (schema.oneOf as Schema[]).map((one) => schemaFaults(value, one, at))
    return every.some((faults) => faults.length === 0) ? [] : every[0]!
  }
  switch (schema.type) {
    case 'integer':
      return Number.isInteger(value) ? [] : [`${at}: ${value} is not whole`]
    case 'array': {
      if (!Array.isArray(value)) return [`${at}: no array`]
      const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema as { minItems?: number; maxItems?: number }
      if (value.length < minItems || value.length > maxItems) return [`${at}: ${value.length} items`]
      return value.flatMap((item, i) => schemaFaults(item, schema.items as Schema, `${at}[${i}]`))
    }
    case 'object': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at}: no object`]
      const {
        properties = {},
        required = [],
        additionalProperties = true,
      } = schema as {
        properties?: { [name: string]: Schema }
        required?: string[]
        additionalProperties?: boolean | Schema
      }
      const missing = required.filter((name) => !(name in value)).map((name) => `${at}.${name}: missing`)
      const inside = Object.entries(value).flatMap(([name, item]) => {
        const own = properties[name] ?? additionalProperties
        if (own === false) return [`${at}.${name}: not documented`]
        return own === true ? [] : schemaFaults(item, own, `${at}.${name}`)
      })
      return [...missing, ...inside]
    }
    default:
      return typeof value === schema.type ? [] : [`${at}: ${typeof value} is no ${schema.type}`]
  }
}

t.test('the endpoint returns the explanation, in the form of its schema', async (t) => {
  const r = random('said')
  const { Explanation } = document.components.schemas
  for (const type of symbologies) {
    const text = randomText[type](r)
    const reply = await ask(service.port, `GET ${targetOf({ type, text })}`)
    t.equal(reply.status, 200, `${type} ${JSON.stringify(text)}`)
    t.equal(reply.headers.get('content-type'), 'application/json')
    t.equal(reply.body.toString(), JSON.stringify(explain(type, text)))
    const body = JSON.parse(reply.body.toString()) as Json
    t.same(schemaFaults(body, Explanation!).slice(0, 5), [], type)
    t.equal((body as Schema).symbology, type)
    // nothing beyond what is documented, at the top too
    t.same(
      Object.keys(body as Schema).filter((name) => !(name in (Explanation!.properties as Schema))),
      [],
    )
  }
  t.ok(schemaFaults({ title: 1 }, document.components.schemas.Part!).length > 0, 'the schema can fail')
  t.ok(schemaFaults({ areas: [[0, 0, 1]] }, document.components.schemas.Modules!).length > 0)
})

/** A text that the symbology takes: digits, for the sake of Micro QR's smallest version. */
function digitsFor(type: Symbology): string {
  const { sample } = catalogue[type]
  return /^\d+$/.test(sample) ? sample : '1234567'
}

const optionNames = Object.keys(optionsOf(symbologies)) as OptionName[]

/** Every value that a parameter takes. */
function valuesOf(parameter: Parameter): string[] {
  switch (parameter.kind) {
    case 'word':
      return [...parameter.words]
    case 'form':
      return [...parameter.samples]
    case 'integer':
      return Array.from({ length: parameter.most - parameter.least + 1 }, (_, i) => String(parameter.least + i))
    default:
      throw new Error(`no list of values for ${parameter.kind}`)
  }
}

t.test('every option of every symbology is taken or refused, with every value', inLongRun, async (t) => {
  const faults: string[] = []
  const counts = { taken: 0, refused: 0 }
  let asked = 0
  for (const type of symbologies) {
    const narrowed = narrowedTo(type)
    for (const name of optionNames) {
      const own = narrowed[name]
      const accepted = new Set(own.kind === 'none' ? [] : valuesOf(own))
      for (const value of valuesOf(parameters.explain[name])) {
        // the quick run takes every fourth
        if (!long && asked++ % 4 > 0) continue
        const reply = await ask(
          service.port,
          `GET ${targetOf({ type, text: digitsFor(type), ...companionsOf(parameters.explain, name, value), [name]: value })}`,
        )
        // in the smallest sizes and in M1 the text has no room
        const tooMuch = ['data_too_long', 'invalid_length']
        const fits = reply.status === 200 || tooMuch.includes(errorIn(reply).code)
        if (accepted.has(value) ? !fits : errorIn(reply).code !== 'invalid_parameter') {
          faults.push(`${type} ${name}=${value}: ${reply.status} ${reply.body.toString().slice(0, 200)}`)
        }
        counts[accepted.has(value) ? 'taken' : 'refused']++
      }
    }
  }
  t.same(faults, [])
  const share = long ? 1 : 1 / 4
  t.ok(counts.taken > 100 * share && counts.refused > 500 * share, JSON.stringify(counts))
})

t.test('forced options take effect, and all faults of a request are reported at once', async (t) => {
  const summary = async (values: Readonly<Record<string, string>>): Promise<string> => {
    const { body } = await ask(service.port, `GET ${targetOf(values)}`)
    return (JSON.parse(body.toString()) as { summary: string }).summary
  }
  const text = 'QZ-0001'
  t.equal(await summary({ type: 'qr', text, level: 'L', version: '7', mask: '3' }), 'version 7-L, mask 3')
  t.equal(await summary({ type: 'microqr', text, level: 'M', version: '4', mask: '2' }), 'version M4-M, mask 2')
  t.match(await summary({ type: 'datamatrix', text, size: '16x48' }), /^16 × 48/)
  t.match(await summary({ type: 'datamatrix', text, shape: 'rectangle' }), /^8 × 18/)
  const steps = async (values: Readonly<Record<string, string>>): Promise<string[]> => {
    const { body } = await ask(service.port, `GET ${targetOf(values)}`)
    return (JSON.parse(body.toString()) as { steps: { title: string }[] }).steps.map(({ title }) => title)
  }
  for (const type of ['qr', 'datamatrix']) {
    for (const eci of ['3', '26'])
      t.ok((await steps({ type, text, eci })).some((title) => title.startsWith(`ECI ${eci}:`)))
    t.notOk((await steps({ type, text: 'é', eci: 'none' })).some((title) => title.startsWith('ECI')))
  }
  t.ok((await steps({ type: 'datamatrix', text: '123456', encodation: 'base256' })).includes('Base 256: "123456"'))
  const several = errorIn(await ask(service.port, `GET ${path}?type=microqr&level=H&mask=4&size=10x10&eci=3&version=0`))
  t.equal(several.code, 'missing_parameter')
  for (const name of ['text', 'level', 'mask', 'size', 'eci', 'version'])
    t.match(several.message, new RegExp(`\\b${name}: `))
  const malformed = errorIn(await ask(service.port, `GET ${path}?type=ean13&text=%zz&level=L&strict=true&lvel=L`))
  t.same(
    malformed.faults?.map(({ parameter, code }) => [parameter, code]),
    [
      ['text', 'invalid_encoding'],
      ['level', 'invalid_parameter'],
      ['lvel', 'invalid_parameter'],
    ],
  )
  const twice = errorIn(await ask(service.port, `GET ${path}?type=ean13&type=qr&text=1&level=L`))
  t.same(
    twice.faults?.map(({ code }) => code),
    ['duplicate_parameter'],
    'options are those of any symbology while it is unknown',
  )
})

t.test('the endpoint costs a token, and is kept by caches', async (t) => {
  const limited = await served({ rate: { perMinute: 60, burst: 2 }, clock: () => 0 })
  const target = targetOf({ type: 'qr', text: 'x' })
  const first = await ask(limited.port, `GET ${target}`)
  t.equal(first.headers.get('ratelimit'), '"ip";r=1;t=1')
  t.match(first.headers.get('cache-control'), /^public, max-age=\d+$/)
  const again = await ask(limited.port, `GET ${target}`, [`If-None-Match: ${first.headers.get('etag')}`])
  t.equal(again.status, 304)
  t.equal((await ask(limited.port, `GET ${target}`)).status, 429)
  await limited.close()
})
