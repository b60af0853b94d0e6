import { spawnSync } from 'node:child_process'
import t from 'tap'
import { checkWriter } from '../../src/cli/check-output.ts'
import { type Finding, type Report, unreadable } from '../../src/reader/check/index.ts'
import { reportOf } from '../../src/reader/check/report.ts'

const finding = (kind: Finding['kind'], code: string, message = 'm'): Finding => ({ kind, code, message, clause: 'c' })
const report = (verdict: Report['verdict'], ...findings: Finding[]): Report =>
  reportOf([{ symbology: 'qr', corners: [], verdict, findings }])
const pictures = [
  { file: 'a.png', report: report('conforming', finding('pass', 'qr.finder'), finding('note', 'qr.pad')) },
  {
    file: 'b & "c"\u0001 é.png',
    report: report('faults', finding('fault', 'qr.text', '<a> & "b"\nc'), finding('fault', 'qr.mask')),
  },
  { file: 'd.png', report: unreadable('m', 'c') },
] as const
const counts = { conforming: 1, faults: 1, unreadable: 1 }

function written(format: Parameters<typeof checkWriter>[0], isSingle = false): string {
  const writer = checkWriter(format, isSingle)
  return pictures.map((picture) => writer.add(picture)).join('') + writer.end(counts)
}

t.test('lines: the codes of faults, those of notes in brackets, and the sum', async (t) => {
  t.equal(
    written('text'),
    'a.png: qr conforming (qr.pad)\nb & "c"\\u0001 é.png: qr faults qr.text qr.mask\nd.png: - unreadable picture.unreadable\n' +
      '3 pictures: 1 conforming, 1 faults, 1 unreadable\n',
  )
  const [first] = written('json').split('\n')
  t.match(JSON.parse(first!), { schema: 1, file: 'a.png', symbology: 'qr', verdict: 'conforming' })
  t.equal(checkWriter('json', true).add(pictures[0]), `${first}\n`)
})

t.test('JUnit: a test case for each picture, well-formed whatever its name is', async (t) => {
  const text = written('junit')
  const count = (path: string): string =>
    spawnSync('xmllint', ['--noent', '--xpath', path, '-'], { input: text }).stdout.toString().trim()
  if (spawnSync('xmllint', ['--version']).error === undefined) {
    t.equal(count('concat(/testsuite/@tests, /testsuite/@failures, /testsuite/@errors)'), '311')
    t.equal(count('count(//testcase)'), '3')
    t.equal(count('string(//testcase[2]/@name)'), 'b & "c"\ufffd é.png')
    t.equal(count('string(//testcase[2]/failure/@message)'), '<a> & "b"\nc')
    t.equal(count('string(//testcase[3]/error/@type)'), 'picture.unreadable')
  }
  t.match(text, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuite /)
})

t.test('SARIF: a result for each fault and note, by the rule that it breaks', async (t) => {
  const { version, runs } = JSON.parse(written('sarif'))
  t.equal(version, '2.1.0')
  const [{ tool, results }] = runs
  t.same(
    tool.driver.rules.map(({ id }: { id: string }) => id),
    ['qr.pad', 'qr.text', 'qr.mask', 'picture.unreadable'],
  )
  t.same(
    results.map(({ ruleId, level }: { ruleId: string; level: string }) => [ruleId, level]),
    [
      ['qr.pad', 'note'],
      ['qr.text', 'error'],
      ['qr.mask', 'error'],
      ['picture.unreadable', 'error'],
    ],
  )
  t.equal(results[1].locations[0].physicalLocation.artifactLocation.uri, encodeURI(pictures[1].file))
})
