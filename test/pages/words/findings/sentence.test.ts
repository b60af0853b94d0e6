/** Findings in the languages of the pages, with their values. What defects make is held by test/reader/check/defects.ts. */

import t from 'tap'
import { findings as german } from '../../../../src/pages/words/findings/de.ts'
import { findings as english } from '../../../../src/pages/words/findings/en.ts'
import { findings as spanish } from '../../../../src/pages/words/findings/es.ts'
import { findings as french } from '../../../../src/pages/words/findings/fr.ts'
import { sentenceFor } from '../../../../src/pages/words/findings/sentence.ts'
import { checkImage, listedRules } from '../../../../src/reader/check/index.ts'
import { encode, symbologies } from '../../../../symbologies/index.ts'
import { plainPicture } from '../../../oracle/picture.ts'
import { inLongRun, long } from '../../../random.ts'
import { shortText } from '../../../texts.ts'

const languages = { de: german, es: spanish, fr: french }

t.test('each rule is said in each language, and the same sentences in all', async (t) => {
  for (const [language, phrases] of Object.entries(languages)) {
    const left = listedRules().filter(({ requirement }) => sentenceFor(requirement, phrases) === undefined)
    t.same(left, [], language)
  }
  const keys = german.map(([english]) => english)
  for (const phrases of [spanish, french]) {
    t.same(
      keys,
      phrases.map(([english]) => english),
    )
  }
  t.equal(new Set(keys).size, keys.length)
})

t.test('no value of a sentence is lost', async (t) => {
  const numbers = (text: string): string => (text.match(/\{\d:?\}/g) ?? []).toSorted().join()
  for (const [language, phrases] of Object.entries(languages)) {
    // pages are not told of as they are on the page itself
    const lost = phrases.filter(([english, said]) => numbers(english) !== numbers(said))
    t.same(lost, [], language)
  }
})

t.test(
  'findings on sound symbols, of other texts, other symbologies and without a resolution',
  inLongRun,
  async (t) => {
    for (const [i, type] of symbologies.entries()) {
      const picture = plainPicture(encode(type, shortText[type]), 4)
      const resolution = { across: 11811, down: 11811 }
      const checks = [
        () => checkImage({ ...picture, resolution }, { application: 'retail' }),
        () => checkImage(picture, { text: 'another', application: 'logistics' }),
        () => checkImage({ ...picture, grey: picture.grey.map((value) => 255 - value) }),
        () => checkImage({ ...picture, grey: picture.grey.map(() => 255) }),
      ]
      const reports = checks.filter((_, n) => long || n % 2 === i % 2).map((check) => check())
      for (const [language, phrases] of Object.entries(languages)) {
        const left = reports
          .flatMap(({ findings }) => findings)
          .filter(({ message }) => sentenceFor(message, phrases) === undefined)
        t.same(
          left.map(({ message }) => message),
          [],
          `${type} in ${language}`,
        )
      }
    }
  },
)

t.test('sentences with their values, and sentences within sentences', async (t) => {
  for (const [message, said, phrases] of [
    ['the quiet zone is 3.5 modules wide; 10 are needed', 'Die Ruhezone ist 3.5 Module breit; 10 sind nötig', german],
    [
      'bar 2 is 3 dots too wide, space 2 is 3 dots too narrow; a module is 3 dots',
      'Strich 2 ist 3 Punkte zu breit, Lücke 2 ist 3 Punkte zu schmal; ein Modul ist 3 Punkte breit',
      german,
    ],
    [
      'level L, mask 1; 2 modules are wrong: it should be level L, mask 3',
      'nivel L, máscara 1; 2 módulos son incorrectos: debería ser nivel L, máscara 3',
      spanish,
    ],
    ['the symbol carries "A (b) [c]", not "; $&"', 'Das Symbol enthält "A (b) [c]", nicht "; $&"', german],
    ['something new', undefined, german],
    ['the symbol is mirrored', undefined, english],
  ] as const) {
    t.equal(sentenceFor(message, phrases), said)
  }
})
