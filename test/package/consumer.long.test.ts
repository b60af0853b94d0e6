import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { drawBarcode, drawLabel } from '../../src/draw.ts'
import * as quietzone from '../../src/lib/index.ts'
import { root } from '../../src/root.ts'
import { catalogue, type Symbology, symbologies } from '../../symbologies/index.ts'
import { addressOf, run, spawned } from '../cli/program.ts'
import { manual } from '../docs/pages.ts'
import { qpdfComplaints } from '../oracle/pdf.ts'
import { pngPicture, svgPicture } from '../oracle/picture.ts'
import { zplLabels } from '../oracle/zpl.ts'
import { zxingTexts } from '../oracle/zxing.ts'
import { inLongRun } from '../random.ts'
import { installed, sizeOf, tool, toolsAbsent } from './installed.ts'

/** What each of the programs in programs/ says. */
interface Said {
  readonly pngs: readonly (readonly [Symbology, string])[]
  readonly svgs: readonly string[]
  readonly pdf: string
  readonly drawings: readonly (readonly [string, string])[]
}

const bytesOf = (base64: string): Uint8Array => Buffer.from(base64, 'base64')

/** Compiles the programs in `folder` with one compiler. */
function compile(folder: string, compiler: string, ...options: readonly string[]): void {
  run(folder, process.execPath, compiler, '-p', 'programs', '--outDir', 'compiled', ...options)
}

const said = (folder: string, program: string): Said & { readonly [name: string]: unknown } =>
  JSON.parse(run(folder, process.execPath, join('compiled', program)))

/** What zxing-cpp reads in each PNG and SVG. */
async function textsIn({ pngs, svgs }: Said): Promise<readonly (readonly [Symbology, ...string[]])[]> {
  return Promise.all(
    pngs.map(async ([symbology, png], i) => {
      const pictures = [pngPicture(bytesOf(png)), svgPicture(svgs[i]!)]
      const texts = await Promise.all(pictures.map((picture) => zxingTexts(picture, symbology)))
      return [symbology, ...texts.flat()] as const
    }),
  )
}

/** What a reader makes of the samples. */
const wanted: { readonly [S in Symbology]: string } = {
  code128: 'QZ-0001',
  qr: 'QZ-0001',
  microqr: 'QZ-0001',
  datamatrix: 'QZ-0001',
  // UPC as the GTIN-13 that it abbreviates
  upca: '0036000291452',
  upce: '0042100005264',
  ean13: '4006381333931',
  ean8: '96385074',
  code39: 'QZ-0001',
  itf14: '15400141288763',
}

if (inLongRun.skip || toolsAbsent) {
  t.test('the package as its consumers see it', { skip: inLongRun.skip || toolsAbsent }, async () => {})
} else {
  const { tarball, folder } = installed()
  cpSync(join(root, 'test/package/programs'), join(folder, 'programs'), { recursive: true })
  const older = tool('typescript/bin/tsc')!

  t.test('strict programs compile with both lines of the compiler, however modules are resolved', async (t) => {
    for (const compiler of [older, join(root, 'node_modules/typescript/bin/tsc')]) {
      t.doesNotThrow(() => compile(folder, compiler, '--module', 'node16', '--noEmit'))
      t.doesNotThrow(() => compile(folder, compiler, '--module', 'esnext', '--moduleResolution', 'bundler', '--noEmit'))
      t.doesNotThrow(() => compile(folder, compiler))
    }
  })

  t.test('a program of ES modules uses every function', async (t) => {
    const source = readFileSync(join(folder, 'programs/modules.mts'), 'utf8')
    t.same(
      Object.keys(quietzone).filter((name) => !new RegExp(`(?<!type )\\b${name}\\b`).test(source)),
      [],
    )
    const result = said(folder, 'modules.mjs')
    t.same(
      await textsIn(result),
      symbologies.map((symbology) => [symbology, wanted[symbology], wanted[symbology]]),
    )
    t.equal(qpdfComplaints(bytesOf(result.pdf)), '')
    const limits = { maxPixels: 25_000_000 }
    const [png, zpl, pdf] = result.drawings
    t.same(await zxingTexts(pngPicture(bytesOf(png![1])), 'qr'), ['QZ-0001 倉庫'])
    t.match(zplLabels(bytesOf(zpl![1])), [{ width: 456, height: 256 }])
    const { bytes } = drawLabel(
      { type: 'qr', text: 'QZ-0001', size: '4x6', orientation: 'landscape', qty: 1, showtext: true, format: 'pdf' },
      limits,
    )
    t.equal(Buffer.compare(bytes, bytesOf(pdf![1])), 0)
    t.match(result, {
      gs1: {
        bracketed: '(01)09506000134352(10)AB-12',
        raw: '^010950600013435210AB-12',
        link: 'https://id.gs1.org/01/09506000134352/10/AB-12',
        readable: ['(01)09506000134352', '(10)AB-12'],
        data: '010950600013435210AB-12',
        title: 'BATCH/LOT',
        identifiers: true,
        same: '^010950600013435210AB-12',
        described: 'GTIN',
      },
      refusals: [
        'invalid_parameter Scale',
        'invalid_parameter scale',
        'invalid_parameter type',
        'bad_check_digit',
        'gs1_invalid_value',
      ],
      symbologies: symbologies.map((symbology) => new RegExp(`^${symbology}: .*, ${catalogue[symbology].standard}$`)),
      blob: true,
      corner: [true, '1111111'],
      explained: /ISO\/IEC 18004/,
      checked: /^code128: conforming/,
    })
  })

  t.test('encoders and decoders are judged by a program', async (t) => {
    const program = `
import { code39, rowsOf } from 'quietzone'
import { judgeDecoder, judgeEncoder } from 'quietzone/judge'
const own = await judgeEncoder(
  ({ text, options }) =>
    Object.keys(options).length > 0 ? { unsupported: 'options' } : { matrix: rowsOf(code39(text).matrix) },
  { types: ['code39'], cases: 20 },
)
const blind = await judgeDecoder(() => undefined, { types: ['ean8'], cases: 10 })
const png = blind.failures[0].png.length > 100
console.log(JSON.stringify({ own: [own.passed, own.failures.length], blind: [blind.passed, png] }))`
    writeFileSync(join(folder, 'judging.mjs'), program)
    t.same(JSON.parse(run(folder, process.execPath, 'judging.mjs')), { own: [true, 0], blind: [false, true] })
  })

  t.test('a CommonJS program loads the same modules', async (t) => {
    const result = said(folder, 'commonjs.cjs')
    t.same(
      await textsIn(result),
      symbologies.map((symbology) => [symbology, wanted[symbology], wanted[symbology]]),
    )
    t.equal(qpdfComplaints(bytesOf(result.pdf)), '')
    const { bytes } = drawBarcode(
      {
        ...{ type: 'datamatrix', text: '(01)09506000134352(10)AB-12', gs1: 'true', format: 'png' },
        ...{ includetext: false, scale: 4, height: 15, rotate: 'N' },
      } as const,
      { maxPixels: 25_000_000 },
    )
    t.equal(Buffer.compare(bytes, bytesOf(result.drawings[0]![1])), 0)
    t.match(result, {
      raw: '^010950600013435210AB-12',
      steps: symbologies.map(() => true),
      verdicts: symbologies.map(() => 'conforming'),
    })
  })

  t.test('the command runs, and the service', async (t) => {
    run(folder, 'npx', '--no-install', 'quietzone', 'barcode', '--type', 'qr', '--text', 'QZ-0001', '-o', 'qr.png')
    t.same(await zxingTexts(pngPicture(readFileSync(join(folder, 'qr.png'))), 'qr'), ['QZ-0001'])
    const child = spawned(join(folder, 'node_modules/.bin/quietzone'), ['serve'], { PORT: '0' }, folder)
    t.teardown(() => child.kill())
    const address = await addressOf(child)
    const paths = [
      '/',
      '/docs',
      '/docs/http',
      '/docs/page.png',
      '/check',
      '/explain',
      '/assets/icon.svg',
      '/api/v1/openapi.json',
    ]
    const check = await (await fetch(`${address}/check`)).text()
    const assets = check.match(/(?<=")assets\/[\w./-]+\.(css|js)/g)?.map((asset) => `/${asset}`)
    t.match(assets, { length: 3 })
    paths.push(...assets!)
    for (const path of [...paths, '/api/v1/label?type=qr&text=%E5%80%89%E5%BA%AB']) {
      const { status } = await fetch(`${address}${path}`)
      t.equal(status, 200, path)
    }
  })

  t.test('PDFs are read where PDFium is installed; without it the repair is told', async (t) => {
    const pdf = join(folder, 'label.pdf')
    const program = join(folder, 'node_modules/.bin/quietzone')
    const run = (...args: string[]) => spawnSync(program, args, { cwd: folder, encoding: 'utf8' })
    t.equal(run('label', '-t', 'qr', 'QZ-0001', '-s', '2x1', '-o', pdf).status, 0)
    const without = run('check', pdf)
    t.equal(without.status, 2)
    t.match(without.stdout, /picture\.renderer .*npm install @hyzyla\/pdfium@2\.1\.13/)
    const beside = join(folder, 'node_modules/@hyzyla/pdfium')
    cpSync(join(root, 'node_modules/@hyzyla/pdfium'), beside, { recursive: true })
    t.teardown(() => rmSync(join(folder, 'node_modules/@hyzyla'), { recursive: true }))
    const { stdout, status } = run('check', pdf)
    t.equal(status, 0, stdout)
  })

  t.test('publint and arethetypeswrong find nothing', async (t) => {
    const { publint } = await import(pathToFileURL(tool('publint')!).href)
    const { messages } = await publint({ pkgDir: join(folder, 'node_modules/quietzone'), strict: true })
    t.same(messages, [])
    const { checkPackage, createPackageFromTarballData } = await import(
      pathToFileURL(tool('@arethetypeswrong/core')!).href
    )
    const analysis = await checkPackage(createPackageFromTarballData(readFileSync(tarball)))
    t.equal(analysis.types.kind, 'included')
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: object }
    t.same(Object.keys(analysis.entrypoints), Object.keys(exports))
    // the package is of ES modules alone: no require(), and no resolution from before entry points
    const others = ['node10', 'node16-cjs']
    const problems: readonly { readonly resolutionKind?: string }[] = analysis.problems
    t.same(
      problems.filter(({ resolutionKind }) => !others.includes(resolutionKind ?? '')),
      [],
    )
  })

  t.test('what an installation takes, fonts apart', async (t) => {
    const modules = join(folder, 'node_modules')
    const fonts = sizeOf(join(modules, 'quietzone/fonts'))
    const packages = readdirSync(modules).filter((name) => !name.startsWith('.'))
    const sizes = packages.map((name) => `${name} ${(sizeOf(join(modules, name)) / 1e6).toFixed(2)} MB`)
    t.comment(`fonts ${(fonts / 1e6).toFixed(2)} MB; ${sizes.join(', ')}`)
    t.ok(sizeOf(modules) - fonts < 12e6)
    t.ok(fonts < 19e6)
  })

  t.test('the example of docs/package.md runs', async (t) => {
    const { blocks } = manual.find(({ path }) => path === 'docs/package.md')!
    writeFileSync(join(folder, 'example.mjs'), blocks.find(({ language }) => language === 'js')!.code)
    run(folder, process.execPath, 'example.mjs')
    t.match(readFileSync(join(folder, 'code.svg'), 'utf8'), /^<svg/)
    t.same(await zxingTexts(pngPicture(readFileSync(join(folder, 'article.png'))), 'ean13'), ['5901234123457'])
    t.equal(qpdfComplaints(readFileSync(join(folder, 'labels.pdf'))), '')
  })
}
