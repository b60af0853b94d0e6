// quietzone judge --type qr 'node qrencode.mjs', where qrencode is installed
import { spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'

function answer({ type, text, options: { level = 'M', version, ...others } }) {
  const rest = Object.keys(others)
  if (rest.length > 0 || (type !== 'qr' && version === undefined)) return { unsupported: rest.join(', ') || type }
  const args = [
    '-o',
    '-',
    '-t',
    'PNG',
    '-s',
    '2',
    '-l',
    version === 1 && type === 'microqr' ? 'L' : level,
    '--strict-version',
  ]
  if (type === 'microqr') args.push('-M', '-m', '2')
  if (version) args.push('-v', String(version))
  const { status, stdout, stderr } = spawnSync('qrencode', args, { input: text })
  return status === 0 ? { png: stdout.toString('base64') } : { error: stderr.toString().trim() }
}

for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(answer(JSON.parse(line))))
