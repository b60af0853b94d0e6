/** Jobs for a printer that takes nothing, kept on disk: one label of many bytes, tables as long as they may be, and lists of all that waits. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AttackRequest } from '../four-clients.ts'

export const name = 'jobs of a printer that is away'

/** A service that keeps its jobs in the folder, with printers that nobody answers for. */
export function environment(folder: string): Record<string, string> {
  const address = 'socket://127.0.0.1:9'
  const printers = [
    { name: 'wide', address, language: 'zpl', dpi: 600, stock: '4x6', status: false },
    { name: 'sheet', address: 'ipp://127.0.0.1:9/ipp/print', language: 'pdf', dpi: 600, stock: '100x150' },
  ]
  const file = join(folder, 'printers.json')
  writeFileSync(file, JSON.stringify(printers))
  return { QZ_PRINTERS: file, QZ_STATE: join(folder, 'state') }
}

/** Rows that differ at their ends; 500 are the most of a request. */
function tableOf(count: number, length: number): Uint8Array {
  const text = 'aB3$'.repeat(length / 4)
  return Buffer.from(`text\n${Array.from({ length: count }, (_, i) => `${text}${i}\n`).join('')}`)
}

export function* requests(): Iterable<AttackRequest> {
  const headers = { 'Quietzone-Print': 'yes', Prefer: 'respond-async', 'Content-Type': 'text/csv' }
  const [long, short] = [tableOf(500, 1600), tableOf(40, 40)]
  for (const [query, body] of [
    ['printer=wide&type=qr', long],
    ['printer=sheet&type=qr', long],
    ['printer=wide&type=datamatrix', short],
    ['printer=wide&type=qr&confirm=scan', short],
    ['printer=wide&type=qr&qty=500', Buffer.from('text\na')],
  ] as const) {
    yield { method: 'POST', path: `/api/v1/print?${query}`, headers, body }
  }
  for (const path of ['jobs?limit=200', 'jobs?state=waiting&limit=200', 'counters', 'jobs/1']) {
    yield { method: 'GET', path: `/api/v1/${path}`, headers: {} }
  }
}
