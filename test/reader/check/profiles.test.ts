/** The rules of published labels: a label that keeps them all has no finding, one that breaks a rule has that of the rule. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { type ProfileName, profileNames } from '../../../src/content/profile-names.ts'
import { composeDesign } from '../../../src/design/compose.ts'
import { sampleValues } from '../../../src/design/field-values.ts'
import { composeLabel } from '../../../src/design/of-label.ts'
import { findings as german } from '../../../src/pages/words/findings/de.ts'
import { findings as spanish } from '../../../src/pages/words/findings/es.ts'
import { findings as french } from '../../../src/pages/words/findings/fr.ts'
import { sentenceFor } from '../../../src/pages/words/findings/sentence.ts'
import { planDesign } from '../../../src/plan/design-plan.ts'
import { checkImage, findingsIn, packedPicture, type Report } from '../../../src/reader/check/index.ts'
import { judgedByProfile, labelProfiles, profileFindings } from '../../../src/reader/check/profiles/index.ts'
import { paint } from '../../../src/render/paint.ts'
import { parameters } from '../../../src/request/params.ts'
import { symbolReader } from '../../../src/request/reader.ts'
import { root } from '../../../src/root.ts'
import { designOf } from '../../design/drawn.ts'
import type { JsonDesign } from '../../design/random-design.ts'
import { inLongRun } from '../../random.ts'

type Json = Readonly<Record<string, unknown>>
interface Shipped {
  readonly [key: string]: unknown
  readonly size: string
  readonly elements: readonly Json[]
}

/** The design that comes with the program for a profile. */
const shipped = (profile: ProfileName): Shipped =>
  JSON.parse(readFileSync(join(root, `designs/${profile}.json`), 'utf8')) as Shipped

/** What a change does to a label: whole elements by name, other values of the design, and fields. */
interface Change {
  /** Properties of an element by its name; undefined takes the element away. */
  readonly elements?: Readonly<Record<string, Json | undefined>>
  readonly more?: readonly Json[]
  readonly size?: string
  readonly given?: Readonly<Record<string, string>>
}

function changed(design: Shipped, { elements = {}, more = [], size = design.size }: Change): Shipped {
  const kept = design.elements.flatMap((element) => {
    const name = `${element.name}`
    if (!(name in elements)) return [element]
    const own = elements[name]
    return own === undefined
      ? []
      : [Object.fromEntries(Object.entries({ ...element, ...own }).filter(([, v]) => v !== null))]
  })
  return { ...design, size, elements: [...kept, ...more] }
}

const limits = { maxPixels: 25_000_000 }
const readLabelRequest = symbolReader(parameters.label)

/** What plan and check say of a label. */
function judged(profile: ProfileName, change: Change = {}) {
  const design = designOf(changed(shipped(profile), change) as unknown as JsonDesign)
  const given = { ...sampleValues(design), ...change.given }
  const request = { design, given, row: 1, now: new Date(0), format: 'png', qty: 1, strict: false, dpi: '203' } as const
  const { scene, warnings } = composeDesign(request, limits)
  const plan = planDesign(request, limits)
  const { perMetre } = scene.resolution
  const picture = packedPicture({ bits: paint(scene), low: 0, high: 255 }, { across: perMetre, down: perMetre })
  const report = checkImage(picture, { profile })
  return { warnings, plan, report }
}

/** The rules that plan names, by the beginning of messages. */
const warned = (warnings: readonly { readonly code: string; readonly message: string }[]): readonly string[] => [
  ...new Set(warnings.map(({ code, message }) => (code.startsWith('profile_') ? message.split(': ')[0]! : code))),
]

/** The codes of what is wrong in a report, or deserves a note. */
const found = (report: Report): readonly string[] => [
  ...new Set([...report.findings, ...findingsIn(report)].flatMap(({ kind, code }) => (kind === 'pass' ? [] : [code]))),
]

t.test('a label without a symbol lacks what each profile wants, and nothing else is said of it', async (t) => {
  const wanted: { readonly [P in ProfileName]: readonly string[] } = {
    'gs1-logistic': ['fault sscc'],
    'gs1-2027': ['fault linear', 'fault matrix'],
    udi: ['fault di', 'note pi'],
    gtl: ['fault message', 'fault linear'],
    hibc: ['fault primary'],
  }
  for (const profile of profileNames) {
    const findings = profileFindings(profile, judgedByProfile(profile, { symbols: [] }))
    t.same(
      findings.map(({ kind, code }) => `${kind} ${code}`),
      wanted[profile].map((each) => each.replace(' ', ` profile.${profile}.`)),
    )
    for (const { message } of findings)
      for (const phrases of [german, spanish, french]) t.ok(sentenceFor(message, phrases), message)
  }
})

for (const profile of profileNames) {
  t.test(`the good label of ${profile} has no finding`, inLongRun, async (t) => {
    const { warnings, plan, report } = judged(profile)
    t.same(warnings, [])
    t.equal(plan.scans, 'yes')
    t.same(found(report), [])
    t.equal(report.verdict, 'conforming')
    const passed = report.findings.filter(({ code }) => code.startsWith('profile.'))
    const seen = Object.entries(labelProfiles[profile].rules).filter(([, { isOfDrawing }]) => !isOfDrawing)
    t.same(new Set(passed.map(({ code }) => code)), new Set(seen.map(([rule]) => `profile.${profile}.${rule}`)))
    for (const { message } of passed)
      for (const phrases of [german, spanish, french]) t.ok(sentenceFor(message, phrases), message)
  })
}

t.test('a pallet label of a request keeps the rules of its profile', inLongRun, async (t) => {
  const pallet = { type: 'code128', gs1: 'true', layout: 'logistics', orientation: 'portrait', size: '4x6' } as const
  const text = '(00)195012340000000012(02)09506000134352(37)24'
  const { request } = readLabelRequest({ ...pallet, text, dpi: '203', format: 'png', profile: 'gs1-logistic' })
  const { scene, warnings } = composeLabel(request!, limits)
  t.same(warnings, [])
  const { perMetre } = scene.resolution
  const picture = packedPicture({ bits: paint(scene), low: 0, high: 255 }, { across: perMetre, down: perMetre })
  t.same(found(checkImage(picture, { profile: 'gs1-logistic' })), [])
  const other = readLabelRequest({ ...pallet, text, dpi: '203', format: 'png', profile: 'udi' }).request!
  t.match(composeLabel(other, limits).warnings, [{ code: 'profile_rule', parameter: 'profile', message: /^udi\.di: / }])
})

const [rs, gs, eot] = ['\x1e', '\x1d', '\x04']
const message = (...fields: readonly string[]): string => `[)>${rs}06${gs}${fields.join(gs)}${rs}${eot}`
const plate = '6JUN123456789000000001'

/** For each rule a label that breaks it alone. */
const broken: { readonly [P in ProfileName]: Readonly<Record<string, Change>> } = {
  'gs1-logistic': {
    sscc: {
      elements: {
        content: { value: '(01){gtin}' },
        'content in words': { value: '(01) {gtin}' },
        unit: { value: '(90)AB12' },
        'unit in words': { value: '(90) AB12' },
      },
    },
    sscc_once: { elements: { lot: { value: '(00){sscc}' }, 'lot in words': { value: '(00) {sscc}' } } },
    x: { elements: { lot: { xdim: 0.375, application: null } } },
    height: { elements: { lot: { size: [105, 30], application: null }, 'lot in words': { at: [3, 101.5] } } },
    width: {
      size: '210x148mm',
      elements: {
        lot: { xdim: 0.875, size: [210, 32.2], application: null, value: '(10)ABCDEFGHJK' },
        'lot in words': { value: '(10) ABCDEFGHJK' },
      },
    },
    hri: { elements: { 'content in words': undefined, batch: undefined } },
    lowest: {
      elements: {
        lot: { at: [0, 109.5] },
        'lot in words': { at: [3, 141.1] },
        unit: { at: [0, 72] },
        'unit in words': { at: [3, 103.6] },
      },
    },
    picket_fence: {
      size: '148x210mm',
      elements: {
        lot: { at: [106, 35], size: [34, 105], turn: 90 },
        'lot in words': { at: [141, 35], size: [5, 105], turn: 90 },
      },
    },
    text_height: { elements: { sender: { height: 3 } } },
    size: { size: '120x148mm' },
  },
  'gs1-2027': {
    linear: { elements: { ean: undefined } },
    matrix: { elements: { link: { gs1: false, value: 'https://example.com' } } },
    x: { elements: { link: { xdim: 0.25, application: null } } },
    order: { elements: { link: { type: 'datamatrix', gs1: true, value: '(10)AB(01)0{ean}' } } },
    hri: { elements: { ean: { text: false }, name: undefined } },
  },
  udi: {
    di: {
      elements: { udi: { value: '(255)9506000134352(17){expiry}' }, DI: { value: '(255) 9506000134352' } },
    },
    pi: { elements: { udi: { value: '(01){gtin}' }, PI: undefined } },
    hri: { elements: { DI: undefined, PI: undefined, 'use by': undefined, name: undefined } },
    date: { elements: { 'use by': { value: 'Use by 31.01.2028' } } },
    x: {
      size: '80x50mm',
      elements: {
        udi: { size: [34, 34], xdim: 1.25, application: null },
        DI: { at: [34, 9] },
        PI: { at: [34, 13] },
        'use by': { at: [34, 21.5] },
      },
    },
  },
  gtl: {
    message: { elements: { data: { value: '{article} {quantity}', content: null } } },
    version: { elements: { data: { value: message(plate, 'P{article}', 'Q{quantity}', 'V{supplier}') } } },
    plate: { elements: { data: { value: message('12PGTL3', 'P{article}', 'Q{quantity}', 'V{supplier}') } } },
    linear: { elements: { plate: undefined } },
    same_plate: { elements: { plate: { value: '6JUN123456789000000002' } } },
    fields: { elements: { data: { value: message('12PGTL3', plate, 'P{article}', 'Q{quantity}') } } },
    hri: { elements: { plate: { text: false } } },
    size: { size: '220x160mm' },
  },
  hibc: {
    primary: { elements: { primary: { value: 'QZ-0001', content: null }, 'primary in words': undefined } },
    link: { given: { secondary: '+$$3280131AB12H6' } },
    carrier: {
      elements: { primary: { type: 'microqr', xdim: 0.5, valign: 'bottom' } },
    },
    hri: { elements: { 'primary in words': undefined, name: undefined } },
    stars: { elements: { 'primary in words': { value: '{primary}' } } },
  },
}

for (const profile of profileNames) {
  t.test(`each rule of ${profile}, broken alone`, inLongRun, async (t) => {
    t.same(Object.keys(broken[profile]).toSorted(), Object.keys(labelProfiles[profile].rules).toSorted())
    for (const [rule, change] of Object.entries(broken[profile])) {
      const { warnings, plan, report } = judged(profile, change)
      const { kind, clause, isOfDrawing } = labelProfiles[profile].rules[rule]!
      t.same(warned(warnings), [`${profile}.${rule}`], `${profile}.${rule} in plan`)
      t.ok(warnings.every(({ message }) => message.endsWith(`; ${clause}`)))
      t.equal(plan.scans, kind === 'note' ? 'yes' : 'doubtful')
      t.same(found(report), isOfDrawing ? [] : [`profile.${profile}.${rule}`], `${profile}.${rule} in check`)
      t.equal(report.verdict, kind === 'note' || isOfDrawing ? 'conforming' : 'faults')
      for (const { message } of report.findings)
        for (const phrases of [german, spanish, french]) t.ok(sentenceFor(message, phrases), message)
    }
  })
}
