import t from 'tap'
import { hostStatus } from '../printers/loopback-printer.ts'
import { printer, run } from './printing.ts'

t.test('printers are listed, with their states if that is asked for', async (t) => {
  await printer(t, { answer: () => hostStatus({ paperOut: true }) })
  t.equal((await run(t, ['print', '--list'])).stdout.toString(), 'dock-3  zpl  203 dpi  50x30\n')
  const { stdout } = await run(t, ['print', '--list', '--state', '--printers', 'printers.json'])
  t.match(stdout.toString(), /^dock-3 {2}zpl {2}203 dpi {2}50x30 {2}paper_out {2}\S.*\n$/)
})
