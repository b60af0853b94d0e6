import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { root } from '../../src/root.ts'
import { ended, spawned } from '../cli/program.ts'
import { qpdfComplaints } from '../oracle/pdf.ts'
import { pngPicture } from '../oracle/picture.ts'
import { zxingTexts } from '../oracle/zxing.ts'
import { inLongRun } from '../random.ts'
import { served } from '../server/http/wire.ts'

/** The validators and generators are installed in test/clients/, not with the program's own packages. */
const here = join(root, 'test/clients')
const document = join(root, 'src/server/api/openapi.json')
const absent = !existsSync(join(here, 'node_modules/orval')) && 'not installed: npm ci --prefix test/clients'
const skip = inLongRun.skip || absent

const bytesOf = (base64: string | undefined): Uint8Array => Buffer.from(base64 ?? '', 'base64')

/** Runs one of the programs of an installed package: its exit code, and all that it wrote. */
async function tool(name: string, args: readonly string[]): Promise<{ code: number | null; wrote: string }> {
  const program = join(here, 'node_modules/.bin', name)
  const quiet = { NO_COLOR: '1', REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const { code, stdout, stderr } = await ended(spawned(program, args, quiet))
  return { code, wrote: stdout + stderr }
}

/** A validator: the number of things that it finds wrong, and what it says of them. */
type Validator = (file: string) => Promise<{ readonly isValid: boolean; readonly complaints: string }>

interface Validation {
  readonly valid: boolean
  readonly errors?: unknown
}

const loaded = (name: string) => import(pathToFileURL(createRequire(join(here, 'package.json')).resolve(name)).href)

const validators: { readonly [name: string]: Validator } = {
  '@redocly/cli': async (file) => {
    const { code, wrote } = await tool('redocly', ['lint', file])
    return { isValid: code === 0 && /Your API description is valid/.test(wrote), complaints: wrote }
  },
  '@scalar/openapi-parser': async (file) => {
    const { validate } = await loaded('@scalar/openapi-parser')
    const { valid, errors }: Validation = await validate(readFileSync(file, 'utf8'))
    return { isValid: valid, complaints: JSON.stringify(errors) }
  },
  '@seriousme/openapi-schema-validator': async (file) => {
    const { Validator } = await loaded('@seriousme/openapi-schema-validator')
    const { valid, errors }: Validation = await new Validator().validate(JSON.parse(readFileSync(file, 'utf8')))
    return { isValid: valid, complaints: JSON.stringify(errors) }
  },
}

/** How each generator is called to write what its program in programs/ imports. */
const generators: { readonly [name: string]: readonly [program: string, ...args: string[]] } = {
  'openapi-typescript': ['openapi-typescript', document, '--output', 'openapi-typescript.gen.ts'],
  orval: ['orval', '--input', document, '--output', 'orval.gen.ts', '--client', 'fetch'],
  'hey-api': ['openapi-ts', '--input', document, '--output', 'hey-api', '--no-log-file', '--silent'],
  'swagger-typescript-api': [
    ...(['swagger-typescript-api', 'generate', '--path', document] as const),
    ...['--output', '.', '--name', 'swagger-typescript-api.gen.ts', '--silent'],
  ],
}

t.test("others' validators find openapi.json valid", { skip }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-openapi-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const damaged = join(folder, 'damaged.json')
  writeFileSync(damaged, readFileSync(document, 'utf8').replace('"in": "query"', '"in": "queue"'))
  for (const [name, validate] of Object.entries(validators)) {
    const { isValid, complaints } = await validate(document)
    t.ok(isValid, `${name}: ${complaints}`)
    t.notOk((await validate(damaged)).isValid, `${name} tells what is wrong`)
  }
})

t.test("clients of others' generators compile, and draw what was asked for", { skip }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-clients-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  cpSync(join(here, 'programs'), folder, { recursive: true })
  symlinkSync(join(here, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const run = async (program: string, ...args: readonly string[]) => {
    const { code, stdout, stderr } = await ended(spawned(program, args, {}, folder))
    return { code, stdout: stdout.toString(), stderr }
  }
  for (const [program, ...args] of Object.values(generators)) {
    const { code, stdout, stderr } = await run(join(here, 'node_modules/.bin', program), ...args)
    t.equal(code, 0, `${program}: ${stdout}${stderr}`)
  }
  const compiler = join(here, 'node_modules/typescript/bin/tsc')
  t.same(await run(process.execPath, compiler, '-p', '.', '--outDir', 'out'), { code: 0, stdout: '', stderr: '' })
  const service = await served()
  t.teardown(() => service.close())
  for (const name of Object.keys(generators)) {
    const { stdout, stderr } = await run(process.execPath, join('out', `${name}.js`), service.url)
    t.equal(stderr, '', name)
    const said = JSON.parse(stdout)
    t.match(
      said,
      { gs1: '^010950600013435210AB-12', refused: 'invalid_parameter', character: 'invalid_character' },
      name,
    )
    if (name === 'orval') t.equal(said.scans, 'yes')
    else {
      t.same(await zxingTexts(pngPicture(bytesOf(said.png)), 'qr'), ['QZ-0001'], name)
      if (name !== 'swagger-typescript-api') t.equal(said.verdict, 'conforming', name)
      t.equal(qpdfComplaints(bytesOf(said.pdf)), '', name)
    }
  }
})
