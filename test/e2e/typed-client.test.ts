import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../../src/root.ts'
import { ended, spawned } from '../cli/program.ts'
import { type Description, typedClient } from '../oracle/typed-client.ts'
import { inLongRun } from '../random.ts'
import { served } from '../server/http/wire.ts'

/** Runs node: its exit code, and all that it wrote. */
async function node(...args: string[]): Promise<{ code: number | null; said: string }> {
  const { code, stdout, stderr } = await ended(spawned(process.execPath, args))
  return { code, said: stdout + stderr }
}

t.test('a client generated from the description compiles and works', inLongRun, async (t) => {
  mkdirSync(join(root, 'build'), { recursive: true })
  const folder = mkdtempSync(join(root, 'build/client-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const description = JSON.parse(readFileSync(join(root, 'src/server/api/openapi.json'), 'utf8')) as Description
  file('client.ts', typedClient(description))
  file('package.json', '{ "type": "module" }')
  const program = `import { barcode, label, type Answer } from './client.ts'
    declare const process: { readonly argv: readonly string[] }
    const base = process.argv[2]!
    const image: Answer<'image/png' | 'image/svg+xml' | 'application/pdf'> =
      await barcode(base, { text: 'QZ-0001 é+%', type: 'code128', scale: 4, height: 12.5, rotate: 'R', format: 'svg', includetext: true })
    const refused = await label(base, { text: 'a', type: 'qr', size: '2x1', qty: 501 })
    console.log(image.status, image.type, refused.status, new TextDecoder().decode(refused.body))`
  const options = { strict: true, module: 'nodenext', target: 'es2023', lib: ['es2023', 'dom'], types: [] }
  const compilerOptions = { ...options, skipLibCheck: true, rewriteRelativeImportExtensions: true }
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const compile = (path: string) => {
    file('tsconfig.json', JSON.stringify({ compilerOptions, files: [path] }))
    return node(tsc, '--project', folder)
  }
  t.same(await compile(file('good.ts', program)), { code: 0, said: '' })
  const wrong = [
    `barcode('', { type: 'qr' })`,
    `barcode('', { text: 'a', type: 'QR' })`,
    `barcode('', { text: 'a', type: 'qr', scale: '3' })`,
    `label('', { text: 'a', type: 'code39' })`,
    `label('', { text: 'a', type: 'qr', qty: true })`,
  ]
  const checked = wrong.map((call) => `// @ts-expect-error\n${call}`).join('\n')
  const bad = await compile(file('bad.ts', `import { barcode, label } from './client.ts'\n${checked}\n`))
  t.same(bad, { code: 0, said: '' }, 'what the server refuses does not compile')
  const service = await served()
  const { said } = await node(join(folder, 'good.js'), service.url)
  t.match(said, /^200 image\/svg\+xml 400 .*"invalid_parameter".*qty/)
  await service.close()
})
