import type { QrStructure } from '../../src/reader/check/qr/structure.ts'
import { structure } from '../../symbologies/index.ts'

const { qrRole } = structure

export interface Place {
  readonly row: number
  readonly column: number
}

/** Roles of modules, added one by one; all other modules are data modules. */
export function rolesOf(width: number, height: number) {
  const bits = new Uint8Array(width * height)
  const add = (places: readonly Place[], role: number): void => {
    for (const { row, column } of places) bits[row * width + column]! |= role
  }
  return { roles: { width, height, bits }, add }
}

export const qrRules = {
  finder: qrRole.finder,
  separator: qrRole.separator,
  timing: qrRole.timing,
  alignment: qrRole.alignment,
  darkmodule: qrRole.darkModule,
  'version.copy1': qrRole.version,
  'version.copy2': qrRole.version,
}

/** The roles according to check, which derives them from the standard independently. */
export function checkRoles({ size, regions, format, data }: QrStructure, dataBits: number): structure.Roles {
  const { roles, add } = rolesOf(size, size)
  for (const { rule, modules } of regions) add(modules, qrRules[rule])
  for (const copy of format) add(copy, qrRole.format)
  add(data.slice(dataBits), qrRole.remainder)
  return roles
}

/** The first module whose role differs. */
export function firstDifference(ours: structure.Roles, theirs: structure.Roles): string | undefined {
  if (ours.width !== theirs.width || ours.height !== theirs.height) return 'another size'
  const at = theirs.bits.findIndex((role, i) => ours.bits[i] !== role)
  return at < 0 ? undefined : `row ${Math.floor(at / ours.width)}, column ${at % ours.width}`
}
