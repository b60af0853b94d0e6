import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { cupsAbsent, withCups } from '../../printing/channels/print-servers.ts'
import { badLabelOf, labelOf, receiving } from './example-receiving.ts'

t.test(
  'lp by a raw queue of CUPS: each file is a job, and is held where it has a fault',
  { skip: cupsAbsent },
  async (t) => {
    const service = await receiving({ receive: { onFault: 'hold' } })
    await withCups(service.port, async ({ folder, queue, command }) => {
      const print = (name: string, text: string, copies: number): void => {
        writeFileSync(join(folder, name), text)
        command('lp', ['-d', queue, '-n', `${copies}`, '-o', 'raw', join(folder, name)])
      }
      print('a.zpl', labelOf('QZ-1') + labelOf('QZ-2'), 1)
      await service.untilTold(1)
      print('b.zpl', badLabelOf('QZ-3'), 1)
      await service.untilTold(2)
    })
    t.match(service.all(), [
      { labels: 2, first: 'QZ-1', last: 'QZ-2', source: 'socket', by: '127.0.0.1' },
      { labels: 1, first: 'QZ-3', state: 'held', purpose: /^ink_in_quiet_zone/ },
    ])
    t.match(await service.jobs.settled(1), { state: 'done', printed: 2 })
    await service.close()
  },
)
