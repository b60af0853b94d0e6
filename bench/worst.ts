import { goods, pool } from './pools.ts'
import { type Quartiles, quartiles } from './quartiles.ts'
import { startedService } from './service.ts'

/** How long one request takes its client, in milliseconds. */
export interface Slow {
  readonly request: string
  readonly status: number
  /** As the first one of a service that has just been started. */
  readonly first: number
  readonly later: Quartiles
}

/** Requests that are made to be slow: the longest texts, the largest pictures, captions in many scripts at once. */
const requests: Readonly<Record<string, string>> = {
  'Code 128, 7089 mixed characters, caption, PNG': barcode('code128', mixed(7089), 'scale=1&height=1'),
  'Code 128, 7089 mixed characters, caption, turned, PNG': barcode('code128', mixed(7089), 'scale=1&height=1&rotate=R'),
  'Code 128, 7089 mixed characters, caption, turned, SVG': barcode(
    'code128',
    mixed(7089),
    'scale=1&height=1&rotate=R&format=svg',
  ),
  'Code 128, 3000 mixed characters, caption, PDF': barcode('code128', mixed(3000), 'scale=1&height=20&format=pdf'),
  'Code 128, 7089 mixed characters, too many pixels': barcode('code128', mixed(7089), 'scale=10&height=100'),
  'QR, 7089 digits, scale 10, caption, PNG': barcode('qr', numeric(7089), 'scale=10'),
  'QR, 2331 mixed characters, scale 10, caption, PNG': barcode('qr', words(2331), 'scale=10&rotate=R'),
  'QR, 2331 mixed characters, scale 10, caption, SVG': barcode('qr', words(2331), 'scale=10&format=svg'),
  'QR, 2331 mixed characters, scale 10, caption, PDF': barcode('qr', words(2331), 'scale=10&format=pdf'),
  'QR, 700 characters of many scripts, caption, SVG': barcode('qr', scripts(700), 'scale=10&format=svg'),
  'Data Matrix, 3116 digits, scale 10, caption, PNG': barcode('datamatrix', numeric(3116), 'scale=10'),
  'Data Matrix, 1500 mixed characters, scale 10, caption, PNG': barcode('datamatrix', words(1500), 'scale=10'),
  'label 4x6, 700 characters of many scripts, PNG': label('qr', scripts(700), 'format=png'),
  'label 4x6, 700 characters of many scripts, PDF of 500': label('qr', scripts(700), 'qty=500'),
  'label 4x6, 85 emoji of five characters, PNG': label('datamatrix', '👨‍👩‍👧'.repeat(85), 'format=png'),
  'label 4x6, 700 combining marks, PNG': label('qr', `a${'\u0301'.repeat(700)}`, 'format=png'),
  'label 4x6, 2331 mixed characters, 500 copies': label('qr', words(2331), 'qty=500'),
  'explain, QR, 7089 digits': `/api/v1/explain?type=qr&text=${numeric(7089)}`,
  'explain, QR, 2331 mixed characters': `/api/v1/explain?type=qr&text=${encodeURIComponent(words(2331))}`,
  'explain, Code 128, 7089 mixed characters': `/api/v1/explain?type=code128&text=${encodeURIComponent(mixed(7089))}`,
  'explain, Data Matrix, 3116 digits': `/api/v1/explain?type=datamatrix&text=${numeric(3116)}`,
}

function barcode(type: string, text: string, more: string): string {
  return `/api/v1/barcode?type=${type}&includetext=true&${more}&text=${encodeURIComponent(text)}`
}

function label(type: string, text: string, more: string): string {
  return `/api/v1/label?type=${type}&size=4x6&${more}&text=${encodeURIComponent(text)}`
}

function words(length: number): string {
  return pool(1, (draw) => goods(draw, length))[0]!
}

function numeric(length: number): string {
  return pool(1, (draw) => Array.from({ length }, () => draw(0, 9)).join(''))[0]!
}

/** Small letters, capitals, control characters, the upper half and digits in turn: code sets change all the time. */
function mixed(length: number): string {
  return 'aA1\tÜ99'.repeat(Math.ceil(length / 7)).slice(0, length)
}

function scripts(length: number): string {
  return 'Zażółć Ωμέγα Жизнь 倉庫 かな 한국 مستودع מחסן กำ हिन्दी বাংলা தமிழ் 😀 ᚠ 𐌀 '.repeat(length).slice(0, length)
}

/** The ten that take longest, the slowest first. @param times requests of each kind behind the first */
export async function measuredWorst(times: number): Promise<Slow[]> {
  const found: Slow[] = []
  for (const [request, path] of Object.entries(requests)) found.push(await slow(request, path, times))
  return found.toSorted((a, b) => b.later.median - a.later.median).slice(0, 10)
}

async function slow(request: string, path: string, times: number): Promise<Slow> {
  const service = await startedService()
  try {
    const first = await asked(service.url + path)
    const later: number[] = []
    for (let i = 0; i < times; i++) later.push((await asked(service.url + path)).milliseconds)
    return { request, status: first.status, first: first.milliseconds, later: quartiles(later) }
  } finally {
    service.stop()
  }
}

async function asked(url: string): Promise<{ status: number; milliseconds: number }> {
  const started = performance.now()
  const answer = await fetch(url)
  await answer.arrayBuffer()
  if (answer.status >= 500) throw new Error(`the service answers ${answer.status} to ${url.slice(0, 100)}`)
  return { status: answer.status, milliseconds: performance.now() - started }
}
