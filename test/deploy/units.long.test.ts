import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../../src/root.ts'
import { absent } from './proxy.ts'

/** The units as docs/several-instances.md installs them, with the program in a place that exists. */
function installedIn(folder: string): void {
  const program = join(folder, 'bin/quietzone')
  mkdirSync(join(folder, 'bin'))
  writeFileSync(program, '#!/bin/sh\n')
  chmodSync(program, 0o755)
  const drop = 'quietzone@.service.d'
  cpSync(join(root, 'deploy', drop), join(folder, drop), { recursive: true })
  const unit = readFileSync(join(root, 'deploy/quietzone.service'), 'utf8')
  const placed = (text: string): string => text.replaceAll('/opt/quietzone/current/bin/quietzone', program)
  for (const name of ['quietzone.service', 'quietzone@.service']) writeFileSync(join(folder, name), placed(unit))
  const instance = join(folder, drop, 'instance.conf')
  writeFileSync(instance, placed(readFileSync(instance, 'utf8')))
}

t.test('systemd accepts the units, and the exposure is the one that docs/deploy.md tells', async (t) => {
  const tools = absent(['systemd-analyze', 'systemd'])
  if (tools.length > 0) return void t.fail(`not installed: ${tools}`)
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-units-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  installedIn(folder)
  const analyzed = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { cwd: folder, encoding: 'utf8' })
    t.equal(status, 0, stderr)
    return `${stdout}${stderr}`
  }
  const [, told] = /exposure ([\d.]+) by/.exec(readFileSync(join(root, 'docs/deploy.md'), 'utf8'))!
  for (const unit of ['./quietzone.service', './quietzone@8081.service']) {
    t.equal(analyzed('verify', '--man=no', unit), '', unit)
    t.match(analyzed('security', '--offline=true', unit), `Overall exposure level for ${unit.slice(2)}: ${told} `)
  }
})
