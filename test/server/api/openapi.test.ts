import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { jsonAnswer, statusOf } from '../../../src/answer.ts'
import { stockNames } from '../../../src/layout/stock.ts'
import { VerificationFailure } from '../../../src/reader/verify/index.ts'
import { longestOf, type Parameters } from '../../../src/request/parameter.ts'
import { root } from '../../../src/root.ts'
import { hashOf, keysOf } from '../../../src/server/access/keys.ts'
import { grocyBody } from '../../../src/server/api/adapters/grocy.ts'
import type { Operation } from '../../../src/server/api/endpoint.ts'
import { operationsOf } from '../../../src/server/routes.ts'
import { catalogue, gs1Symbologies, labelSymbologies, type Symbology, symbologies } from '../../../symbologies/index.ts'
import { exampleCounters } from '../../printing/counters/example-counters.ts'
import { exampleScans } from '../../printing/scans/example-scans.ts'
import { exampleJobs, testTime } from '../../printing/store/example-store.ts'
import { inLongRun } from '../../random.ts'
import {
  ask,
  conversation,
  drawnBy,
  errorIn,
  printingOf,
  type Reply,
  repliesIn,
  type Served,
  served,
} from '../http/wire.ts'
import { exampleDesigns } from './example-designs.ts'
import { examplePrinters } from './example-printers.ts'
import { companionsOf } from './reader.ts'

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type JsonObject = { [name: string]: Json }

const document = JSON.parse(readFileSync(join(root, 'src/server/api/openapi.json'), 'utf8')) as JsonObject

const at = (value: Json | undefined, ...names: string[]): JsonObject =>
  names.reduce<JsonObject>((object, name) => whole(object[name] ?? {}), whole(value ?? {}))

/** An object itself, not the reference to it; what stands beside the reference comes before what it refers to. */
function whole(value: Json): JsonObject {
  const { $ref: reference, ...object } = value as JsonObject
  if (typeof reference !== 'string') return object
  const target = at(document, ...reference.replace('#/', '').split('/'))
  if (Object.keys(target).length === 0) throw new Error(`nothing at ${reference}`)
  return { ...target, ...object }
}

/** A value without references in it. */
function resolved(value: Json): Json {
  if (Array.isArray(value)) return value.map(resolved)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(whole(value)).map(([name, part]) => [name, resolved(part)]))
}

function everything(value: Json): JsonObject[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap(everything)
  return Array.isArray(value) ? inside : [value, ...inside]
}

const paths = Object.keys(at(document, 'paths'))
const imagePaths = ['/api/v1/barcode', '/api/v1/label', '/api/generate-barcode']
const operationOf = (path: string, method: string): JsonObject => at(document, 'paths', path, method)
/** The operation that answers: GET, or POST where there is no GET. */
const mainOf = (path: string): JsonObject => {
  const { get, post } = at(document, 'paths', path)
  return whole(get ?? post!)
}
const queryOf = (operation: JsonObject): JsonObject[] =>
  ((operation.parameters ?? []) as Json[]).map(whole).filter((parameter) => parameter.in === 'query')

t.test('the document is OpenAPI 3.1 in itself', inLongRun, async (t) => {
  t.match(document, { openapi: /^3\.1\./, info: { title: 'quietzone', version: '1.1.0' } })
  for (const { $ref } of everything(document)) if (typeof $ref === 'string') whole({ $ref })
  const operations = paths.flatMap((path) => Object.values(at(document, 'paths', path)).map(whole))
  const ids = operations.map(({ operationId }) => operationId)
  t.equal(new Set(ids).size, ids.length)
  t.notOk(ids.includes(undefined as never))
  t.same(document.security, [], 'no key, but where it is said')
  const declared = (document.tags as JsonObject[]).map(({ name }): unknown => name)
  for (const { operationId, tags } of operations)
    t.ok(declared.includes((tags as string[] | undefined)?.[0]), `${operationId}: tag`)
  for (const { operationId, summary, responses } of operations) {
    t.ok(typeof summary === 'string' && Object.keys(at(responses)).length > 0, String(operationId))
    for (const [status, response] of Object.entries(at(responses))) {
      t.match(status, /^([2345]\d\d|default)$/)
      t.type(whole(response).description, 'string')
    }
  }
  for (const path of paths) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    for (const [method, operation] of Object.entries(at(document, 'paths', path))) {
      const given = ((operation as JsonObject).parameters ?? []) as Json[]
      const named = given.map(whole).filter((parameter) => parameter.in === 'path')
      t.same(
        named.map(({ name }) => name),
        inPath,
        `${method} ${path}`,
      )
    }
  }
  const used = new Set(everything(document).map(({ $ref }) => $ref))
  const names = [...used].filter((name): name is string => typeof name === 'string')
  t.same(
    names.filter((name) => !/^#\/components\/\w+\/[\w-]+$/.test(name)),
    [],
    'generators of clients take references to components alone',
  )
  // a security scheme is referred to by its name
  const { securitySchemes, ...referred } = at(document, 'components')
  t.same(Object.keys(at(securitySchemes)), ['key', 'password'])
  const unused = Object.entries(referred).flatMap(([kind, parts]) =>
    Object.keys(at(parts)).filter((name) => !used.has(`#/components/${kind}/${name}`)),
  )
  t.same(unused, [])
})

t.test('what a reference could say is not written twice', async (t) => {
  const written = everything(document)
  const below = (name: string) => written.flatMap((object) => Object.values(at(object[name])) as JsonObject[])
  const schemas = [...below('schemas'), ...below('properties'), ...written.map(({ schema = {} }) => schema)]
  const kinds: { readonly [kind: string]: readonly Json[] } = {
    parameters: below('parameters'),
    headers: below('headers'),
    // a description may stand beside a reference
    responses: below('responses').map(({ description: _, ...response }) => response),
    examples: below('examples').map(({ summary: _, ...example }) => example),
    // a short schema is no longer than a reference
    schemas: schemas.filter((schema) => JSON.stringify(schema).length > 100),
  }
  for (const [kind, parts] of Object.entries(kinds)) {
    const texts = parts
      .map((part) => JSON.stringify(part))
      .filter((text) => text !== '{}' && !text.startsWith('{"$ref"'))
    const twice = texts.filter((text, i) => texts.indexOf(text) !== i)
    t.ok(texts.length > 10, `${texts.length} ${kind}`)
    t.same(twice, [], kind)
  }
})

const state = { isReady: () => true, metrics: () => jsonAnswer({}) }
const operations = operationsOf(drawnBy(1), printingOf(), state)

/** The operation that a documented path is of. */
const operationAt = (path: string): Operation =>
  operations.find((each) => each.path === path) ??
  operations.find((each) => each.isBeginning && path.startsWith(each.path))!

const tableOf = (path: string): Parameters => operationAt(path).parameters

const isOfSymbol = (name: string): boolean => name === 'text' || name === 'type'

t.test('parameters are those of the table, no more and no fewer', inLongRun, async (t) => {
  for (const path of paths) {
    const table = tableOf(path)
    for (const method of 'get' in at(document, 'paths', path) ? ['get', 'head'] : ['post']) {
      const documented = queryOf(operationOf(path, method)).map(({ name, required, schema, style, explode }) => [
        name,
        { required: required ?? false, schema: resolved(schema ?? null), style, explode },
      ])
      // a design takes the place of both
      const isOfDesigns = documented.some(([name]) => name === 'design')
      const expected = Object.entries(table).map(([name, parameter]) => [
        name,
        {
          required: !('default' in parameter || 'optional' in parameter) && !(isOfDesigns && isOfSymbol(name)),
          schema: schemaOf(parameter),
          style: undefined,
          explode: undefined,
        },
      ])
      t.strictSame(Object.fromEntries(documented), Object.fromEntries(expected), `${method} ${path}`)
    }
  }
})

t.test("the media types of Grocy's webhook", async (t) => {
  const { requestBody } = operationOf('/adapters/grocy', 'post')
  t.same(Object.keys(at(requestBody, 'content')), grocyBody.mediaTypes)
})

function schemaOf(parameter: Parameters[string]): JsonObject {
  const otherwise = 'default' in parameter ? { default: parameter.default } : {}
  switch (parameter.kind) {
    case 'text':
      return { type: 'string', minLength: 1, maxLength: parameter.longest }
    case 'word':
      if (parameter.form === undefined) return { ...typeOfWords(parameter.words), ...otherwise }
      return {
        type: 'string',
        anyOf: [
          { type: 'string', enum: [...parameter.words] },
          { type: 'string', pattern: parameter.form.pattern.source },
        ],
        maxLength: longestOf(parameter),
        ...otherwise,
      }
    case 'form':
      return { type: 'string', pattern: parameter.pattern.source, maxLength: parameter.longest }
    case 'domain':
      return { type: 'string', format: 'uri', maxLength: parameter.longest }
    case 'flag':
      return { type: 'boolean', ...otherwise }
    case 'integer':
    case 'number':
      return { type: parameter.kind, minimum: parameter.least, maximum: parameter.most, ...otherwise }
  }
}

/** Words that are numbers are numbers to who makes a client of the document, and `true` and `false` a boolean. */
function typeOfWords(words: readonly string[]): JsonObject {
  if (words.join() === 'true,false') return { type: 'boolean' }
  const numbers = words.map(Number)
  if (numbers.some(Number.isNaN)) return { type: 'string', enum: [...words] }
  return { type: numbers.every(Number.isInteger) ? 'integer' : 'number', enum: numbers }
}

t.test('error codes are those of the code, and each has an example', async (t) => {
  const schema = at(document, 'components', 'schemas', 'ErrorCode')
  t.strictSame([...(schema.enum as string[])].sort(), Object.keys(statusOf).sort())
  const shown = new Set(everything(document).map(({ code }) => code))
  // those of a service with keys and names are in test/server/access
  const elsewhere = [
    ...['not_found', 'data_too_long', 'key_required', 'key_unknown', 'key_expired', 'not_allowed', 'wrong_host'],
    // and those of jobs in test/server/api/jobs
    ...['job_cancelled', 'state_full', 'state_failed'],
    // and those of designs in test/design
    ...['missing_field', 'invalid_field', 'no_counter', 'designs_fixed', 'design_changed', 'keys_fixed'],
    // and those of printers in test/server/api/printers
    ...['printers_fixed', 'printer_changed', 'own_address', 'setup_changed'],
    // and those of counters in test/server/api/counters
    ...['counter_unknown', 'counter_exhausted', 'counter_used', 'counter_overlaps'],
  ]
  t.same(
    Object.keys(statusOf).filter((code) => !shown.has(code) && !elsewhere.includes(code)),
    [],
  )
})

t.test('each error code has its status, why it comes, and what to do', async (t) => {
  const notes = Object.entries(at(document, 'components', 'schemas', 'ErrorCode', 'x-errors'))
  t.strictSame(Object.fromEntries(notes.map(([code, note]) => [code, (note as { status: number }).status])), statusOf)
  for (const [code, note] of notes) t.match(note, { cause: /^[A-Z].*\.$/, cure: /^[A-Z].*\.$/ }, code)
})

t.test('an error describes the fault of each parameter', async (t) => {
  const fields = at(document, 'components', 'schemas', 'Fault')
  const documented = Object.keys(at(fields, 'properties'))
  const several = errorIn(await inService({}, 'GET /api/v1/barcode?type=ean13&scale=11&height=0&scale=2'))
  t.equal(several.code, 'duplicate_parameter')
  t.same(
    several.faults?.map(({ parameter, code }) => [parameter, code]),
    [
      ['scale', 'duplicate_parameter'],
      ['text', 'missing_parameter'],
      ['scale', 'invalid_parameter'],
      ['height', 'invalid_parameter'],
    ],
  )
  const sentences = several.faults?.map(({ parameter, message }) => `${parameter}: ${message}`)
  t.equal(several.message, sentences?.join('; '), 'the message says the same of all at once')
  const { message, faults } = errorIn(await inService({}, 'GET /api/v1/label?type=ean13&text=40063813%F0%9F%93%93'))
  t.same(faults, [{ parameter: 'text', code: 'invalid_character', message, position: 9 }])
  const [size] =
    errorIn(await inService({}, `GET /api/v1/label?type=qr&size=25x10&text=${'A'.repeat(1000)}`)).faults ?? []
  t.match(size, { parameter: 'size', code: 'does_not_fit' })
  for (const fault of [...several.faults!, ...faults!]) {
    t.same(
      Object.keys(fault).filter((name) => !documented.includes(name)),
      [],
    )
    for (const name of fields.required as string[]) t.ok(name in fault, name)
  }
  t.equal(errorIn(await inService({}, 'GET /nowhere')).faults, undefined, 'none where no parameter is to blame')
})

/** Sends `line` in one of the situations that the examples describe; returns the reply. */
const situations: readonly (readonly [RegExp, (line: string) => Promise<Reply>])[] = [
  [/ too often$/, (line) => inService({ rate: { perMinute: 60, burst: 1 }, clock: () => 0 }, line, 2)],
  [
    / after a fault$/,
    (line) => inService({ draw: { barcode: broken, label: broken, limits: { maxPixels: 1 } } }, line),
  ],
  [/ that is read back wrongly$/, (line) => inService({ draw: unsound }, line)],
  [/ after three failures of verification within a minute$/, degraded],
  [/ under overload$/, (line) => inService({ bounds: { waiting: { client: 1, total: -1 } } }, line)],
  [/ while stopping$/, (line) => inService({}, line, 1, '', (service) => service.drain())],
  [/ with a body$/, (line) => inService({}, line, 1, 'Content-Length: 3\r\n')],
  [/ with 2000000 bytes$/, (line) => inService({}, line, 1, 'Content-Type: text/csv\r\nContent-Length: 2000000\r\n')],
  [/ with Quietzone-Print: yes$/, (line) => inService({}, line, 1, allowed)],
  [/ with Quietzone-Print: yes twice$/, (line) => inService({}, line, 2, allowed)],
  [/ with Quietzone-Print: yes after another with its key$/, afterAnother],
  [/ with QZ_STATE=off$/, (line) => inService({ printing: { printers: examplePrinters(), jobs: undefined } }, line)],
  [
    / of a service with keys$/,
    (line) =>
      inService({ keys: exampleKeys, usedSince: Date.UTC(2026, 10, 1) }, line, 1, 'Authorization: Bearer office\r\n'),
  ],
  [/ with Expect: x$/, (line) => inService({}, line, 1, 'Expect: x\r\n')],
  [/ with a URL of 200 KB$/, (line) => inService({}, `${line} /${'x'.repeat(200_000)}`)],
  [/ slowly$/, slowly],
  [/$/, (line) => inService({}, line)],
]

const allowed = 'Quietzone-Print: yes\r\n'

const exampleKeys = keysOf(
  [
    ...[
      {
        name: 'dock-3',
        hash: hashOf('dock'),
        may: ['print'],
        perMinute: 600,
        expires: Date.UTC(2027, 0, 31, 23),
      } as const,
    ],
    { name: 'office', hash: hashOf('office'), may: ['print', 'jobs', 'admin'], perMinute: undefined },
  ],
  new Map(),
  () => testTime,
)

/** Sends another request with the same key before. */
async function afterAnother(line: string): Promise<Reply> {
  const service = await served({ rate: { perMinute: 100_000, burst: 1000 }, printing: { printers: examplePrinters() } })
  const headers = ['Quietzone-Print: yes', 'Idempotency-Key: a-key']
  await ask(service.port, `${line}b`, headers)
  const reply = await ask(service.port, line, headers)
  await service.close()
  return reply
}

/** What is drawn is not what was asked for. */
function wrong(): never {
  const failure = new VerificationFailure('symbol', '', 'qr.errorcorrection')
  failure.label = 1
  throw failure
}

const unsound = { barcode: wrong, label: wrong, limits: { maxPixels: 1 } }

async function degraded(line: string): Promise<Reply> {
  const service = await served({ draw: unsound })
  for (let i = 0; i < 3; i++) await ask(service.port, 'GET /api/v1/barcode?type=qr&text=a&verify=true')
  const reply = await ask(service.port, line)
  await service.close()
  return reply
}

function broken(): never {
  throw new TypeError('a fault on purpose')
}

async function slowly(): Promise<Reply> {
  const service = await served({ bounds: { headers: 100 } })
  const [reply] = repliesIn(await conversation(service.port, 'GET / HT'))
  await service.close()
  return reply!
}

async function inService(
  options: Parameters_<typeof served>,
  line: string,
  times = 1,
  headers = '',
  prepare: (service: Served) => void = () => {},
  body = '',
): Promise<Reply> {
  const [, kind = ''] = /^\w+ .api.v1.(jobs|state|counters|scans)/.exec(line) ?? []
  const jobs = kind === '' ? undefined : exampleJobs()
  const printing = {
    printers: examplePrinters(),
    jobs: ['jobs', 'state'].includes(kind) ? jobs : undefined,
    counters: kind === 'counters' ? exampleCounters(jobs!.store) : undefined,
    scans: kind === 'scans' ? exampleScans(jobs!.store) : undefined,
  }
  const always = { rate: { perMinute: 100_000, burst: 1000 }, printing, designs: exampleDesigns }
  const service = await served({ ...always, ...options })
  prepare(service)
  let reply: Reply | undefined
  for (let i = 0; i < times; i++) {
    const head = `${line} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n${headers}\r\n`
    reply = repliesIn(await conversation(service.port, head + body))[0]
  }
  await service.close()
  await jobs?.close(0)
  jobs?.store.close()
  return reply!
}

type Parameters_<F extends (...args: never[]) => unknown> = NonNullable<globalThis.Parameters<F>[0]>

/** The request of an example: a request line with a situation, and the body if it has one. */
interface Example {
  readonly summary: string
  readonly body?: string
  readonly type?: string
}

function sent({ summary, body, type }: Example): Promise<Reply> {
  if (body !== undefined) {
    const [line = '', isAllowed] = summary.split(' with ')
    const headers = `Content-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${isAllowed ? allowed : ''}`
    return inService({}, line, 1, headers, () => {}, body)
  }
  const [suffix, situation] = situations.find(([suffix]) => suffix.test(summary))!
  return situation(summary.replace(suffix, ''))
}

/** What the example of a response says, for each path that has the response. */
function examplesOf(path: string): [status: string, example: Example, value: Json, response: JsonObject][] {
  return Object.entries(at(mainOf(path).responses)).flatMap(([status, reference]) => {
    const response = whole(reference)
    const examples = Object.values(at(response, 'content', 'application/json', 'examples')).map(whole)
    return examples.map((example): [string, Example, Json, JsonObject] => {
      const { summary, value, 'x-body': body, 'x-media-type': type } = example
      const asked = { summary: String(summary).replace('{path}', path) }
      const sent = body === undefined ? asked : { ...asked, body: String(body), type: String(type) }
      return [status, sent, value ?? null, response]
    })
  })
}

/** Layout words these messages, and they depend on the existing sizes. */
const freelyWorded = new Set(['does_not_fit', 'data_too_long'])

t.test('each example is answered as documented', inLongRun, async (t) => {
  let count = 0
  for (const path of paths) {
    for (const [status, example, value, response] of examplesOf(path)) {
      const { summary } = example
      if (/(after a fault|read back wrongly)$/.test(summary) && !imagePaths.includes(path)) continue
      // the first answer would be a stream without an end
      if (/\/(?:events|jobs\.csv) too often$/.test(summary)) continue
      const reply = await sent(example)
      t.equal(reply.status, Number(status), summary)
      const body = JSON.parse(reply.body.toString()) as JsonObject
      const expected = value as JsonObject
      const code = at(expected, 'error').code
      if (typeof code === 'string') {
        t.equal(statusOf[code as keyof typeof statusOf], reply.status)
        t.equal(errorIn(reply).code, code, summary)
      }
      if (!freelyWorded.has(String(code))) t.strictSame(withoutId(body), withoutId(expected), summary)
      t.same(headerFaults(reply, response), [], summary)
      count++
    }
  }
  t.ok(count > 50, `${count} examples`)
})

function withoutId(body: JsonObject): string {
  return JSON.stringify(body).replace(/request id [0-9a-f-]{36}/, 'request id')
}

/**
 * Headers of a reply that are not documented, or documented and not there, or with other values.
 *
 * @param hasUnknown  whether the query has unknown parameters, which a header names
 */
function headerFaults({ headers, status }: Reply, response: JsonObject, hasUnknown = false): string[] {
  const hopByHop = ['date', 'connection', 'keep-alive', 'content-type']
  const documented = new Map(
    Object.entries(at(response, 'headers')).map(([name, header]) => [name.toLowerCase(), header]),
  )
  const faults = [...headers.keys()].filter((name) => !documented.has(name) && !hopByHop.includes(name))
  for (const [name, header] of documented) {
    const { schema, required } = whole(header)
    const { const: only, enum: words, pattern } = whole(schema ?? {})
    const value = headers.get(name)
    // requests that the parser refuses never reach a route
    if (name === 'quietzone-ignored' && !hasUnknown) {
      if (value !== undefined) faults.push(`${name}: ${value}`)
    } else if (value === undefined) {
      if (required ?? status < 400) faults.push(`${name}: missing`)
    } else if (only !== undefined && value !== only) faults.push(`${name}: ${value} is not ${only}`)
    else if (words !== undefined && !(words as string[]).includes(value)) faults.push(`${name}: ${value}`)
    else if (pattern !== undefined && !new RegExp(String(pattern)).test(value)) faults.push(`${name}: ${value}`)
  }
  return faults
}

t.test('enumerations, options of each type and examples are those of the catalogue', async (t) => {
  const parameter = (name: string): JsonObject => at(document, 'components', 'parameters', name)
  const enumOf = (name: string): Json => at(parameter(name), 'schema').enum!
  t.strictSame(enumOf('barcodeType'), [...symbologies])
  t.strictSame(enumOf('labelType'), [...labelSymbologies])
  t.strictSame(enumOf('stock'), [...stockNames])
  for (const name of ['barcodeType', 'labelType'])
    t.ok(labelSymbologies.some((type) => type === parameter(name).example))
  const notOptions = ['text', 'type', 'gs1', 'domain']
  for (const { name, description, example } of queryOf(operationOf('/api/v1/explain', 'get'))) {
    if (notOptions.includes(String(name))) continue
    const [types = ''] = String(description).split('Without it')
    const named = symbologies.filter((type) => types.includes(`\`${type}\``))
    t.strictSame(named, typesWith(String(name)), `${name}: the types that the description names`)
    const words = named.flatMap((type) => catalogue[type].options[nameOf(String(name))]?.words ?? [])
    t.ok(words.length === 0 || words.includes(String(example)), `${name}: the example`)
  }
})

t.test('GS1: the types that a form goes with are those of the catalogue', async (t) => {
  const [forms = '', links = ''] = String(at(document, 'components', 'parameters', 'gs1').description).split('`link`:')
  const namedIn = (text: string) =>
    symbologies.filter((type) => text.includes(`\`${type}\``) || text.includes(`=${type}\``))
  t.strictSame(namedIn(forms), gs1Symbologies('elements'))
  t.strictSame(namedIn(links), gs1Symbologies('link'))
})

/** The symbologies that have an option of explain. */
function typesWith(option: string): Symbology[] {
  const name = nameOf(option)
  return symbologies.filter((type) => name in catalogue[type].options)
}

/** The name in the catalogue of an option of explain. */
const nameOf = (option: string): string => (option === 'size' ? 'modules' : option)

/** The first symbology that has an option with this value. */
function typeThatTakes(option: string, value: string): Symbology | undefined {
  return typesWith(option).find((type) => catalogue[type].options[nameOf(option)]?.words?.includes(value) ?? true)
}

t.test('each parameter with its example and each value of an enum is taken', inLongRun, async (t) => {
  const service = await served({ designs: exampleDesigns, rate: { perMinute: 1_000_000, burst: 10_000 } })
  for (const path of [...imagePaths, '/api/v1/explain', '/api/v1/plan', '/api/v1/gs1', '/api/v1/openapi.json']) {
    const operation = operationOf(path, 'get')
    const query = queryOf(operation)
    const values = query.flatMap(({ name, example, schema }) => {
      const { enum: enumeration, anyOf = [] } = whole(schema ?? {})
      const forms = [{ enum: enumeration ?? [] }, ...(anyOf as JsonObject[]).map(whole)]
      const words = forms.flatMap((form) => (form.enum ?? []) as Json[])
      return [example ?? null, ...words].map((value): [string, string] => [String(name), String(value)])
    })
    const types = new Set<string>()
    for (const [name, value] of values) {
      // this service has none
      if (name === 'printer') continue
      const isOption = tableOf(path)[name]?.purpose !== undefined
      const option = isOption ? typeThatTakes(name, value) : undefined
      const type = option ?? (value === 'link' ? 'qr' : 'code128')
      const message = name === 'layout' ? '(00)395011015300000011' : '(01)04006381333931'
      const text = path === '/api/v1/gs1' || name === 'gs1' || value === 'logistics' ? message : '4006381333931'
      const drawn =
        path === '/api/v1/openapi.json'
          ? {}
          : path === '/api/v1/sheets/alignment'
            ? { sheet: 'avery-l7160' }
            : path === '/api/v1/gs1' || path === '/api/v1/content'
              ? { text }
              : name === 'design'
                ? {}
                : { text, type }
      const companions = name === 'gs1' ? {} : companionsOf(tableOf(path), name, value)
      // wide elements of two and a half modules need an even number of dots
      const even = name === 'ratio' && path === '/api/v1/barcode' ? { scale: '2' } : {}
      const given = new URLSearchParams({ ...drawn, ...companions, ...even, [name]: value })
      if (name === 'type') given.set('text', catalogue[value as Symbology].sample)
      const target = `${path}?${given}`
      const reply = repliesIn(
        await conversation(service.port, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`),
      )[0]!
      // a text that suits one symbology need not suit the next: only the form counts here
      t.ok(reply.status === 200 || (reply.status === 422 && name !== 'type'), target)
      if (reply.status !== 200) continue
      const response = at(operation.responses, '200')
      types.add(reply.headers.get('content-type')!)
      t.same(headerFaults(reply, response), [], target)
    }
    t.same([...types].sort(), Object.keys(at(operation.responses, '200', 'content')).sort(), path)
  }
  await service.close()
})

t.test('HEAD, OPTIONS and 304 are as documented', async (t) => {
  const service = await served({ rate: { perMinute: 1_000_000, burst: 10_000 } })
  const say = async (method: string, target: string, headers = ''): Promise<Reply> => {
    const bytes = await conversation(
      service.port,
      `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`,
    )
    return repliesIn(bytes, method === 'HEAD')[0]!
  }
  for (const path of [...imagePaths, '/api/v1/explain', '/api/v1/plan', '/api/v1/gs1', '/api/v1/openapi.json']) {
    const target = `${path}?type=code128&text=${path === '/api/v1/gs1' ? '(01)04006381333931' : 'a'}`
    const get = await say('GET', target)
    const head = await say('HEAD', target)
    const hasUnknown = path === '/api/v1/gs1' || path === '/api/v1/openapi.json'
    const documented = (method: 'get' | 'head') =>
      Object.keys(at(operationOf(path, method).responses, '200', 'headers')).sort()
    t.same(documented('head'), documented('get'), path)
    t.same(headerFaults(head, at(operationOf(path, 'head').responses, '200'), hasUnknown), [], path)
    const stable = ({ headers }: Reply) => [...headers].filter(([name]) => !/^(date|ratelimit)$/.test(name))
    t.same(stable(head), stable(get))
    const options = await say('OPTIONS', path)
    t.equal(options.status, 204)
    t.same(headerFaults(options, at(operationOf(path, 'options').responses, '204')), [], path)
    const current = await say('GET', target, `If-None-Match: ${get.headers.get('etag')}\r\n`)
    t.equal(current.status, 304)
    t.same(headerFaults(current, at(operationOf(path, 'get').responses, '304')), [], path)
  }
  t.same(
    (await say('GET', '/api/v1/openapi.json')).body,
    readFileSync(join(root, 'src/server/api/openapi.json')),
    'the description is served as it is kept',
  )
  await service.close()
})

t.test('the operations of a path are the methods that it allows, and each answers with its headers', async (t) => {
  const jobs = exampleJobs()
  const counters = exampleCounters(jobs.store)
  const printing = { printers: examplePrinters(), jobs, counters, scans: exampleScans(jobs.store) }
  const service = await served({ printing, designs: exampleDesigns, rate: { perMinute: 1_000_000, burst: 10_000 } })
  for (const path of paths) {
    const [options] = repliesIn(await conversation(service.port, requestOf('OPTIONS', path)))
    const allowed = options!.headers.get('allow')?.toLowerCase().split(', ')
    t.same(Object.keys(at(document, 'paths', path)), allowed, path)
    t.same(headerFaults(options!, at(operationOf(path, 'options').responses, '204')), [], `OPTIONS ${path}`)
    if (!allowed?.includes('head') || path.endsWith('/events')) continue
    const [head] = repliesIn(await conversation(service.port, requestOf('HEAD', path)), true)
    if (head!.status === 200)
      t.same(headerFaults(head!, at(operationOf(path, 'head').responses, '200')), [], `HEAD ${path}`)
  }
  await service.close()
  await jobs.close(0)
  jobs.store.close()
})

const requestOf = (method: string, path: string): string =>
  `${method} ${pathOf(path)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`

/** A path that there is. */
const pathOf = (path: string): string =>
  path.replace('{id}', path.includes('designs') ? 'shelf' : path.includes('printers') ? 'dock-3' : '2')

t.test('every operation is documented, and nothing else', inLongRun, async (t) => {
  const service = await served()
  for (const path of paths) {
    // a stream of events has no end, a table of jobs no length, and a service without files no key, no entry of a printer and no setup
    const method = /\/events$|\.csv$|(?:keys|printers)\/\{id\}$|\/setup$/.test(path) ? 'POST' : 'GET'
    t.not((await inService({}, `${method} ${pathOf(path)}`)).status, 404, path)
  }
  t.same(
    operations.map(({ path }) => path).sort(),
    // an operation may be the beginning of a path with parameters
    [...new Set(paths.map((path) => operationAt(path).path))].sort(),
  )
  for (const [path, deprecated] of paths.map((path) => [path, mainOf(path).deprecated] as const)) {
    t.equal(deprecated === true, path === '/api/generate-barcode', path)
  }
  await service.close()
})
