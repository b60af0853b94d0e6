import type { Growth } from './growth.ts'

/** The plot's frame in the picture. */
const [left, top, right, bottom] = [70, 30, 720, 470]
const [width, height] = [880, 530]
const colours = [
  '#0b62a4',
  '#c2410c',
  '#15803d',
  '#7e22ce',
  '#b91c1c',
  '#0f766e',
  '#a16207',
  '#475569',
  '#be185d',
  '#1d4ed8',
]

/** Time against length as an SVG, both axes logarithmic, so that a straight line of slope one is linear growth. */
export function plotOf(growths: readonly Growth[]): string {
  const points = growths.flatMap(({ points }) => points)
  const xAxis = axis(
    points.map(({ length }) => length),
    left,
    right,
  )
  const yAxis = axis(
    points.map(({ microseconds }) => microseconds),
    bottom,
    top,
  )
  const grid = [
    ...xAxis.ticks.map(
      (tick) =>
        line(xAxis.at(tick), top, xAxis.at(tick), bottom) + label(xAxis.at(tick), bottom + 18, 'middle', String(tick)),
    ),
    ...yAxis.ticks.map(
      (tick) =>
        line(left, yAxis.at(tick), right, yAxis.at(tick)) + label(left - 8, yAxis.at(tick) + 4, 'end', String(tick)),
    ),
  ]
  const curves = growths.map((growth, i) => {
    const at = growth.points.map(({ length, microseconds }) => [xAxis.at(length), yAxis.at(microseconds)] as const)
    const colour = colours[i % colours.length]
    const dots = at.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3" fill="${colour}"/>`).join('')
    const path = `<polyline fill="none" stroke="${colour}" stroke-width="1.5" points="${at.map((point) => point.join(',')).join(' ')}"/>`
    const y = top + 12 + 24 * i
    const key = `<circle cx="${right + 20}" cy="${y - 4}" r="4" fill="${colour}"/>${label(right + 32, y, 'start', legend(growth))}`
    return path + dots + key
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13" role="img">`,
    '<title>Time to encode against length of text</title>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...grid,
    label((left + right) / 2, bottom + 44, 'middle', 'characters'),
    label(left, top - 12, 'middle', 'microseconds'),
    ...curves,
    '</svg>\n',
  ].join('\n')
}

function legend({ symbology, power }: Growth): string {
  return power === undefined ? symbology : `${symbology}, length^${power.toFixed(2)}`
}

interface Axis {
  /** Powers of ten. */
  readonly ticks: readonly number[]
  at(value: number): number
}

/** Whole powers of ten around the values, from `from` to `to`. */
function axis(values: readonly number[], from: number, to: number): Axis {
  const low = Math.floor(Math.log10(Math.min(...values)))
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))))
  return {
    ticks: Array.from({ length: high - low + 1 }, (_, i) => Number((10 ** (low + i)).toPrecision(1))),
    at: (value) => Math.round(10 * (from + ((Math.log10(value) - low) / (high - low)) * (to - from))) / 10,
  }
}

function line(x1: number, y1: number, x2: number, y2: number): string {
  return `<path stroke="#ddd" d="M${x1} ${y1}L${x2} ${y2}"/>`
}

function label(x: number, y: number, anchor: string, text: string): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${text}</text>`
}
