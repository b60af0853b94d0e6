/** gLabels 3 (Debian's glabels), which prints the outlines of labels where its own templates have them. */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { pnmPicture } from './pdf-renderers.ts'
import type { Picture } from './zxing.ts'

const folder = '/usr/share/libglabels-3.0/templates'

export const hasGlabels = existsSync('/usr/bin/glabels-3-batch') && existsSync(folder)

/** The box around the outline of a label, in mm from the upper left corner of the paper. */
export interface OutlineBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The elements that define templates, by brand and part; those that only name another are left out. */
export function glabelsTemplates(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const file of readdirSync(folder).filter((name) => name.endsWith('-templates.xml'))) {
    const text = readFileSync(join(folder, file), 'utf8').replace(/<!--[\s\S]*?-->/g, '')
    for (const [element, brand, part] of text.matchAll(
      /<Template\s+brand="([^"]*)"\s+part="([^"]*)"[^>]*[^/]>[\s\S]*?<\/Template>/g,
    )) {
      found.set(`${brand} ${part}`, element)
    }
  }
  return found
}

/** What gLabels prints for a template: the boxes of the outlines on its first page, and the page. */
export function glabelsSheet(template: string): {
  readonly paper: readonly [width: number, height: number]
  readonly boxes: readonly OutlineBox[]
} {
  const place = mkdtempSync(join(tmpdir(), 'glabels-'))
  try {
    const document = `<?xml version="1.0"?><Glabels-document xmlns="http://glabels.org/xmlns/3.0/">${template}<Objects id="0" rotate="False"/></Glabels-document>`
    writeFileSync(join(place, 'in.glabels'), document)
    execFileSync('glabels-3-batch', ['-l', '-o', 'out.pdf', 'in.glabels'], { cwd: place, stdio: 'ignore' })
    return outlinesIn(readFileSync(join(place, 'out.pdf')))
  } finally {
    rmSync(place, { recursive: true })
  }
}

const millimetres = (points: number): number => (points * 25.4) / 72

/** The stroked paths of a page that cairo wrote: y points down, in points. */
function outlinesIn(bytes: Buffer): ReturnType<typeof glabelsSheet> {
  const text = bytes.toString('latin1')
  const [, width, height] = /\/MediaBox \[ 0 0 ([0-9.]+) ([0-9.]+) \]/.exec(text)!
  const streams = [...text.matchAll(/stream\r?\n([\s\S]*?)endstream/g)].flatMap(([, data]) => {
    try {
      return [inflateSync(Buffer.from(data!, 'latin1')).toString('latin1')]
    } catch {
      return []
    }
  })
  const content = streams.find((stream) => stream.startsWith('1 0 0 -1 0 '))!
  const boxes: OutlineBox[] = []
  let operands: number[] = []
  let points: (readonly [number, number])[] = []
  for (const token of content.split(/\s+/)) {
    if (/^-?[0-9.]+$/.test(token)) operands.push(Number(token))
    else {
      if (/^[mlc]$/.test(token))
        for (let i = 0; i < operands.length; i += 2) points.push([operands[i]!, operands[i + 1]!])
      if (token === 're') {
        const [x, y, width, height] = operands as [number, number, number, number]
        points.push([x, y], [x + width, y + height])
      }
      if (token === 'S') boxes.push(boxAround(points))
      // a path that clips is none of the outlines
      if (/^[Sfn]/.test(token)) points = []
      operands = []
    }
  }
  return { paper: [millimetres(Number(width)), millimetres(Number(height))], boxes }
}

function boxAround(points: readonly (readonly [number, number])[]): OutlineBox {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top]
  return { x: millimetres(left), y: millimetres(top), width: millimetres(width), height: millimetres(height) }
}

/** The pages that gLabels prints of a document, as poppler draws them. @param table  merge.csv */
export function glabelsPages(document: string, perInch: number, table?: string): readonly Picture[] {
  const place = mkdtempSync(join(tmpdir(), 'glabels-'))
  try {
    writeFileSync(join(place, 'in.glabels'), document)
    if (table !== undefined) writeFileSync(join(place, 'merge.csv'), table)
    execFileSync('glabels-3-batch', ['-o', 'out.pdf', 'in.glabels'], { cwd: place, stdio: 'ignore' })
    execFileSync('pdftoppm', ['-r', `${perInch}`, '-gray', 'out.pdf', 'page'], { cwd: place, stdio: 'ignore' })
    const pages = readdirSync(place).filter((name) => name.startsWith('page'))
    return pages.sort().map((name) => pnmPicture(readFileSync(join(place, name))))
  } finally {
    rmSync(place, { recursive: true })
  }
}
