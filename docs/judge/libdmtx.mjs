// quietzone judge --decoder --type datamatrix 'node libdmtx.mjs', where dmtxread is installed (Debian: dmtx-utils)
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'

const file = `${tmpdir()}/dmtx-${process.pid}.png`

function answer({ type, png }) {
  if (type !== 'datamatrix') return { unsupported: type }
  writeFileSync(file, Buffer.from(png, 'base64'))
  const { stdout } = spawnSync('dmtxread', ['--stop-after=1', '--milliseconds=5000', '--gs1=29', file])
  return stdout.length === 0 ? { error: 'nothing is read' } : { bytes: stdout.toString('base64') }
}

for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(answer(JSON.parse(line))))
rmSync(file, { force: true })
