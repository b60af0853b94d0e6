/** What the text of a symbol says, in reports, and in the warnings of a drawing. */

import t from 'tap'
import { faultSentences } from '../../../src/content/index.ts'
import { findings as german } from '../../../src/pages/words/findings/de.ts'
import { findings as spanish } from '../../../src/pages/words/findings/es.ts'
import { findings as french } from '../../../src/pages/words/findings/fr.ts'
import { sentenceFor } from '../../../src/pages/words/findings/sentence.ts'
import { checkImage, reportText, type SymbolReport } from '../../../src/reader/check/index.ts'
import { encode, type Symbology } from '../../../symbologies/index.ts'
import { plainPicture } from '../../oracle/picture.ts'

const symbolOf = (type: Symbology, text: string): SymbolReport =>
  checkImage(plainPicture(encode(type, text), 4)).symbols[0]!

/** Findings about the text, as `fault qr.content.hibc`. */
const about = ({ findings }: SymbolReport): readonly string[] =>
  findings.filter(({ code }) => code.includes('.content.')).map(({ kind, code }) => `${kind} ${code}`)

const envelope = '[)>\x1e06\x1d1P1234\x1dQ10\x1e\x04'

t.test('the report has what a text says, and its faults decide the verdict', async (t) => {
  const device = symbolOf('datamatrix', '+A123BJC5D6E71H')
  t.equal(device.verdict, 'faults')
  t.match(device.content, { kind: 'hibc', faults: [{ code: 'wrong_check_character' }], repaired: '+A123BJC5D6E71G' })
  const [fault] = device.findings.filter(({ kind }) => kind === 'fault')
  t.match(fault, { code: 'datamatrix.content.hibc', clause: /^ANSI\/HIBC 2\.6-2016/, message: /the right one is "G"$/ })
  const unit = symbolOf('datamatrix', envelope)
  t.match(unit, { verdict: 'conforming', content: { kind: 'iso15434', faults: [] } }, 'behind the codeword of macro 06')
  t.same(about(unit), ['pass datamatrix.content.iso15434'])
  const open = symbolOf('qr', envelope.slice(0, -1))
  t.match(open, { verdict: 'faults', content: { faults: [{ code: 'missing_trailer' }], repaired: envelope } })
  t.match(symbolOf('code128', '=G12341765432170'), { verdict: 'conforming', content: { kind: 'isbt128', faults: [] } })
})

t.test('Full ASCII of Code 39 is no HIBC, whatever its last character', (t) => {
  for (const last of 'abcdefghijklmnopqrstuvwxyz') {
    const symbol = symbolOf('code39', `+X791E+${last.toUpperCase()}`)
    t.same(about(symbol), [], `x791E${last}`)
    t.equal(symbol.verdict, 'conforming')
  }
  t.end()
})

t.test('what telephones read as they can is a note', async (t) => {
  const network = symbolOf('qr', 'WIFI:T:WPA;S:a;b;P:12345678;;')
  t.equal(network.verdict, 'conforming')
  t.same(about(network), ['note qr.content.wifi'])
})

t.test('GS1 messages, numbers and other texts have none', async (t) => {
  t.equal(symbolOf('code128', '4006381333931').content, undefined, 'a number may be a GTIN by chance')
  t.equal(symbolOf('qr', 'QZ-0001').content, undefined)
  const link = symbolOf('qr', 'https://id.gs1.org/01/09506000134352')
  t.match(link, { content: undefined, gs1: { form: 'link', dictionary: /^\d{4}-\d\d-\d\d$/ } })
  t.same(about(link), [])
})

t.test('a report for a terminal has the elements, what is wrong, and the text repaired', async (t) => {
  const text = reportText(checkImage(plainPicture(encode('qr', 'WIFI:T:WPA;S:a;b;P:12345678;;'), 4)))
  t.match(text, '\ncontent: WiFi network\n  T Security: WPA\n')
  t.match(text, /\nnote {2}qr\.content\.wifi {2}"b" is not an identifier of WIFI\n/)
  t.match(text, '\nrepaired: "WIFI:T:WPA;S:a\\\\;b;P:12345678;;"\n')
})

t.test('each fault of a text has its own words in every language', async (t) => {
  for (const phrases of [german, spanish, french]) {
    const said = Object.values(faultSentences).map((sentence) => {
      const values: Readonly<Record<string, string>> = { title: 'Lot', found: '"x"', expected: '"y"' }
      const english = sentence.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!)
      const found = sentenceFor(english, phrases) ?? ''
      for (const value of Object.values(values))
        t.equal(found.includes(value), english.includes(value), `${english}: ${found}`)
      return found
    })
    t.equal(new Set(said).size, said.length)
  }
})
