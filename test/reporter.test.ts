import t from 'tap'
import { type Counts, type End, Reporter } from './reporter.ts'

/** What the reporter makes of these lines of TAP, in chunks of `size` bytes. */
function reported(
  lines: readonly string[],
  end: End,
  size = 10_000,
  hasComments = false,
): { shown: string[]; counts: Counts; begun: number } {
  let shown = ''
  const reporter = new Reporter(
    (text) => {
      shown += text
    },
    () => {},
    hasComments,
  )
  const bytes = Buffer.from(lines.join('\n'))
  for (let at = 0; at < bytes.length; at += size) reporter.write(bytes.subarray(at, at + size))
  reporter.end(end)
  return { shown: shown.split('\n').slice(0, -1), counts: reporter.counts, begun: reporter.begun }
}

const code128 = [
  'TAP version 14',
  '# file: build/test/code128.test.js',
  '# seed: 7',
  '# Subtest: set B',
  '    ok 1 - é',
  '    # Subtest: inner',
  '        not ok 1 - ü # time=2ms',
  '          ---',
  '          diff: |',
  '            -1',
  '          ...',
  '        1..1',
  '    not ok 2 - inner # time=2ms',
  '      ---',
  '      at:',
  '      ...',
  '    1..2',
  'not ok 1 - set B # time=3.5ms',
  'ok 2 - set A # SKIP no zint',
  'ok 3 - set C # SKIP in the long run only',
  'ok 4 - set D # SKIP in the long run only',
  '# cpu: 1234 ms',
]
const qr = ['# file: build/test/qr.test.js', '# Subtest: version 1', '    ok 1 - its size', '    1..1']
const end = ['ok 5 - version 1 # time=2ms', '# cpu: 49 ms', '1..5', '# { total: 5, pass: 2, fail: 1, skip: 3 }', '']

t.test('a process of tests is shown by its files, failures, skipped tests', async (t) => {
  for (const size of [1, 2, 7, 10_000]) {
    const { shown, counts } = reported([...code128, ...qr, ...end], { code: 1 }, size)
    t.same(shown, [
      'not ok: test/code128.test.js > set B > inner > ü',
      '  ---',
      '  diff: |',
      '    -1',
      '  ...',
      'skipped: test/code128.test.js > set A: no zint',
      'skipped: test/code128.test.js, in the long run only: 2',
      'not ok: test/code128.test.js, 2 assertions, 1.2 s of CPU',
      'ok: test/qr.test.js, 1 assertions, 0.0 s of CPU',
    ])
    t.same(counts, { total: 6, pass: 2, fail: 1, skip: 3 })
  }
})

t.test('a process that ends within a file, or fails after all, is a failure', async (t) => {
  const dead = reported([...code128, ...qr], { code: null, why: 'ended by SIGSEGV' })
  t.same(dead.shown.slice(-2), [
    'not ok: test/qr.test.js > version 1: the process ended: ended by SIGSEGV',
    'not ok: test/qr.test.js, 0 assertions, ? s of CPU',
  ])
  t.same(dead.counts, { total: 7, pass: 2, fail: 2, skip: 3 })
  t.equal(dead.begun, 2)
  const silent = reported(qr, { code: 0 })
  t.equal(silent.counts.fail, 1, 'an exit code of 0 in the middle too')
  const late = reported([...qr, ...end], { code: 3 })
  t.same(late.shown.slice(-1), ['not ok: the process, after its tests: exit code 3'])
  t.equal(late.counts.fail, 1)
  t.equal(reported([...qr, ...end], { code: 0 }).counts.fail, 0)
})

t.test('in the long run, what a test tells is shown below its name', async (t) => {
  const lines = [
    '# file: build/test/grid.test.js',
    '# outside of tests',
    '# Subtest: bows',
    '    # 12 of 20: 60 % are A',
    '    # Subtest: inner',
    '        # time=3ms',
    '        # deep',
    '        1..0',
    '    ok 1 - inner # time=2ms',
    '    # 13 of 20',
    '    # failed 1 of 2 tests',
    '    1..1',
    'ok 1 - bows # time=2ms',
    '# cpu: 100 ms',
  ]
  const [path, ended] = ['# test/grid.test.js > bows', 'ok: test/grid.test.js, 0 assertions, 0.1 s of CPU']
  const { shown } = reported(lines, { code: 0 }, 7, true)
  const told = [path, '#     12 of 20: 60 % are A', `${path} > inner`, '#     deep', path, '#     13 of 20']
  t.same(shown, [...told, ended])
  t.same(reported(lines, { code: 0 }).shown, [ended])
})
