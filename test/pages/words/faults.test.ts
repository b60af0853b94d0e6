/** What the pages say of faults: every code and every rule of GS1 has its sentence in each language, made of values that the API gives. */

import t from 'tap'
import { statusOf } from '../../../src/answer.ts'
import type { FaultValues } from '../../../src/pages/words/faults/en.ts'
import { languageCodes, languages } from '../../../src/pages/words/index.ts'
import { parameters } from '../../../src/request/params.ts'
import { linters } from '../../../symbologies/gs1/linters.ts'
import { catalogue } from '../../../symbologies/index.ts'

const values: FaultValues = {
  field: undefined,
  given: '',
  count: 0,
  instead: undefined,
  range: undefined,
  barcode: 'EAN-13',
  accepts: '',
  part: '',
  position: undefined,
  wrongEscape: undefined,
  ai: '(01)',
  measure: undefined,
  rule: undefined,
  scopes: [],
}

/** Names that programs use: of symbologies before a colon, of parameters, and codes. */
const internal = new RegExp(
  `\\b(${Object.keys(catalogue).join('|')}): |\\b(${Object.keys(parameters.label).join('|')})=|\\w_\\w|undefined`,
)

for (const code of languageCodes) {
  t.test(`every code has a sentence: ${code}`, async (t) => {
    const { codes, rules } = await languages[code].faults()
    t.same(Object.keys(codes).sort(), Object.keys(statusOf).sort(), 'the codes of the API')
    const named = [
      ...Object.keys(linters),
      'csetnumeric',
      'cset82',
      'cset39',
      'cset64',
      'length',
      'req',
      'ex',
      'repeat',
      'name',
      'compressed',
    ]
    t.same(Object.keys(rules).sort(), named.sort())
    const full: FaultValues = {
      ...values,
      field: 'Text',
      given: 'A',
      count: 1,
      instead: '4006381333931',
      part: '2',
      position: 13,
      rule: 'csum',
    }
    for (const [name, sentence] of Object.entries(codes)) {
      for (const each of [
        values,
        { ...values, ai: '(310)', measure: ['(3100)', '(3105)'] } as const,
        full,
        { ...full, range: ['1', '10'] } as const,
        { ...values, scopes: ['print', 'jobs'] } as const,
      ]) {
        const said = sentence(each)
        t.match(said, /^[\p{Lu}(“„«¿\d][^\n]*[.?]$/u, `${name}: ${said}`)
        t.notMatch(said, internal, name)
      }
    }
    t.match(codes.not_allowed({ ...values, scopes: ['print', 'jobs'] }), /\Wprint\W.*\Wjobs\W/, 'what the key lacks')
    const measure = codes.gs1_unknown_ai({ ...values, ai: '(310)', measure: ['(3100)', '(3105)'] })
    t.match(measure, /\(310\).*\(3100\).*\(3105\)/)
    for (const [name, text] of Object.entries(rules)) t.match(text, /^\p{L}.*[^.]$/u, name)
  })
}
