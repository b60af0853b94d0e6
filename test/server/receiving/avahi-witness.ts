/** Printers that a service announces, as Avahi finds them on the only network of this process; prints what it finds, and what after the end. */

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { addressOf, started } from '../../cli/program.ts'
import { withAvahi } from '../../printing/channels/print-servers.ts'

const kinds = ['_ipp._tcp', '_ipp._tcp,_universal', '_pdl-datastream._tcp'] as const
const shown = '{service_name}|{service_port}|{txt_rp}|{txt_pdl}|{txt_kind}|{txt_note}'

await withAvahi('', async (env, folder) => {
  /** What there is of a kind: a line each. */
  const found = async (kind: string): Promise<string> => {
    const args = [kind, '--exec', 'echo', shown, ';']
    // it fails where it finds none
    const { stdout } = await promisify(execFile)('ippfind', args, { env: { ...process.env, ...env } }).catch(
      (error: { stdout: string }) => error,
    )
    return stdout.trim()
  }
  const until = async (kind: string, isSo: (text: string) => boolean): Promise<string> => {
    for (;;) {
      const text = await found(kind)
      if (isSo(text)) return text
    }
  }
  const receive = { ipp: true, socket: 19101, from: ['192.0.2.0/24'] }
  const entry = {
    name: 'dock-3',
    address: 'socket://192.0.2.9:9100',
    language: 'zpl',
    dpi: 203,
    stock: '50x30',
    receive,
  }
  writeFileSync(join(folder, 'printers.json'), JSON.stringify([entry]))
  const service = started(['serve'], {
    ...{ HOST: '0.0.0.0', PORT: '18631', QZ_ADVERTISE: 'true' },
    ...{ QZ_PRINTERS: join(folder, 'printers.json'), QZ_STATE: join(folder, 'state') },
  })
  service.stderr!.resume()
  await addressOf(service)
  service.stdout!.resume()
  const before: string[] = []
  for (const kind of kinds) before.push(await until(kind, (text) => text !== ''))
  const end = once(service, 'close')
  service.kill('SIGTERM')
  await end
  const after: string[] = []
  for (const kind of kinds) after.push(await until(kind, (text) => text === ''))
  console.log(JSON.stringify({ before, after }))
})
