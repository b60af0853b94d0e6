/** What is found in programs in ZPL, in the languages of the page. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { zpl as de } from '../../../src/pages/words/zpl/de.ts'
import { zpl as es } from '../../../src/pages/words/zpl/es.ts'
import { zpl as fr } from '../../../src/pages/words/zpl/fr.ts'
import { root } from '../../../src/root.ts'

const room = join(root, 'src/zpl')
const codes = readdirSync(room, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .flatMap((path) => [...readFileSync(join(room, path), 'utf8').matchAll(/\bcode: '([a-z_\d]+)'/g)])
  .map(([, code]) => code!)

t.test('each finding has words in each language', async (t) => {
  t.ok(new Set(codes).size > 40)
  for (const [language, { codes: words }] of Object.entries({ de, es, fr })) {
    t.same(
      codes.filter((code) => words[code] === undefined),
      [],
      language,
    )
  }
})
