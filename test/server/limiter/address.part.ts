import t from 'tap'
import { configOf } from '../../../src/server/config.ts'
import { engineAddress } from '../../../src/server/limiter/index.ts'

const plain = { user: undefined, password: undefined, database: 0 }
const local = { host: '127.0.0.1', port: 6379, isEncrypted: false }

t.test('addresses of an engine', async (t) => {
  for (const [text, expected] of [
    ['redis://127.0.0.1', { ...plain, ...local }],
    ['valkey://127.0.0.1:6379/0', { ...plain, ...local }],
    ['redis://127.0.0.1/', { ...plain, ...local }],
    ['VALKEY://127.0.0.1', { ...plain, ...local }],
    ['rediss://engine.example:6390', { ...plain, host: 'engine.example', port: 6390, isEncrypted: true }],
    ['valkeys://[2001:db8::5]:1/15', { ...plain, host: '2001:db8::5', port: 1, isEncrypted: true, database: 15 }],
    ['redis://:secret@127.0.0.1', { ...plain, ...local, password: 'secret' }],
    ['redis://quiet:a%3Ab%40c%2Fd:e@127.0.0.1/3', { ...local, user: 'quiet', password: 'a:b@c/d:e', database: 3 }],
    ['unix:/run/valkey.sock', { ...plain, path: '/run/valkey.sock' }],
    ['unix:///run/valkey.sock', { ...plain, path: '/run/valkey.sock' }],
    ['unix://quiet:secret@/run/a@b.sock', { user: 'quiet', password: 'secret', database: 0, path: '/run/a@b.sock' }],
    ['unix://:%C3%A9@/run/valkey.sock', { ...plain, password: 'é', path: '/run/valkey.sock' }],
  ] as const) {
    t.same(engineAddress(text), expected, text)
    t.same(configOf({ QZ_LIMITER: text }).limiter, expected, text)
  }
  t.equal(configOf({}).limiter, 'memory')
  t.equal(configOf({ QZ_LIMITER: 'memory' }).limiter, 'memory')
})

t.test('what is no address is refused, and never quoted: it may have a password', async (t) => {
  const refused = [
    ...['', 'Memory', 'redis', 'redis:', 'redis://', 'redis:///1', '127.0.0.1:6379', 'http://127.0.0.1', 'unix://'],
    ...[
      'redis://:0',
      'redis://a:0',
      'redis://a:65536',
      'redis://a:x',
      'redis://a/x',
      'redis://a/9999999',
      'redis://a/1/2',
    ],
    ...['redis://a b', 'redis://a?db=1', 'redis://[::1', 'redis://hunter2@a', 'redis://u:@a', 'redis://u:hunter%2@a'],
    ...['redis://:hunter2', 'redis://:hunter2/@a', 'redis://u:hunt@er2@a', 'redis:u:hunter2@a', 'hunter2', 'hunter2@a'],
    ...['unix://hunter2/run/a', 'unix://u:hunter2@run/a', 'unix://u@/run/a', 'unix:run/a', 'unix:/', 'unix:/a\0b'],
  ]
  for (const text of refused) {
    t.equal(engineAddress(text), undefined, text)
    try {
      configOf({ QZ_LIMITER: text })
      t.fail(text)
    } catch (error) {
      const { message } = error as Error
      t.match(message, /^QZ_LIMITER: the value, not shown .* is not memory, nor redis:\/\//)
      t.notMatch(message, /hunt/)
    }
  }
})
