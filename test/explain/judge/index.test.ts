import t from 'tap'
import { chanceOf } from '../../../src/explain/judge/cases.ts'
import { casesOf, failing, judge } from '../../../src/explain/judge/index.ts'
import { smaller } from '../../../src/explain/judge/shrink.ts'
import { symbologies } from '../../../symbologies/index.ts'
import { cases, inLongRun, long, seed } from '../../random.ts'
import { encoderWith, ownAnswer, testCases, wrongEncoders } from './wrong-encoders.ts'

t.test('our own encoders are right in every case', async (t) => {
  const asked = casesOf({ types: symbologies, count: cases(240, 40), seed })
  const { classes, failures } = await judge(async (each) => ownAnswer(each), asked, { seed })
  t.same(failures, [])
  t.equal(classes.right, asked.length)
})

t.test('every planted fault is found, with its class and clause', inLongRun, async (t) => {
  t.ok(wrongEncoders.length > 20)
  // all of them in the long run
  for (const wrong of wrongEncoders.filter((_, i) => long || i % 12 === 0)) {
    const asked = testCases(wrong.type, long ? 100 : 24)
    const report = await judge(encoderWith(wrong), asked, { seed: 1, attempts: long ? 40 : 5 })
    const found = report.failures.find(({ class: name, code }) => name === wrong.class && code === wrong.code)
    t.ok(found, `${wrong.fault}: ${report.failures.map(({ code }) => code)}`)
    if (found === undefined) continue
    t.not(found.message, '')
    if (wrong.code !== 'unreadable') t.match(found.clause, /^(ISO|GS1)/)
    console.log(
      `# ${wrong.fault} | ${wrong.class} | ${wrong.code} | ${found.clause} | ${found.cases} of ${asked.length}`,
    )
  }
})

t.test('a seed has the same cases, another has others', async (t) => {
  const request = { types: symbologies, count: 100, seed: 7 }
  t.same(casesOf(request), casesOf(request))
  t.notSame(casesOf(request), casesOf({ ...request, seed: 8 }))
  const { below } = chanceOf(1)
  t.ok(Array.from({ length: 100 }, () => below(6)).every((value) => value >= 0 && value < 6))
})

t.test('each symbology is asked for what it must refuse and for what it must draw', inLongRun, async (t) => {
  for (const type of symbologies) {
    const kinds = testCases(type, 200).map((each) => ownAnswer(each).kind)
    t.ok(kinds.includes('refusal') && kinds.includes('matrix'), type)
  }
})

t.test('a failing case is made small, and its kind counted', inLongRun, async (t) => {
  const wrong = wrongEncoders.find(({ code }) => code === 'qr.text')!
  const report = await judge(encoderWith(wrong), testCases('qr', 60), { seed: 1 })
  const [failure, ...others] = report.failures
  t.match(failure, { class: 'wrong', asked: { type: 'qr', text: 'a', options: {} } })
  t.ok(failure!.cases > 3)
  t.same(others, [])
  t.ok(failing.includes(failure!.class))
  const steps = [...smaller({ type: 'qr', text: 'b7', options: { level: 'H' }, kind: '' })]
  t.same(
    steps.map(({ text, options }) => [text, options]),
    [
      ['b7', {}],
      ['7', { level: 'H' }],
      ['b', { level: 'H' }],
      ['a7', { level: 'H' }],
      ['b0', { level: 'H' }],
    ],
  )
})

t.test('a higher level and another mask are choices; a lower level than asked for is not', async (t) => {
  const asked = { type: 'qr', text: 'CHOICE', options: { level: 'M' }, kind: '' } as const
  const answers = { higher: { level: 'Q' }, masked: { level: 'M', mask: 3 }, lower: { level: 'L' } } as const
  const classOf = async (options: object): Promise<object> => {
    const { classes } = await judge(async () => ownAnswer({ ...asked, options }), [asked], { seed: 1 })
    return Object.fromEntries(Object.entries(classes).filter(([, count]) => count > 0))
  }
  t.same(await classOf(answers.higher), { rightByAnotherChoice: 1 })
  t.same(await classOf(answers.masked), { rightByAnotherChoice: 1 })
  t.same(await classOf(answers.lower), { wrong: 1 })
})
