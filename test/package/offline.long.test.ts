/** The folder that machines without a network unpack is a package that programs install from it, without a registry. */

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../../src/root.ts'
import { run } from '../cli/program.ts'
import { pngPicture } from '../oracle/picture.ts'
import { zxingTexts } from '../oracle/zxing.ts'
import { inLongRun } from '../random.ts'

const program = `
  import { barcode, label, qr, toPdf } from 'quietzone'
  const { bytes } = await barcode({ type: 'qr', text: 'QZ-0001', format: 'png' })
  const words = await label({ type: 'qr', text: 'QZ-0001', title: '倉庫', format: 'png' })
  const pdf = await toPdf(qr('QZ-0001'))
  console.log(JSON.stringify({
    png: Buffer.from(bytes).toString('base64'),
    words: words.bytes.length,
    pdf: String.fromCharCode(...pdf.subarray(0, 5)),
  }))`

/** `require` of ES modules is there from 20.19 on, and from 22.12. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const canRequire = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)

t.test('programs install the offline folder, as a link and as a copy, without a registry', inLongRun, async (t) => {
  const work = mkdtempSync(join(tmpdir(), 'quietzone-offline-'))
  t.teardown(() => rmSync(work, { recursive: true }))
  run(root, process.execPath, 'deploy/pack.mjs', '-o', work)
  run(work, 'tar', '-xzf', readdirSync(work).find((name) => name.endsWith('.tar.gz'))!)
  const unpacked = join(work, readdirSync(work).find((name) => /^quietzone-[\d.]+$/.test(name))!)
  for (const option of ['--no-install-links', '--install-links']) {
    const folder = join(work, option.slice(2))
    mkdirSync(folder)
    writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n')
    writeFileSync(join(folder, 'program.mjs'), program)
    writeFileSync(join(folder, 'program.cjs'), "console.log(require('quietzone').qr('QZ-0001').matrix.width)")
    // a port on which nothing listens, and a cache that has nothing
    const nowhere = ['--registry=http://127.0.0.1:9', `--cache=${join(folder, 'cache')}`]
    run(folder, 'npm', 'i', unpacked, option, ...nowhere, '--no-audit', '--no-fund', '--silent')
    const { png, words, pdf } = JSON.parse(run(folder, process.execPath, 'program.mjs'))
    t.same(await zxingTexts(pngPicture(Buffer.from(png, 'base64')), 'qr'), ['QZ-0001'])
    t.ok(words > 1000, 'with fonts')
    t.equal(pdf, '%PDF-')
    if (canRequire) t.equal(run(folder, process.execPath, 'program.cjs').trim(), '21')
    t.match(run(folder, 'npx', '--no-install', 'quietzone', '--version'), /^[\d.]+$/m)
  }
})
