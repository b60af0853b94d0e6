/** What the page of programs in ZPL says of findings has a sentence for every code, and none for codes that there are not. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { languageCodes, languages, usualLanguage } from '../../../src/pages/words/index.ts'
import { root } from '../../../src/root.ts'

/** Words that are English and nothing else. */
const englishWords = /\b(the|of|with|this|these|are|and|your|than|each|only|from|choose|shown)\b/i

const folder = join(root, 'src/zpl')
const source = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .join('\n')
const codes = new Set([
  // of plans, which judge labels of designs by it too
  'ink_in_quiet_zone',
  ...[...source.matchAll(/\bcode: '(\w+)'|\b(?:fault|warning|note)\([\w\s.!,]*'(\w+)',/g)].map(([, a, b]) => a ?? b!),
])

t.test('every finding of a program is said in every language', async (t) => {
  t.ok(codes.size > 40, `${codes.size} codes`)
  for (const code of ['unknown_command', 'off_page', 'format_missing', 'qr_prefix']) t.ok(codes.has(code), code)
  for (const language of languageCodes.filter((language) => language !== usualLanguage)) {
    const said = (await languages[language].zpl()).codes
    t.same(Object.keys(said).sort(), [...codes].sort(), language)
    for (const [code, text] of Object.entries(said)) t.notMatch(text, englishWords, `${language} ${code}`)
  }
})
