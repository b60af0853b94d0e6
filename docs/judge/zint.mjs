// quietzone judge 'node zint.mjs', where zint is installed
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'

const names = {
  qr: 'QRCODE',
  microqr: 'MICROQR',
  datamatrix: 'DATAMATRIX',
  itf14: 'ITF14',
  ean13: 'EANX',
  ean8: 'EANX',
}
/** How many digits each has with its check digit: zint has other names for these. */
const whole = { ean13: 13, ean8: 8, upca: 12, upce: 8 }
const file = `${tmpdir()}/zint-${process.pid}.txt`

function answer({ type, text, options: { gs1, level, version, checkdigit, fullascii, addon, ...others } }) {
  const rest = Object.keys(others)
  if (rest.length > 0) return { unsupported: rest.join(', ') }
  let name = fullascii ? 'EXCODE39' : gs1 && type === 'code128' ? 'GS1_128' : (names[type] ?? type.toUpperCase())
  if (text.length === whole[type]) name += '_CHK'
  const args = ['-b', name, '-i', file, '--dump']
  if (gs1) args.push('--gs1', '--gs1parens')
  if (level) args.push(`--secure=${1 + 'LMQH'.indexOf(level)}`)
  if (version || checkdigit) args.push(`--vers=${version ?? 1}`)
  if (type === 'datamatrix') args.push('--square')
  writeFileSync(file, addon ? `${text}+${addon}` : text)
  const { status, stdout, stderr } = spawnSync('zint', args, { encoding: 'utf8' })
  if (status !== 0) return { error: stderr.trim() }
  const bits = (digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')
  return {
    matrix: stdout
      .trim()
      .split('\n')
      .map((row) => row.replace(/[0-9A-F]/g, bits).replaceAll(' ', '')),
  }
}

for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(answer(JSON.parse(line))))
rmSync(file, { force: true })
