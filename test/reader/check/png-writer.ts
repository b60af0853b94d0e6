/** Writes PNGs of every kind, for tests of readers. ISO/IEC 15948:2004 */

import { crc32, deflateSync } from 'node:zlib'
import type { Picture } from '../../../src/reader/check/index.ts'

export interface PngPlan {
  readonly width: number
  readonly height: number
  readonly depth: number
  /** 0, 2, 3, 4 or 6 */
  readonly colourType: number
  readonly interlaced?: boolean
  readonly palette?: readonly number[]
  readonly transparency?: readonly number[]
  /** Compressed rows are dealt out to so many chunks. */
  readonly parts?: number
  /** Chunks between header and palette. */
  readonly others?: readonly Buffer[]
}

const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** 8.2: left, top, across, down of the seven passes. */
const passes = ['0088', '4088', '0448', '2044', '0224', '1022', '0112'].map((pass) => [...pass].map(Number))

export function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([word(data.length), named, word(crc32(named))])
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Bytes that look random and depend on `start` alone. */
export function noise(start: number): () => number {
  let state = start
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) | 0
    return (state >>> 16) & 255
  }
}

/** Rows of `plan` with their filters: what a zlib stream of it has to hold. Each byte comes from `next`, filters too. */
export function filteredRows(plan: PngPlan, next: (from: 'filter' | 'data') => number): Buffer {
  const { width, height, depth, colourType, interlaced = false } = plan
  const rows: number[] = []
  for (const [left, top, across, down] of interlaced ? passes : [[0, 0, 1, 1]]) {
    const columns = Math.ceil((width - left!) / across!)
    if (columns <= 0) continue
    for (let y = top!; y < height; y += down!) {
      rows.push(next('filter'))
      const bytes = Math.ceil((columns * samplesOf[colourType]! * depth) / 8)
      for (let i = 0; i < bytes; i++) rows.push(next('data'))
    }
  }
  return Buffer.from(rows)
}

/** A chunk of pixels in a unit: 1 is the metre, 0 is unknown. 11.3.5.3 */
export function physical(across: number, down = across, unit = 1): Buffer {
  return chunk('pHYs', Buffer.concat([word(across), word(down), Buffer.from([unit])]))
}

export const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export function pngOf(plan: PngPlan, rows: Uint8Array): Buffer {
  const { width, height, depth, colourType, interlaced = false, palette, transparency, parts = 1 } = plan
  const header = Buffer.from([...word(width), ...word(height), depth, colourType, 0, 0, Number(interlaced)])
  const compressed = deflateSync(rows)
  const share = Math.ceil(compressed.length / parts)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...(plan.others ?? []),
    ...(palette ? [chunk('PLTE', Buffer.from(palette))] : []),
    ...(transparency ? [chunk('tRNS', Buffer.from(transparency))] : []),
    ...Array.from({ length: parts }, (_, i) => chunk('IDAT', compressed.subarray(i * share, (i + 1) * share))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A picture as a PNG of a byte a pixel, without filters. */
export function greyPng({ width, height, grey }: Picture, others: readonly Buffer[] = []): Buffer {
  const rows = Buffer.alloc((1 + width) * height)
  for (let y = 0; y < height; y++) rows.set(grey.subarray(y * width, (y + 1) * width), y * (1 + width) + 1)
  return pngOf({ width, height, depth: 8, colourType: 0, others }, rows)
}
