import t from 'tap'
import { checkImage, type Finding, findingsIn, listedRules, type Picture } from '../../../src/reader/check/index.ts'
import { encode, symbologies } from '../../../symbologies/index.ts'
import { plainPicture } from '../../oracle/picture.ts'
import { inLongRun, random } from '../../random.ts'
import { sampleTexts } from './sample-texts.ts'

/** A picture with some of its pixels turned over, in blocks of a module. */
function damaged(picture: Picture, dots: number, r: ReturnType<typeof random>): Picture {
  const grey = Uint8Array.from(picture.grey)
  for (let spots = r.between(1, 4); spots > 0; spots--) {
    const [left, top] = [r.between(0, picture.width - dots), r.between(0, picture.height - dots)]
    for (let y = top; y < top + dots; y++) {
      for (let x = left; x < left + dots; x++) grey[y * picture.width + x]! ^= 0xff
    }
  }
  return { ...picture, grey }
}

t.test('every finding is of a rule that is listed, of its kind and with its clause', inLongRun, async (t) => {
  const rules = new Map(listedRules().map((rule) => [rule.code, rule]))
  t.equal(rules.size, listedRules().length, 'no code is listed twice')
  const r = random('listed rules')
  const wrong = new Set<string>()
  const judge = ({ code, kind, clause }: Finding): void => {
    const rule = rules.get(code)
    if (rule === undefined) wrong.add(`${code} is not listed`)
    else if (kind !== 'pass' && !rule.kind.includes(kind)) wrong.add(`${code} is a ${kind}, listed as ${rule.kind}`)
    else if (rule.clause !== clause && !/Digital Link/.test(clause)) wrong.add(`${code}: ${clause}, not ${rule.clause}`)
  }
  const seen = new Set<string>()
  for (const type of symbologies) {
    for (let i = 0; i < 15; i++) {
      const picture = {
        ...plainPicture(encode(type, sampleTexts[type]), 3),
        resolution: { across: 11811, down: 11811 },
      }
      const report = checkImage(i === 0 ? picture : damaged(picture, 3, r), {
        type,
        ...(i % 3 === 1 && { application: 'retail' as const }),
        ...(i % 4 === 1 && { text: 'other' }),
      })
      for (const finding of findingsIn(report)) {
        judge(finding)
        if (finding.kind !== 'pass') seen.add(finding.code)
      }
    }
  }
  t.same([...wrong], [])
  t.ok(seen.size > 60, `${seen.size} rules were broken`)
})

t.test('every rule says its edition, and where its clause comes from', async (t) => {
  for (const { code, clause, edition, source } of listedRules()) {
    t.ok(
      clause === 'none'
        ? edition === 'none'
        : code.includes('.content.')
          ? edition === clause
          : code.startsWith('profile.')
            ? /\b20\d\d\b/.test(edition)
            : /:\d{4}$|Release \d+$|release \d\.\d$/.test(edition),
      `${code}: ${edition}`,
    )
    t.ok(source.length > 10, code)
  }
})
