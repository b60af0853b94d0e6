// quietzone judge 'node bwip-js.mjs', after npm install bwip-js
import { createInterface } from 'node:readline'
import bwip from 'bwip-js/node'

const names = {
  qr: 'qrcode',
  microqr: 'microqrcode',
  upca: 'upca',
  upce: 'upce',
  ean13: 'ean13',
  ean8: 'ean8',
  itf14: 'itf14',
}
const gs1Names = { code128: 'gs1-128', qr: 'gs1qrcode', datamatrix: 'gs1datamatrix' }

async function answer({ type, text, options: { gs1, level, version, checkdigit, fullascii, ...others } }) {
  const rest = [...Object.keys(others), ...(gs1 && !gs1Names[type] ? ['gs1'] : [])]
  if (rest.length > 0) return { unsupported: rest.join(', ') }
  const name = gs1 ? gs1Names[type] : fullascii ? 'code39ext' : (names[type] ?? type)
  const options = { binarytext: type === 'code128' }
  if (level) Object.assign(options, { eclevel: level, fixedeclevel: true })
  if (version) options.version = type === 'microqr' ? `M${version}` : version
  if (checkdigit) options.includecheck = true
  try {
    // raw has other widths of ITF-14 than the picture
    if (type === 'itf14') {
      const picture = { ...options, bcid: name, text, scale: 2, padding: 12, backgroundcolor: 'ffffff' }
      return { png: (await bwip.toBuffer(picture)).toString('base64') }
    }
    const [{ sbs, pixs, pixx }] = bwip.raw(name, text, options)
    if (sbs) return { matrix: [sbs.map((width, i) => (i % 2 ? '0' : '1').repeat(width)).join('')] }
    return { matrix: pixs.join('').match(new RegExp(`.{${pixx}}`, 'g')) }
  } catch (error) {
    return { error: String(error) }
  }
}

for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(await answer(JSON.parse(line))))
