/** The curve of an ICC profile: how much light each value of a picture stands for. ICC.1:2010, 7, 10.5 and 10.15 */

/** Bytes of the header, and of a row of the table of tags. */
const [headerBytes, rowBytes] = [128, 12]
const mostTags = 200
/** The curves that are taken, the first that a profile has: of greys, and of red. */
const curves = ['kTRC', 'rTRC'] as const

/** The share of light, 0 to 1, of each of the values 0 to 255; undefined for a profile that is damaged or has no such curve. */
export function curveOfProfile(profile: Uint8Array): Float64Array | undefined {
  const view = new DataView(profile.buffer, profile.byteOffset, profile.length)
  if (profile.length < headerBytes + 4) return undefined
  const count = Math.min(mostTags, view.getUint32(headerBytes))
  const rows = Array.from({ length: count }, (_, i) => headerBytes + 4 + rowBytes * i).filter(
    (at) => at + rowBytes <= profile.length,
  )
  for (const name of curves) {
    const row = rows.find((at) => signatureAt(profile, at) === name)
    if (row === undefined) continue
    const [offset, size] = [view.getUint32(row + 4), view.getUint32(row + 8)]
    if (offset + size > profile.length || size < 12) return undefined
    const curve = curveIn(new DataView(profile.buffer, profile.byteOffset + offset, size), signatureAt(profile, offset))
    const shares =
      curve && Float64Array.from({ length: 256 }, (_, value) => Math.min(1, Math.max(0, curve(value / 255))))
    return shares?.every(Number.isFinite) && shares[255]! > shares[0]! ? shares : undefined
  }
  return undefined
}

const signatureAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4))

type Curve = (value: number) => number

function curveIn(data: DataView, type: string): Curve | undefined {
  return type === 'curv' ? sampledCurve(data) : type === 'para' ? parametricCurve(data) : undefined
}

/** 10.5: nothing, an exponent in 256ths, or samples at even distances. */
function sampledCurve(data: DataView): Curve | undefined {
  const count = data.getUint32(8)
  if (count === 0) return (value) => value
  if (12 + 2 * count > data.byteLength) return undefined
  const at = (i: number): number => data.getUint16(12 + 2 * i)
  if (count === 1) return (value) => value ** (at(0) / 256)
  return (value) => {
    const place = value * (count - 1)
    const first = Math.min(count - 2, Math.floor(place))
    return (at(first) + (place - first) * (at(first + 1) - at(first))) / 65535
  }
}

/** 10.15: by the number of the function, how many parameters it has. */
const parameterCounts = [1, 3, 4, 5, 7]

function parametricCurve(data: DataView): Curve | undefined {
  const kind = data.getUint16(8)
  const count = parameterCounts[kind]
  if (count === undefined || 12 + 4 * count > data.byteLength) return undefined
  const values = Array.from({ length: count }, (_, i) => data.getInt32(12 + 4 * i) / 65536)
  const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = values
  const power = (value: number): number => Math.max(0, a * value + b) ** g
  switch (kind) {
    case 0:
      return (value) => value ** g
    case 1:
      return power
    case 2:
      return (value) => (a * value + b >= 0 ? power(value) : 0) + c
    case 3:
      return (value) => (value >= d ? power(value) : c * value)
    default:
      return (value) => (value >= d ? power(value) + e : c * value + f)
  }
}
