import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawLabel } from '../src/draw.ts'
import { root } from '../src/root.ts'
import { digits, pool } from './pools.ts'
import { type Quartiles, quartiles } from './quartiles.ts'
import { startedService } from './service.ts'

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
  const printed = execFileSync(process.execPath, [...flags, join(root, 'build/bench/child.js'), what], {
    encoding: 'utf8',
  })
  return quartiles(printed.trim().split(' ').map(Number))
}

function sizeOfCopies(text: string): number {
  const label = { type: 'code128', size: '4x6', orientation: 'landscape', showtext: true, qty: 500 } as const
  return drawLabel({ ...label, text, format: 'pdf' }, { maxPixels: 0 }).bytes.length
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
