// quietzone judge --type datamatrix 'node dmtxwrite.mjs', where dmtxwrite is installed (Debian: dmtx-utils)
import { spawnSync } from 'node:child_process'
import { createInterface } from 'node:readline'

function answer({ type, text, options }) {
  // it has no ECI: bytes are ISO 8859-1
  const isBeyond = Array.from(text).some((character) => character.codePointAt(0) > 255)
  const rest = [...Object.keys(options), ...(isBeyond ? ['ECI'] : []), ...(type === 'datamatrix' ? [] : [type])]
  if (rest.length > 0) return { unsupported: rest.join(', ') }
  const input = Buffer.from(text, 'latin1')
  const { status, stdout, stderr } = spawnSync('dmtxwrite', ['-ea', '-d2', '-m10', '-f', 'PNG', '-o', '-'], { input })
  return status === 0 ? { png: stdout.toString('base64') } : { error: stderr.toString().trim() || `exit ${status}` }
}

for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(answer(JSON.parse(line))))
