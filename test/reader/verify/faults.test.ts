import fc from 'fast-check'
import t from 'tap'
import { all, inLongRun, long, random, seed } from '../../random.ts'
import { injected, ruleOfAddon, ruleOfBars, soundDrawing, stages } from './faults.ts'
import { anyBarcode, anyLabelQuery } from './random-requests.ts'

/** Faults that are put into drawings. */
const wanted = all ? 10_000 : long ? 1_000 : 100
/** Of a hundred that are refused, how many others are asked of. */
const askedOf = 5

t.test('what passes with a fault in it others read as it was asked for', inLongRun, async (t) => {
  const r = random('faults')
  const counts = new Map(Object.keys(stages).map((stage) => [stage, { refused: 0, passed: 0, harmless: 0 }]))
  let count = 0
  for (let round = 0; count < wanted; round++) {
    const queries = [anyBarcode, anyLabelQuery].flatMap((arbitrary, i) =>
      fc.sample(arbitrary, { seed: seed + 2 * round + i, numRuns: 10 }),
    )
    for (const query of queries) {
      const sound = await soundDrawing(query)
      if (sound === undefined || count >= wanted) continue
      for (const stage of Object.keys(stages)) {
        const isAsked = r.between(0, 99) < askedOf
        const outcome = await injected(sound, stage, r, isAsked)
        if (outcome === undefined) continue
        count++
        const counted = counts.get(stage)!
        const isRead = outcome.read === sound.text
        if (outcome.isRefused) counted.refused++
        else counted.passed++
        if (outcome.isRefused && isAsked && isRead) counted.harmless++
        if (!outcome.isRefused && !isRead) t.fail(`${stage}: ${JSON.stringify(query)} is read as ${outcome.read}`)
      }
    }
  }
  t.ok(count >= wanted)
  for (const [stage, { refused, passed, harmless }] of counts) {
    t.comment(`${stage}: ${refused} refused, ${passed} passed, ${harmless} of those asked of were harmless`)
    t.ok(refused > 0, stage)
  }
})

t.test('what error correction would repair is refused', inLongRun, async (t) => {
  const r = random('repairable faults')
  for (const type of ['qr', 'datamatrix', 'microqr']) {
    for (const format of ['png', 'svg', 'pdf']) {
      const sound = await soundDrawing({ type, text: 'QZ-0001', format })
      for (let i = 0; i < (long ? 5 : 1); i++) {
        const outcome = await injected(sound!, 'module', r, true)
        t.match(outcome, { isRefused: true, rule: 'symbol' }, `${type}, ${format}, read by others as ${outcome?.read}`)
      }
    }
  }
})

t.test('bars are as high as they were asked for, to a dot', inLongRun, (t) => {
  const texts = { ean13: '590123412345', ean8: '9638507', upca: '03600029145', upce: '0425261', itf14: '0001234560001' }
  for (const [type, text] of Object.entries({ ...texts, code128: 'QZ-01', code39: 'QZ-01' })) {
    for (const gain of [{}, { gain: '0.2,0.3' }, { gain: '-0.2' }]) {
      for (const rotate of ['N', 'R', 'I', 'L']) {
        const format = { N: 'png', R: 'pdf', I: 'svg', L: 'png' }[rotate]!
        const query = { type, text, format, rotate, height: '12', scale: '4', dpi: '300', includetext: 'true', ...gain }
        const about = `${type}, ${format}, ${JSON.stringify(gain)}`
        t.equal(ruleOfBars(query, 0), undefined, `${about} are sound`)
        for (const by of [-1, 1, 2]) t.equal(ruleOfBars(query, by), 'place', `${about}, ${by} dots`)
      }
    }
  }
  t.end()
})

t.test('bars of an add-on begin where they should, to a dot', (t) => {
  for (const query of [
    { type: 'ean13', text: '590123412345', addon: '24', format: 'png' },
    { type: 'upca', text: '03600029145', addon: '51234', format: 'pdf', rotate: 'I' },
  ]) {
    const drawn = { ...query, scale: '3', dpi: '300', height: '20', includetext: 'true' }
    t.equal(ruleOfAddon(drawn, 0), undefined, `${query.type} is sound`)
    for (const by of [-1, 1]) t.equal(ruleOfAddon(drawn, by), 'place', `${query.type}, ${by} dots`)
  }
  t.end()
})
