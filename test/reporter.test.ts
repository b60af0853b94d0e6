import { text } from 'node:stream/consumers'
import t from 'tap'
import Reporter from './reporter.ts'

/** What the reporter makes of these lines of TAP, in chunks of `size` bytes. */
function reported(lines: readonly string[], size: number): Promise<string> {
  const reporter = new Reporter()
  const bytes = Buffer.from(lines.join('\n'))
  for (let at = 0; at < bytes.length; at += size) reporter.write(bytes.subarray(at, at + size))
  reporter.end()
  return text(reporter)
}

const tap = [
  'TAP version 14',
  '1..3',
  '# Subtest: code128.test.js',
  '    # seed: 7',
  '    # Subtest: set B',
  '        ok 1 - é',
  '        not ok 2 - ü # time=2ms',
  '          ---',
  '          diff: |',
  '            -1',
  '          ...',
  '        1..2',
  '    not ok 1 - set B # time=3.5ms',
  '      ---',
  '      at:',
  '      ...',
  '    ok 2 - set A # SKIP no zint',
  '    ok 3 - set C # SKIP in the long run only',
  '    ok 4 - set D # SKIP in the long run only',
  '    1..4',
  'not ok 1 - code128.test.js # time=1234.5ms',
  '  ---',
  '  exitCode: 1',
  '  ...',
  '',
  '# Subtest: qr.test.js',
  '    ok 1 - version 1',
  '    1..1',
  'ok 2 - qr.test.js # time=49ms',
  '',
  '# Subtest: ended.test.js',
  '    ok 1 - before it ended',
  '    1..1',
  'not ok 3 - ended.test.js # time=10ms',
  '  ---',
  '  exitCode: 3',
  '  ...',
  '',
  '# { total: 5, pass: 3, fail: 1, skip: 1 }',
]

const shown = [
  '# seed: 7',
  'not ok: code128.test.js > set B > ü',
  '  ---',
  '  diff: |',
  '    -1',
  '  ...',
  'skipped: code128.test.js > set A: no zint',
  'skipped: code128.test.js, in the long run only: 2',
  'not ok: code128.test.js, 5 assertions, 1.2 s',
  'ok: qr.test.js, 1 assertions, 0.0 s',
  'not ok: ended.test.js, 1 assertions, 0.0 s',
  '  ---',
  '  exitCode: 3',
  '  ...',
  '# { total: 5, pass: 3, fail: 1, skip: 1 }',
  '',
]

t.test('a run of tests is shown by its files, failures, skipped tests and totals', async (t) => {
  for (const size of [1, 2, 7, 10_000]) t.equal(await reported(tap, size), shown.join('\n'), `chunks of ${size} bytes`)
})
