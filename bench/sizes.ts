import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { root } from '../src/root.ts'
import { symbologies, titleOf } from '../symbologies/index.ts'
import { howToInstall, peer } from './peers.ts'

/** Bytes of a program in one file, minified by esbuild, and compressed as hard as gzip and brotli can. */
interface BundleSize {
  readonly minified: number
  readonly gzip: number
  readonly brotli: number
}

/** The size, or why there is none. */
export type BundleResult = BundleSize | { readonly absent: string }

/** What a page has to load. */
export interface BundleSizes {
  /** The bundler with its version. */
  readonly bundler: string
  /** By job, and by contender. */
  readonly jobs: Readonly<Record<string, Readonly<Record<string, BundleResult>>>>
}

export const svgJobs = { qr: 'QR Code, text to SVG', code128: 'Code 128, text to SVG' } as const

/** A program that exports what does the job. */
interface Program {
  readonly source: string
  /** The folder from which its packages are found. */
  readonly folder: string
  /** Whether what it draws cannot be had without the document of a page. */
  readonly needsDocument?: boolean
}

const bench = join(root, 'bench')
const drawn = (source: string): Program => ({ source, folder: bench })
/** The package as people import it, by its own name. */
const ours = (encoder: string): Program => ({
  source: `import { ${encoder}, toSvg } from 'quietzone'; export default (text) => toSvg(${encoder}(text))`,
  folder: root,
})

/** Each contender imports as little as it offers for the job. */
const programs: Readonly<Record<string, Readonly<Record<string, Program>>>> = {
  [svgJobs.qr]: {
    quietzone: ours('qr'),
    qr: drawn(`import qr from 'qr'; export default (text) => qr(text, 'svg')`),
    etiket: drawn(`import { qrcode } from 'etiket/qr'; export default (text) => qrcode(text)`),
    qrcode: drawn(`import { toString } from 'qrcode'; export default (text) => toString(text, { type: 'svg' })`),
    'bwip-js': drawn(
      `import { drawingSVG, qrcode } from 'bwip-js'; export default (text) => qrcode({ text }, drawingSVG())`,
    ),
  },
  [svgJobs.code128]: {
    quietzone: ours('code128'),
    etiket: drawn(
      `import { encodeCode128, renderBarcodeSVG } from 'etiket'; export default (text) => renderBarcodeSVG(encodeCode128(text))`,
    ),
    jsbarcode: {
      source: `import 'jsbarcode/dist/barcodes/JsBarcode.code128.min.js'; export default (text, svg) => JsBarcode(svg, text)`,
      folder: bench,
      needsDocument: true,
    },
    'bwip-js': drawn(
      `import { code128, drawingSVG } from 'bwip-js'; export default (text) => code128({ text }, drawingSVG())`,
    ),
  },
}

/** The functions of esbuild that are used here. */
interface Esbuild {
  readonly version: string
  build(options: object): Promise<{ readonly outputFiles: readonly { readonly contents: Uint8Array }[] }>
}

/**
 * How large the bundles are: of each of our encoders alone, and of programs that draw a text as SVG.
 *
 * @returns undefined if esbuild is not installed
 */
export async function measuredSizes(): Promise<BundleSizes | undefined> {
  const esbuild = await peer<Esbuild>('esbuild')
  if (esbuild === undefined) return undefined
  const jobs: Record<string, Record<string, BundleResult>> = {}
  for (const name of symbologies) {
    const source = `export { ${name} } from './build/symbologies/index.js'`
    jobs[`${titleOf(name)}, text to modules`] = { quietzone: sizeOf(await bundled(esbuild, { source, folder: root })) }
  }
  for (const [job, contenders] of Object.entries(programs)) {
    const results: Record<string, BundleResult> = {}
    for (const [name, program] of Object.entries(contenders)) results[name] = await resultOf(esbuild, name, program)
    jobs[job] = results
  }
  return { bundler: `esbuild ${esbuild.version}`, jobs }
}

async function resultOf(esbuild: Esbuild, name: string, program: Program): Promise<BundleResult> {
  let bundle: Uint8Array
  try {
    bundle = await bundled(esbuild, program)
  } catch (error) {
    if (!/Could not resolve|No matching export/.test(String(error))) throw error
    return {
      absent: name === 'quietzone' ? 'package.json names no entry with toSvg' : `not installed: ${howToInstall}`,
    }
  }
  if (!program.needsDocument) await requireSvg(name, bundle)
  return sizeOf(bundle)
}

async function bundled(esbuild: Esbuild, { source, folder }: Program): Promise<Uint8Array> {
  const { outputFiles } = await esbuild.build({
    stdin: { contents: source, resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    // what is loaded by import() when it is asked for is no part of the page's program
    external: ['node:*', 'pdfkit'],
    legalComments: 'none',
    logLevel: 'silent',
    write: false,
  })
  return outputFiles[0]!.contents
}

/** A bundle that does not draw has no size that counts. */
async function requireSvg(name: string, bundle: Uint8Array): Promise<void> {
  const url = `data:text/javascript;base64,${Buffer.from(bundle).toString('base64')}`
  const { default: draw } = (await import(url)) as { default: (text: string) => unknown }
  if (!/<svg[\s\S]+<\/svg>/.test(String(await draw('QZ-0001')))) throw new Error(`${name} draws no SVG`)
}

function sizeOf(bundle: Uint8Array): BundleSize {
  return {
    minified: bundle.length,
    gzip: gzipSync(bundle, { level: 9 }).length,
    brotli: brotliCompressSync(bundle).length,
  }
}
