import t from 'tap'
import { statusOf } from '../../src/answer.ts'
import { explain, explanationText } from '../../src/explain/index.ts'
import { inLongRun } from '../random.ts'
import { ask, errorIn, served } from '../server/http/wire.ts'
import { sideBySide } from './program.ts'
import { quietzone } from './quietzone.ts'

const service = await served()
t.teardown(() => service.close())

const path = '/api/v1/explain'
const targetOf = (values: Readonly<Record<string, string>>): string => `${path}?${new URLSearchParams(values)}`

t.test('quietzone explain: the words of the API as JSON, or its steps as text', inLongRun, async (t) => {
  const requests: readonly Readonly<Record<string, string>>[] = [
    { type: 'qr', text: 'héllo 倉庫', level: 'Q' },
    { type: 'datamatrix', text: 'QZ-0001', encodation: 'c40' },
    { type: 'code128', text: '-5' },
    { type: 'ean13', text: '400638133393', mask: '1' },
    { type: 'ean13', text: '12' },
    { type: 'microqr', text: '1', version: '1', level: 'L' },
  ]
  await sideBySide(requests, async (values) => {
    const reply = await ask(service.port, `GET ${targetOf(values)}`)
    const words = Object.entries(values).map(([name, value]) => `--${name}=${value}`)
    const { code, stdout, stderr } = await quietzone(['explain', ...words, '--json'])
    if (reply.status === 200) {
      t.same([code, stdout.toString(), stderr], [0, `${reply.body}\n`, ''], words.join(' '))
    } else {
      const error = errorIn(reply)
      const said = `quietzone: ${error.code}: ${error.message}\n`
      t.same([code, stdout.length, stderr], [reply.status === 400 ? 2 : 1, 0, said], words.join(' '))
      t.equal(statusOf[error.code as keyof typeof statusOf], reply.status)
    }
  })
  const plain = await quietzone(['explain', '--type', 'qr', '--text', '-', '--level', 'M'], { input: '01234567\n' })
  t.equal(plain.stdout.toString(), explanationText(explain('qr', '01234567', { level: 'M' })))
})
