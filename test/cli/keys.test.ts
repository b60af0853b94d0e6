import t from 'tap'
import { hashOf, keysOf, newKey } from '../../src/server/access/keys.ts'
import { inLongRun } from '../random.ts'
import { served } from '../server/http/wire.ts'
import { quietzone } from './quietzone.ts'

const [ofAdmin, ofFair] = [newKey(), newKey()]
const now = Date.UTC(2026, 10, 28, 6)
const keys = keysOf(
  [
    { name: 'admin', hash: hashOf(ofAdmin), may: ['admin', 'jobs'], perMinute: 0 },
    { name: 'fair', hash: hashOf(ofFair), may: ['print'], perMinute: undefined, expires: Date.UTC(2020, 0, 1) },
  ],
  new Map(),
  () => now,
)
const service = await served({ keys })
t.teardown(() => service.close())

const listed = (key: string, ...args: readonly string[]) =>
  quietzone(['keys', ...args], { env: { QZ_URL: service.url, QZ_KEY: key } })

t.test('the keys of a service, for a key that may see them', inLongRun, async (t) => {
  t.equal(
    (await listed(ofAdmin)).stdout.toString(),
    [
      'admin: may admin, jobs; last used 2026-11-28T06:00:00.000Z',
      'fair: may print; expired 2020-01-01T00:00:00.000Z; not used since 1970-01-01T00:00:00.000Z\n',
    ].join('\n'),
  )
  const lines = (await listed(ofAdmin, '--json')).stdout.toString().trimEnd().split('\n')
  t.same(
    lines.map((line) => (JSON.parse(line) as { name: string }).name),
    ['admin', 'fair'],
  )
  t.match(await listed(ofFair), { code: 1, stderr: /key_expired: the key fair has expired at 2020/ })
  t.match(await listed(''), { code: 1, stderr: /key_required: seeing the keys needs a key/ })
})

t.test('a key is made that expires', async (t) => {
  const made = await quietzone(['key', 'fair', '--may', 'print,admin', '--expires', '2027-01-31', '--json'])
  t.match(JSON.parse(made.stdout.toString()), {
    row: { name: 'fair', may: ['print', 'admin'], expires: '2027-01-31' },
  })
  const refused = await quietzone(['key', 'fair', '--expires', '31.1.2027'])
  t.match(refused, { code: 2, stderr: /--expires: "31\.1\.2027" is not a day such as 2027-01-31/ })
})
