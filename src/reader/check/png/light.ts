/** How much light the values of a PNG stand for, as it says itself. ISO/IEC 15948:2004, 11.3.3 */

import { curveOfProfile } from '../picture/icc.ts'
import type { PngChunks } from './chunks.ts'
import { unpackedWithin } from './inflated.ts'

/** The exponents of gAMA that a picture can mean. */
const [leastGamma, mostGamma] = [0.1, 10]
/** The most bytes of a profile that is unpacked: those of printers have some millions. */
const mostProfileBytes = 4_000_000

/** The share of light, 0 to 1, of each of the values 0 to 255: by iCCP, else sRGB, else gAMA; undefined where it is that of sRGB. */
export async function reflectancesIn({ profile, isSrgb, gamma }: PngChunks): Promise<Float64Array | undefined> {
  const unpacked = profile && (await unpackedWithin(profile, mostProfileBytes))
  const curve = unpacked && curveOfProfile(unpacked)
  if (curve !== undefined || isSrgb) return curve
  return gamma !== undefined && gamma >= leastGamma && gamma <= mostGamma
    ? Float64Array.from({ length: 256 }, (_, value) => (value / 255) ** (1 / gamma))
    : undefined
}
