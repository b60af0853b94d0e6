import t from 'tap'
import { dataMatrixStructure } from '../../src/check/datamatrix/structure.ts'
import { microQrStructure, type QrStructure, qrStructure } from '../../src/check/qr/structure.ts'
import { dataMatrixSizes, structure } from '../../symbologies/index.ts'

const { qrRole, dataMatrixRole } = structure

interface Place {
  readonly row: number
  readonly column: number
}

/** Roles of modules, added one by one; all other modules are data modules. */
function rolesOf(width: number, height: number) {
  const bits = new Uint8Array(width * height)
  const add = (places: readonly Place[], role: number): void => {
    for (const { row, column } of places) bits[row * width + column]! |= role
  }
  return { roles: { width, height, bits }, add }
}

const qrRules = {
  finder: qrRole.finder,
  separator: qrRole.separator,
  timing: qrRole.timing,
  alignment: qrRole.alignment,
  darkmodule: qrRole.darkModule,
  'version.copy1': qrRole.version,
  'version.copy2': qrRole.version,
}

/** The roles according to check, which derives them from the standard independently. */
function checkRoles({ size, regions, format, data }: QrStructure, dataBits: number): structure.Roles {
  const { roles, add } = rolesOf(size, size)
  for (const { rule, modules } of regions) add(modules, qrRules[rule])
  for (const copy of format) add(copy, qrRole.format)
  add(data.slice(dataBits), qrRole.remainder)
  return roles
}

/** The first module whose role differs. */
function firstDifference(ours: structure.Roles, theirs: structure.Roles): string | undefined {
  if (ours.width !== theirs.width || ours.height !== theirs.height) return 'another size'
  const at = theirs.bits.findIndex((role, i) => ours.bits[i] !== role)
  return at < 0 ? undefined : `row ${Math.floor(at / ours.width)}, column ${at % ours.width}`
}

t.test('every module of every QR version has the role that check derives', async (t) => {
  for (let version = 1; version <= 40; version++) {
    const checked = qrStructure(version)
    const wanted = checkRoles(checked, checked.data.length & ~7)
    t.equal(firstDifference(structure.qrRoles(version), wanted), undefined, `version ${version}`)
  }
})

t.test('every module of every Micro QR version has the role that check derives', async (t) => {
  for (const kind of structure.microQrKinds) {
    const checked = microQrStructure(kind.version)
    const wanted = checkRoles(checked, checked.data.length)
    t.equal(firstDifference(structure.microQrRoles(kind), wanted), undefined, `M${kind.version}-${kind.level}`)
  }
})

t.test('every module of every Data Matrix size has the role that check derives', async (t) => {
  const { finderL, clockTrack, verticalAlignment, horizontalAlignment, fixedCorner } = dataMatrixRole
  for (const size of dataMatrixSizes) {
    const { roles, add } = rolesOf(size.columns, size.rows)
    const width = size.columns / size.regionColumns
    const height = size.rows / size.regionRows
    const edge = (at: number, length: number): boolean => at % length === 0 || at % length === length - 1
    for (const { rule, modules } of dataMatrixStructure(size).regions) {
      if (rule === 'finder') add(modules, finderL)
      if (rule === 'timing') add(modules, clockTrack)
      if (rule === 'corner') add(modules, fixedCorner)
      if (rule !== 'alignment') continue
      const vertical = modules.filter(({ column }) => edge(column, width))
      const horizontal = modules.filter(({ row }) => edge(row, height))
      t.ok(modules.every((module) => vertical.includes(module) || horizontal.includes(module)))
      add(vertical, verticalAlignment)
      add(horizontal, horizontalAlignment)
    }
    t.equal(firstDifference(structure.dataMatrixRoles(size), roles), undefined, size.name)
  }
})
