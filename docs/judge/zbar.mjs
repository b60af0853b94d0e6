// quietzone judge --decoder 'node zbar.mjs', where zbarimg is installed (Debian: zbar-tools)
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'

const names = {
  code128: 'code128',
  code39: 'code39',
  itf14: 'i25',
  ean13: 'ean13',
  ean8: 'ean8',
  upce: 'upce',
  // read as EAN-13, of which it is a part
  upca: 'ean13',
  qr: 'qrcode',
}
const file = `${tmpdir()}/zbar-${process.pid}.png`

function answer({ type, png }) {
  // it has neither Micro QR Code nor Data Matrix
  const name = names[type]
  if (name === undefined) return { unsupported: type }
  writeFileSync(file, Buffer.from(png, 'base64'))
  const { stdout } = spawnSync('zbarimg', ['--quiet', '--raw', '--oneshot', '-Sdisable', `-S${name}.enable`, file])
  return stdout.length === 0 ? { error: 'nothing is read' } : { bytes: stdout.toString('base64') }
}

for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(answer(JSON.parse(line))))
rmSync(file, { force: true })
