import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { encode, rowsOf } from '../../../../symbologies/index.ts'
import { quietzone } from '../../../cli/quietzone.ts'
import { conversation, repliesIn, served } from '../../http/wire.ts'

t.test('modules are judged as the command line judges them', async (t) => {
  const service = await served()
  t.teardown(() => service.close())
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-check-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'modules.json')
  for (const [matrix, verdict] of [
    [rowsOf(encode('qr', 'HELLO').matrix), 'conforming'],
    [['1010'], 'unreadable'],
    [[1], 'unreadable'],
  ] as const) {
    const body = JSON.stringify({ matrix })
    const lines = ['POST /api/v1/check?text=HELLO HTTP/1.1', 'Host: x', 'Connection: close']
    const type = ['Content-Type: text/plain', `Content-Length: ${body.length}`]
    const head = `${[...lines, ...type].join('\r\n')}\r\n\r\n`
    const [reply] = repliesIn(await conversation(service.port, Buffer.from(head + body)))
    t.equal(reply!.status, 200)
    const { schema, tool, ...report } = JSON.parse(reply!.body.toString())
    t.equal(report.verdict, verdict)
    writeFileSync(file, body)
    const { stdout } = await quietzone(['check', '--matrix', file, '--json', '--text', 'HELLO'])
    t.same({ schema, tool, file, ...report }, JSON.parse(stdout.toString()))
  }
})
