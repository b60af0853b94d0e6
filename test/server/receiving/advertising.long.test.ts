/** QZ_ADVERTISE by a witness: Avahi, and ippfind of CUPS which asks it, on a network of their own. */

import { execFile, spawnSync } from 'node:child_process'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { root } from '../../../src/root.ts'
import { avahiAbsent } from '../../printing/channels/print-servers.ts'

/** A network that ends in this machine. */
const network = [
  'ip link set lo up',
  'ip link add v0 type veth peer name v1',
  'ip addr add 192.0.2.1/24 dev v0',
  'ip link set v0 up',
  'ip link set v1 up',
].join(' && ')
const absent =
  avahiAbsent ||
  (spawnSync('unshare', ['--net', 'sh', '-c', network]).status !== 0 && 'no network namespace can be made here')

t.test('printers are found as long as the service runs', { skip: absent }, async (t) => {
  const witness = join(root, 'build/test/server/receiving/avahi-witness.js')
  const script = `${network} && exec "${process.execPath}" "${witness}"`
  const { stdout } = await promisify(execFile)('unshare', ['--net', 'sh', '-c', script])
  const { before, after } = JSON.parse(stdout)
  const name = `dock-3 on ${hostname().split('.')[0]}`
  const ipp = new RegExp(`^${name}\\|18631\\|ipp/print/dock-3\\|application/pdf,image/pwg-raster,[^|]*\\|label\\|$`)
  t.match(before, [ipp, ipp, new RegExp(`^${name}\\|19101\\|\\|application/vnd\\.zebra-zpl,application/pdf\\|\\|$`)])
  t.same(after, ['', '', ''], 'it says goodbye')
})
