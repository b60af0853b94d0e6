import t from 'tap'
import { qrStructure } from '../../../src/reader/check/qr/structure.ts'
import { isDark, qr, qrCodewordModules, structure } from '../../../symbologies/index.ts'
import { checkRoles, firstDifference } from '../../oracle/roles.ts'
import { inLongRun } from '../../random.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex').toUpperCase()

t.test('codewords of the trace are in the modules of qrCodewordModules', (t) => {
  const faults: string[] = []
  for (let version = 1; version <= 40; version++) {
    // Mask 1 turns even rows.
    const { matrix, trace } = qr('quietzone', { version, mask: 1, level: 'L' })
    const modules = qrCodewordModules(version)
    if (modules.length !== trace.codewords.length) faults.push(`${version}: ${modules.length} codewords`)
    const read = modules.map((eight) =>
      eight.reduce((value, { x, y }) => 2 * value + Number(isDark(matrix, x, y) !== (y % 2 === 0)), 0),
    )
    if (hex(Uint8Array.from(read)) !== hex(trace.codewords)) faults.push(`${version}`)
  }
  t.same(faults, [])
  t.end()
})

t.test('every module of every QR version has the role that check derives', inLongRun, async (t) => {
  for (let version = 1; version <= 40; version++) {
    const checked = qrStructure(version)
    const wanted = checkRoles(checked, checked.data.length & ~7)
    t.equal(firstDifference(structure.qrRoles(version), wanted), undefined, `version ${version}`)
  }
})
