/** Memory: what the drawing of a label allocates, and what the service has in use. */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { drawLabel } from '../src/draw.ts'
import { digits, pool } from './pools.ts'
import { type Quartiles, quartiles } from './quartiles.ts'
import { startedService } from './servers.ts'

export interface Memory {
  /** Bytes allocated, on the heap and outside of it, for one 4x6 label as PNG and for one PDF of 500. */
  readonly png: Quartiles
  readonly pdf: Quartiles
  /** The size of that PDF in bytes. */
  readonly pdfSize: Quartiles
  /** Resident bytes of a server that has drawn Latin captions in every format; undefined on a system without /proc. */
  readonly resident?: Quartiles
}

export async function measuredMemory(requests: number): Promise<Memory> {
  const resident = await residentService(requests)
  return {
    png: heapOf('png'),
    pdf: heapOf('pdf'),
    pdfSize: quartiles(pool(20, (draw) => digits(draw, 20)).map(sizeOfCopies)),
    ...(resident === undefined ? {} : { resident: quartiles([resident]) }),
  }
}

function heapOf(what: 'png' | 'pdf'): Quartiles {
  const flags = ['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64']
  const printed = execFileSync(process.execPath, [...flags, import.meta.filename, what], {
    encoding: 'utf8',
  })
  return quartiles(printed.trim().split(' ').map(Number))
}

function sizeOfCopies(text: string): number {
  return drawLabel({ ...label, text, qty: 500, format: 'pdf' }, { maxPixels: 0 }).bytes.length
}

async function residentService(requests: number): Promise<number | undefined> {
  const service = await startedService()
  try {
    const kinds = [
      'barcode?type=code128&includetext=true&format=png',
      'barcode?type=ean13&includetext=true&format=svg',
      'label?type=qr&format=png',
      'label?type=code128&qty=100',
    ]
    const texts = pool(requests, (draw) => digits(draw, 12))
    for (let i = 0; i < requests; i++) {
      const answer = await fetch(`${service.url}/api/v1/${kinds[i % kinds.length]}&text=${texts[i]}`)
      if (!answer.ok) throw new Error(`the service answers ${answer.status}: ${await answer.text()}`)
      await answer.arrayBuffer()
    }
    return residentBytes(service.pid)
  } finally {
    service.stop()
  }
}

function residentBytes(pid: number): number | undefined {
  try {
    const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return found ? Number(found[1]) * 1024 : undefined
  } catch {
    return undefined
  }
}

const label = { type: 'code128', size: '4x6', orientation: 'landscape', showtext: true } as const

/**
 * Run by itself, this file prints how many bytes the drawing of one label allocates: in a separate process, with a young generation so
 * large that nothing is collected meanwhile (--expose-gc, --max-semi-space-size).
 */
function printAllocated(what: string | undefined): void {
  const limits = { maxPixels: 25_000_000 }
  const make = (text: string) =>
    what === 'png'
      ? drawLabel({ ...label, text, qty: 1, format: 'png' }, limits)
      : drawLabel({ ...label, text, qty: 500, format: 'pdf' }, limits)
  for (let i = 0; i < 30; i++) make(`WARM ${i}`)
  const added = Array.from({ length: 9 }, (_, i) => {
    globalThis.gc?.()
    const before = process.memoryUsage()
    const drawing = make(`LABEL ${i}`)
    const after = process.memoryUsage()
    if (drawing.bytes.length === 0) throw new Error('nothing was drawn')
    return after.heapUsed - before.heapUsed + after.external - before.external
  })
  console.log(added.join(' '))
}

if (process.argv[1] === import.meta.filename) printAllocated(process.argv[2])
