/** The designs of the search: groups of elements that are alike, in a request with rows. */

import { whitePng } from '../attacks/design-pictures.ts'
import { type Draw, oneIn, pick } from '../pools.ts'
import type { Space } from './climb.ts'
import { alteredSegments, freshSegments, type Segment, textOf } from './texts.ts'

/** Elements of one kind; each is a little off the one before. */
interface Group {
  readonly kind: 'text' | 'symbol' | 'line' | 'box' | 'ellipse' | 'image'
  readonly count: number
  /** In mm. */
  readonly at: readonly [number, number]
  readonly size: readonly [number, number]
  readonly turn: number
  readonly text: readonly Segment[]
  /** The height of letters or the width of lines, in mm; as it fits if undefined. */
  readonly height: number | undefined
  readonly type: string
  /** A side of a picture in pixels, the bits of a pixel, and whether it has passes. */
  readonly picture: { readonly side: number; readonly depth: number; readonly interlaced: boolean }
}

export interface DesignCandidate {
  readonly size: string
  readonly query: string
  readonly rows: number
  readonly groups: readonly Group[]
}

/** The longest design, and the longest body. */
const [longestDesign, longestBody] = [262_144, 1 << 20]

/** The body of a request; undefined if it is longer than the service reads. */
export function bodyOf({ size, groups, rows }: DesignCandidate): Uint8Array | undefined {
  const elements = groups.flatMap(elementsOf).slice(0, 200)
  const design = { name: 'x', size, fields: { a: {} }, elements }
  const text = groups.find(({ kind }) => kind === 'text' || kind === 'symbol')?.text ?? []
  const a = textOf(text).slice(0, 7089)
  if (JSON.stringify(design).length > longestDesign) return undefined
  const body = Buffer.from(
    JSON.stringify({ design, rows: Array.from({ length: rows }, (_, i) => ({ a: i === 0 ? a : `${i}` })) }),
  )
  return body.length > longestBody ? undefined : body
}

function elementsOf({ kind, count, at: [x, y], size, turn, text, height, type, picture }: Group): readonly object[] {
  const value = textOf(text).slice(0, 3900).replace(/[{}]/g, '')
  const source = kind === 'image' ? uri(picture) : ''
  const element = (i: number): object => {
    const at = [x + i / 10, y + i / 10]
    const boxed = { kind, at, size, turn }
    switch (kind) {
      case 'text':
        return {
          ...boxed,
          value: oneOf(i, `${value}${i}`, '{a}'),
          lines: 1 + (i % 60),
          ...(height && { height: Math.max(0.5, height) }),
        }
      case 'symbol':
        return { ...boxed, type, value: oneOf(i, `${value}${i}`, '{a}') }
      case 'line':
        return { kind, turn, from: at, to: [x + size[0], y + size[1]], width: height ?? 0.05 }
      case 'box':
      case 'ellipse':
        return { ...boxed, ...(height && { width: height }) }
      case 'image':
        return { ...boxed, source, mode: oneOf(i, 'dither', 'threshold') }
    }
  }
  return Array.from({ length: count }, (_, i) => element(i))
}

const oneOf = <T>(i: number, one: T, other: T): T => (i % 3 === 2 ? other : one)

const uris = new Map<string, string>()

function uri({ side, depth, interlaced }: Group['picture']): string {
  const key = `${side} ${depth} ${interlaced}`
  const known = uris.get(key)
  if (known !== undefined) return known
  const made = `data:image/png;base64,${Buffer.from(whitePng(side, side, { depth, interlaced })).toString('base64')}`
  if (uris.size > 200) uris.clear()
  uris.set(key, made)
  return made
}

const sizes = ['57x32mm', '100x150mm', '300x300mm', '210x208mm', '4x300mm']
const kinds = ['text', 'symbol', 'line', 'box', 'ellipse', 'image'] as const
const types = ['qr', 'datamatrix', 'code128', 'code39', 'ean13', 'itf14', 'microqr']
const queries = [
  'format=png',
  'format=svg',
  '',
  'format=zpl',
  'format=brother',
  'format=escpos',
  'format=epl',
  'format=dymo',
]
const most: Readonly<Record<Group['kind'], number>> = {
  text: 200,
  symbol: 20,
  line: 200,
  box: 200,
  ellipse: 200,
  image: 100,
}

const millimetres = (draw: Draw): number => pick(draw, [draw(1, 30), draw(1, 300), 300, 150, 0.1])

function freshGroup(draw: Draw): Group {
  const kind = pick(draw, kinds)
  return {
    kind,
    count: draw(1, pick(draw, [1, 10, most[kind]])),
    at: [draw(-10, 100), draw(-10, 100)],
    size: [millimetres(draw), millimetres(draw)],
    turn: pick(draw, [0, 90, 180, 270]),
    text: freshSegments(draw),
    height: oneIn(draw, 2) ? undefined : pick(draw, [0.5, 2, 10, 50]),
    type: pick(draw, types),
    picture: {
      side: pick(draw, [10, 1000, draw(1, 5000), 5000, 2000]),
      depth: pick(draw, [1, 8, 16]),
      interlaced: oneIn(draw, 3),
    },
  }
}

const freshQuery = (draw: Draw): string =>
  [pick(draw, queries), `dpi=${pick(draw, ['203', '300', '600'])}`, ...(oneIn(draw, 4) ? ['verify=true'] : [])].join(
    '&',
  )

/** All designs of the service's limits and a little beyond. */
export const designs: Space<DesignCandidate> = {
  fresh: (draw) => ({
    size: pick(draw, sizes),
    query: freshQuery(draw),
    rows: pick(draw, [1, 1, 1, 1, 5, 500]),
    groups: Array.from({ length: draw(1, 4) }, () => freshGroup(draw)),
  }),

  altered(candidate, draw) {
    const { groups } = candidate
    const i = draw(0, groups.length - 1)
    const group = groups[i]!
    const fresh = freshGroup(draw)
    const withGroup = (changed: Partial<Group>): DesignCandidate => ({
      ...candidate,
      groups: groups.map((other, at) => (at === i ? { ...other, ...changed } : other)),
    })
    switch (draw(0, 8)) {
      case 0:
        return { ...candidate, query: freshQuery(draw) }
      case 1:
        return { ...candidate, size: pick(draw, sizes) }
      case 2:
        return { ...candidate, groups: groups.length > 3 ? groups.slice(1) : [...groups, fresh] }
      case 3:
        return withGroup({ text: alteredSegments(group.text, draw) })
      case 4:
        return withGroup({ size: fresh.size })
      case 5:
        return withGroup({
          count: Math.min(most[group.kind], Math.max(1, Math.round((group.count * draw(5, 20)) / 10))),
        })
      case 6:
        return withGroup({ picture: fresh.picture, type: fresh.type })
      case 7:
        return withGroup({ at: fresh.at, turn: fresh.turn })
      default:
        return withGroup({ height: fresh.height })
    }
  },

  crossed: (candidate, { groups }) => ({
    ...candidate,
    groups: [...candidate.groups.slice(0, 2), ...groups.slice(0, 2)],
  }),

  key: (candidate) => JSON.stringify(candidate),
}
