import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { sampleValues } from '../../src/design/field-values.ts'
import { readDesign } from '../../src/design/files.ts'
import { root } from '../../src/root.ts'
import type { Symbology } from '../../symbologies/index.ts'
import { pngPicture } from '../oracle/picture.ts'
import { zxingTexts } from '../oracle/zxing.ts'
import { inLongRun } from '../random.ts'
import { composed, fileOf } from './drawn.ts'

const folder = join(root, 'designs')
const files = readdirSync(folder).filter((name) => name.endsWith('.json'))

t.test(
  'the designs that come with the program print without a doubt, and every symbol is read',
  inLongRun,
  async (t) => {
    t.equal(files.length, 15)
    for (const file of files) {
      const design = readDesign(join(folder, file))
      t.equal(`${design.name}.json`, file)
      const symbols = design.elements.flatMap((element) => (element.kind === 'symbol' ? [element] : []))
      for (const dpi of ['203', '300'] as const) {
        const composition = composed(design, sampleValues(design), { dpi })
        t.same(composition.warnings, [], `${file} at ${dpi}`)
        const picture = pngPicture(fileOf(composition, 'png'))
        for (const type of new Set(symbols.map(({ given }) => given.type as Symbology))) {
          const wanted = symbols.filter(({ given }) => given.type === type).length
          const found = await zxingTexts(picture, type, { maxNumberOfSymbols: 10 })
          t.equal(found.length, wanted, `${file} at ${dpi}: ${type}`)
        }
      }
    }
  },
)

t.test('the designs name fields that forms can show, with samples', async (t) => {
  for (const file of files) {
    const { title, fields } = readDesign(join(folder, file))
    t.ok(title, file)
    for (const [name, field] of fields) t.ok(field.title && field.sample, `${file}: ${name}`)
    t.ok(readFileSync(join(root, 'docs/designs.md'), 'utf8').includes(`| \`${file.replace('.json', '')}\` |`), file)
  }
})
