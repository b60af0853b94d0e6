import { freshWriter } from './bytes.ts'

/** What of a PDF's objects is repeated, by their numbers. */
export interface Repeated {
  /** The only page. */
  readonly page: number
  /** The root of the page tree, whose only child the page is. */
  readonly tree: number
}

/**
 * A PDF of one page with further pages that say the same.
 *
 * A copy is the page's dictionary under a number of its own. The copies follow the objects of the file, then the page
 * tree's root with all its children, then a table of all objects (ISO 32000-1:2008, 7.5.4 and 7.7.3): each copy costs its
 * few bytes, and nothing else of the file is looked at.
 *
 * @param file  as pdfkit writes it: one table with one section, a line feed at every end of line
 */
export function withCopies(file: Uint8Array, { page, tree }: Repeated, copies: number): Uint8Array {
  const { start, offsets, trailer } = crossReferences(file)
  const first = offsets.length
  const out = freshWriter()
  out.bytes(file.subarray(0, start))
  const copy = textEncoder.encode(` 0 obj\n${dictionary(file, offsets, page)}\nendobj\n`)
  for (let number = first; number < first + copies; number++) {
    offsets.push(out.end)
    out.integer(number)
    out.bytes(copy)
  }
  const root = dictionary(file, offsets, tree).replace('/Count 1', `/Count ${copies + 1}`)
  const afterPage = root.indexOf(`/Kids [${page} 0 R`) + `/Kids [${page} 0 R`.length
  offsets[tree] = out.end
  out.ascii(`${tree} 0 obj\n${root.slice(0, afterPage)}`)
  for (let number = first; number < first + copies; number++) {
    out.ascii(' ')
    out.integer(number)
    out.ascii(' 0 R')
  }
  out.ascii(`${root.slice(afterPage)}\nendobj\n`)
  const table = out.end
  out.ascii(`xref\n0 ${offsets.length}\n0000000000 65535 f \n`)
  for (let number = 1; number < offsets.length; number++) {
    out.integer(offsets[number]!, 10)
    out.ascii(' 00000 n \n')
  }
  out.ascii(`${trailer.replace(/\/Size \d+/, `/Size ${offsets.length}`)}startxref\n${table}\n%%EOF\n`)
  return out.taken()
}

interface CrossReferences {
  /** Where the table begins. */
  readonly start: number
  /** Where each object begins, by its number; number 0 is none. */
  readonly offsets: number[]
  readonly trailer: string
}

function crossReferences(file: Uint8Array): CrossReferences {
  const start = Number(/startxref\n(\d+)\n%%EOF\s*$/.exec(latin1(file, file.length - 40))?.[1])
  const table = latin1(file, start)
  const trailer = table.indexOf('trailer\n')
  // after two lines, entries of 20 bytes: offset, generation, state
  const entries = table.slice(0, trailer).split('\n').slice(2, -1)
  return {
    start,
    offsets: entries.map((entry) => Number(entry.slice(0, 10))),
    trailer: table.slice(trailer, table.indexOf('startxref')),
  }
}

function dictionary(file: Uint8Array, offsets: readonly number[], number: number): string {
  const object = latin1(file, offsets[number]!, offsets[number]! + 1000)
  return object.slice(object.indexOf('<<'), object.indexOf('\nendobj'))
}

function latin1(file: Uint8Array, from: number, to = file.length): string {
  return latin1Decoder.decode(file.subarray(from, to))
}

const textEncoder = new TextEncoder()
const latin1Decoder = new TextDecoder('latin1')
