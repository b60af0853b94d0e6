/** Inputs of public reports, made up again: tables, imports, stock and other people's addresses (reports/tables.json says why each is right). */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { readBarcodes } from 'zxing-wasm/reader'
import { root } from '../../src/root.ts'
import { quietzone } from '../cli/quietzone.ts'
import { pngPicture } from '../oracle/picture.ts'
import { type Picture, zxingTexts } from '../oracle/zxing.ts'
import { ask, errorIn, type Reply, repliesIn, type Served, served, Wire } from '../server/http/wire.ts'

/** What is said in the answer, or on standard error; `offers`: how to have the rest. */
interface Wanted {
  readonly texts?: readonly string[]
  readonly faults?: readonly number[]
  readonly says?: readonly string[]
  readonly alsoSays?: string
  readonly notSays?: string
  readonly notSuggests?: string
  readonly offers?: boolean
  readonly via?: 'http'
  readonly ext?: string
  readonly status?: number | readonly number[]
  readonly exit?: number
  readonly text?: string
  readonly type?: string
  readonly pixels?: readonly [number, number]
  readonly json?: { readonly [path: string]: number }
  readonly within?: number
  readonly anyOf?: readonly Wanted[]
  readonly suggestionDraws?: { readonly gs1?: string; readonly format?: string; readonly text?: string }
  readonly samePictures?: boolean
  readonly brother?: boolean
}

interface Case {
  readonly id: string
  readonly input: { readonly file?: string; readonly text?: string }
  readonly request: {
    readonly cli?: readonly string[] | readonly (readonly string[])[]
    readonly table?: string
    readonly http?: {
      readonly method: string
      readonly path: string
      readonly query?: { readonly [name: string]: string }
    }
  }
  readonly wanted: Wanted
}

const reports = join(root, 'test/e2e/reports')
const { cases }: { cases: readonly Case[] } = JSON.parse(readFileSync(join(reports, 'tables.json'), 'utf8'))

const bytesOf = ({ input }: Case): Buffer =>
  input.file === undefined ? Buffer.from(input.text ?? '') : readFileSync(join(reports, input.file))

/** Everything that a picture says. */
async function textsIn({ width, height, grey }: Picture) {
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let i = 0; i < grey.length; i++) data[4 * i] = data[4 * i + 1] = data[4 * i + 2] = grey[i]!
  return readBarcodes({ width, height, data, colorSpace: 'srgb' }, { textMode: 'Plain' })
}

/** The commands of a case, one after the other in a folder, and what all of them say. */
async function commands(t: Test, one: Case) {
  const cwd = t.testdir({ out: {} })
  const input = join(cwd, `input.${one.wanted.ext ?? one.input.file?.split('.').at(-1) ?? 'csv'}`)
  writeFileSync(input, bytesOf(one))
  writeFileSync(join(cwd, 'table.csv'), one.request.table ?? '')
  const { cli = [] } = one.request
  const all = (typeof cli[0] === 'string' ? [cli] : cli) as readonly (readonly string[])[]
  mkdirSync(join(cwd, 'dir'))
  let said = ''
  let code: number | null = 0
  for (const args of all) {
    const filled = args.map((each) =>
      each
        .replace('{file}', input)
        .replace('{table}', join(cwd, 'table.csv'))
        .replace('{dir}', join(cwd, 'dir'))
        .replace(/\{out(\.\w+)\}/, join(cwd, 'out/x$1')),
    )
    const ended = await quietzone(filled, { cwd })
    said += `${ended.stderr}${ended.stdout}`
    code = ended.code
  }
  const pictures = readdirSync(join(cwd, 'dir'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.png'))
    .toSorted()
    .map((name) => readFileSync(join(cwd, 'dir', name)))
  return { said, code, pictures, out: join(cwd, 'out') }
}

async function reply(service: Served, one: Case, more: { readonly [name: string]: string } = {}): Promise<Reply> {
  const { method, path, query = {} } = one.request.http!
  const values = new URLSearchParams({ ...query, ...more }).toString()
  const target = `${path}${values === '' ? '' : path.includes('?') ? `&${values}` : `?${values}`}`
  if (method === 'GET') return ask(service.port, `GET ${target}`)
  const bytes = bytesOf(one)
  const type = one.input.file?.endsWith('.ods')
    ? 'application/vnd.oasis.opendocument.spreadsheet'
    : one.input.file?.endsWith('.xlsx')
      ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
      : 'text/csv'
  const head = `POST ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n\r\n`
  const wire = new Wire(service.port).send(head).send(bytes)
  await wire.closed
  return repliesIn(wire.received)[0]!
}

/** The words of an answer that no picture is in. */
const wordsOf = (found: Reply): string =>
  `${[...found.headers].flat().join(' ')} ${/json|text/.test(found.headers.get('content-type') ?? '') ? found.body.toString() : ''}`

function says(t: Test, said: string, wanted: Wanted): void {
  if (wanted.says !== undefined)
    t.ok(
      wanted.says.some((word) => said.includes(word)),
      `${wanted.says}: ${said}`,
    )
  if (wanted.alsoSays !== undefined) t.match(said, wanted.alsoSays)
  if (wanted.notSays !== undefined) t.notMatch(said, wanted.notSays)
}

/** Rows of a table that is sent: the faults of all, and how many there are without them. */
async function table(t: Test, service: Served, one: Case): Promise<void> {
  const { texts = [], faults = [] } = one.wanted
  const whole = await reply(service, one)
  const rows = whole.status === 200 ? [] : [...new Set(errorIn(whole).faults?.map(({ row }) => row) ?? [])]
  t.same(rows, faults, wordsOf(whole))
  says(t, wordsOf(whole), one.wanted)
  if (one.wanted.offers) t.match(wordsOf(whole), 'partial=true')
  if (one.wanted.notSuggests) {
    const suggestions = errorIn(whole).faults?.flatMap(({ suggestion = {} }) => Object.keys(suggestion))
    t.notOk(suggestions?.includes(one.wanted.notSuggests), wordsOf(whole))
  }
  const partial = await reply(service, one, { partial: 'true', format: 'zpl' })
  if (texts.length === 0) t.equal(partial.status, 422)
  else {
    const labels = [...partial.body.toString('latin1').matchAll(/\^PQ(\d+)/g)].map(([, count]) => Number(count))
    t.equal(
      labels.reduce((sum, count) => sum + count, 0),
      texts.length,
      wordsOf(partial),
    )
  }
}

/** Whether an answer is what one case wants of a picture or of an error. */
async function answers(found: Reply, wanted: Wanted, service: Served, one: Case): Promise<string[]> {
  const faults: string[] = []
  const words = wordsOf(found)
  const { status, text, pixels, json } = wanted
  if (status !== undefined && ![status].flat().includes(found.status)) faults.push(`status ${found.status}: ${words}`)
  if (wanted.says && !wanted.says.some((word) => words.includes(word))) faults.push(words)
  if (text !== undefined || pixels !== undefined) {
    if (found.headers.get('content-type') !== 'image/png') return [...faults, `no picture: ${found.status} ${words}`]
    const picture = pngPicture(found.body)
    if (pixels !== undefined && `${picture.width}x${picture.height}` !== pixels.join('x'))
      faults.push(`${picture.width} x ${picture.height} pixels`)
    const read = (await textsIn(picture)).map((each) => each.text)
    if (text !== undefined && !read.includes(text)) faults.push(`says ${read}`)
  }
  for (const [path, value] of Object.entries(json ?? {})) {
    const at = path
      .split('.')
      .reduce<unknown>((inside, key) => (inside as Record<string, unknown>)?.[key], JSON.parse(found.body.toString()))
    if (!(Math.abs(Number(at) - value) <= (wanted.within ?? 0))) faults.push(`${path} is ${at}`)
  }
  const draws = wanted.suggestionDraws
  const suggestion =
    draws &&
    found.status !== 200 &&
    Object.assign({}, ...(errorIn(found).faults ?? []).map((fault) => fault.suggestion ?? {}))
  if (draws !== undefined && suggestion !== false && Object.keys(suggestion ?? {}).length > 0) {
    const drawn = await reply(service, one, suggestion)
    if (drawn.status !== 200)
      return [...faults, `the suggestion ${JSON.stringify(suggestion)} is ${drawn.status}: ${wordsOf(drawn)}`]
    const [read] = await textsIn(pngPicture(drawn.body))
    if (draws.format !== undefined && read?.format !== draws.format) faults.push(`it draws ${read?.format}`)
    if (draws.text !== undefined && read?.text !== draws.text) faults.push(`it says ${read?.text}`)
    if (draws.gs1 !== undefined && !/^\](?:C1|d2|Q3|e0)$/.test(read?.symbologyIdentifier ?? ''))
      faults.push(`it is ${read?.symbologyIdentifier}`)
  }
  return faults
}

for (const one of cases) {
  const { id, wanted, request } = one
  if (request.cli !== undefined && wanted.via !== 'http')
    t.test(`${id}: command line`, async (t) => {
      const { said, code, pictures, out } = await commands(t, one)
      if (wanted.texts !== undefined) {
        const read = await Promise.all(pictures.map((bytes) => zxingTexts(pngPicture(bytes), 'qr')))
        const linear = await Promise.all(
          pictures.map(async (bytes) => (await textsIn(pngPicture(bytes))).map(({ text }) => text)),
        )
        t.same(read.flat().length > 0 ? read.flat() : linear.flat(), wanted.texts, said)
      }
      const rows = [...said.matchAll(/^row (\d+) /gm)].map(([, row]) => Number(row))
      if (wanted.faults !== undefined) t.same(rows, wanted.faults, said)
      if (wanted.exit !== undefined) t.equal(code, wanted.exit, said)
      says(t, said, wanted)
      if (wanted.samePictures) t.ok(pictures.length > 1 && pictures.every((each) => each.equals(pictures[0]!)))
      for (const some of wanted.anyOf ?? [])
        if (some.status === 200 && some.says)
          t.ok(
            some.says.some((word) => said.includes(word)),
            said,
          )
      if (wanted.brother) t.ok(code !== 0 || isTwoColours(readFileSync(join(out, 'x.bin'))), said)
    })
  if (request.http !== undefined)
    t.test(`${id}: HTTP`, async (t) => {
      const service = await served()
      t.teardown(() => service.close())
      if (request.http?.method === 'POST') return table(t, service, one)
      const found = await reply(service, one)
      const followed = found.status === 308 ? await ask(service.port, `GET ${found.headers.get('location')}`) : found
      if (wanted.brother) t.ok(followed.status >= 400 || isTwoColours(followed.body), wordsOf(followed))
      const outcomes = await Promise.all(
        (wanted.anyOf ?? [wanted]).map((some) => answers(followed, some, service, one)),
      )
      t.ok(
        outcomes.some((faults) => faults.length === 0),
        JSON.stringify(outcomes),
      )
    })
}

/** Whether a job for Brother's printers says that it has two colours: ESC i K with bit 0. */
function isTwoColours(job: Buffer): boolean {
  const at = job.indexOf('\x1biK')
  return at >= 0 && (job[at + 3]! & 1) === 1
}
