/** What is said of imported files, in each language. That each note has words is held by test/design/glabels/imported.ts. */

import t from 'tap'
import { sentenceFor } from '../../../../src/pages/words/findings/sentence.ts'
import { imports as german } from '../../../../src/pages/words/imports/de.ts'
import { imports as spanish } from '../../../../src/pages/words/imports/es.ts'
import { imports as french } from '../../../../src/pages/words/imports/fr.ts'
import { noteParts } from '../../../../src/pages/words/imports/note.ts'

t.test('the same sentences in all, and no value of one is lost', async (t) => {
  const numbers = (text: string): string => (text.match(/\{\d:?\}/g) ?? []).toSorted().join()
  const keys = german.map(([english]) => english)
  t.equal(new Set(keys).size, keys.length)
  for (const phrases of [german, spanish, french]) {
    t.same(
      phrases.map(([english]) => english),
      keys,
    )
    t.same(
      phrases.filter(([english, said]) => numbers(english) !== numbers(said)),
      [],
    )
  }
})

t.test('a note in its parts: what it is about may have colons and quotes', async (t) => {
  t.same(noteParts('object 1, text "a: \\"b\\"": its shadow is left out'), {
    object: { number: '1', kind: 'text', name: '"a: \\"b\\""' },
    isOfLabel: false,
    sentence: 'its shadow is left out',
  })
  t.match(noteParts('object 2, barcode: is PDF417, which is not drawn here'), { object: { name: '' } })
  t.match(noteParts('variable n: it does not count here; {row} and {serial:name} do'), { variable: 'n' })
  t.match(noteParts('the label: it is round; the design is the rectangle around it'), { isOfLabel: true })
  t.same(noteParts('field "a b" is called a-b'), { isOfLabel: false, sentence: 'field "a b" is called a-b' })
})

t.test('sentences with values, and with words within them', async (t) => {
  t.equal(
    sentenceFor('its letters are italic and underlined; those of designs are not', german),
    'Die Schrift ist kursiv und unterstrichen; die von Vorlagen ist es nicht',
  )
  t.equal(sentenceFor('is PDF417, which is not drawn here', spanish), 'Es PDF417, que aquí no se dibuja')
})
