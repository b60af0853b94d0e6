/** The page of healed documents has a sentence for each state of a symbol and each note on a page, and none for others. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { languageCodes, languages } from '../../../src/pages/words/index.ts'
import { root } from '../../../src/root.ts'

t.test('what a report can say is said in every language', async (t) => {
  const { schemas } = JSON.parse(readFileSync(join(root, 'src/server/api/openapi.json'), 'utf8')).components
  const states: readonly string[] = schemas.HealedSymbol.properties.state.enum
  const notes: readonly string[] = schemas.HealedPage.properties.notes.items.properties.code.enum
  t.ok(states.includes('healed') && notes.includes('scaled'))
  for (const language of languageCodes) {
    const said = await languages[language].heal()
    t.same(Object.keys(said.states).toSorted(), states.toSorted(), language)
    t.same(Object.keys(said.notes).toSorted(), notes.toSorted(), language)
  }
})
