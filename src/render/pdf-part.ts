/** Reads a PDF that this program wrote: its structure is known, so it takes a page of code; no other PDF is accepted. */

/** A file, read in any order. */
export interface PdfSource {
  /** For messages. */
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** These bytes, all of them. */
  read(from: number, length: number): Promise<Uint8Array>
}

/** Why a file cannot be joined with others. */
export class PdfJoinError extends Error {}

/** An object of the file, with the bytes that it takes. */
export interface PdfObject {
  readonly number: number
  readonly from: number
  readonly to: number
}

/** What the root of a page tree says. */
export interface PartPages {
  /** The numbers of the pages, and of the nodes of pages, in order. */
  readonly kids: readonly number[]
  /** How many pages these are. */
  readonly count: number
  /** The size of the first page. */
  readonly box: string
  /** The number of the font, if a page has it. */
  readonly helvetica: number | undefined
}

/** The bytes that are read at a time. */
const blockBytes = 1 << 20
/** The most bytes of an object without a stream: the root of a page tree has 12 for each page. */
const mostObjectBytes = 1 << 22
/** The most bytes in front of a stream, its dictionary. */
const mostDictionaryBytes = 1 << 12

export class PdfPart {
  /** The objects of the pages, in the order of the file. */
  readonly objects: readonly PdfObject[]
  /** The number of the object that follows the last of them. */
  readonly end: number
  private readonly source: PdfSource
  /** Where each object of the file begins and ends, by its number. */
  private readonly extents: ReadonlyMap<number, PdfObject>
  private block: Uint8Array = new Uint8Array(0)
  private blockFrom = 0

  private constructor(
    source: PdfSource,
    extents: readonly PdfObject[],
    own: { readonly from: number; readonly to: number },
  ) {
    this.source = source
    this.extents = new Map(extents.map((object) => [object.number, object]))
    this.objects = extents.filter(({ number }) => number >= own.from && number < own.to)
    this.end = own.to
  }

  /**
   * @param first  the number of the first object that belongs to pages
   * @throws PdfJoinError if this program did not write the file
   */
  static async open(source: PdfSource, first: number): Promise<PdfPart> {
    const tail = latin1(await source.read(Math.max(0, source.size - 512), Math.min(512, source.size)))
    const found = trailer.exec(tail)
    if (found === null) throw foreign(source, 'it does not end as it should')
    const [size, root, info, xref] = found.slice(1).map(Number) as [number, number, number, number]
    if (xref > source.size) throw foreign(source, 'its cross-reference table is not in it')
    const table = latin1(await source.read(xref, Math.min(source.size - xref, tableBytes(size))))
    const part = new PdfPart(source, extentsOf(source, { table, size, xref }), { from: first, to: info })
    const catalogue = await part.textOf(part.object(root))
    const isOwn = (await part.textOf(part.object(info))).includes('\n<</Producer(quietzone)')
    if (!isOwn || !catalogue.includes('/Type/Catalog/Pages 1 0 R/')) {
      throw foreign(source, 'another program made it, or another version of quietzone')
    }
    return part
  }

  /** The page tree. @throws PdfJoinError if it is not as this version writes it */
  async pages(): Promise<PartPages> {
    const text = await this.textOf(this.object(1))
    const [, count, kids, box] = /\/Count (\d+)\/Kids\[([0-9R ]+)\]\/MediaBox(\[[0-9. ]+\])\//.exec(text) ?? []
    if (count === undefined || kids === undefined || box === undefined)
      throw foreign(this.source, 'it has no page tree')
    const helvetica = /\/F1 (\d+) 0 R>>/.exec(text)?.[1]
    return {
      kids: [...kids.matchAll(/(?<!\d)(\d+) 0 R/g)].map(([, number]) => Number(number)),
      count: Number(count),
      box,
      helvetica: helvetica === undefined ? undefined : Number(helvetica),
    }
  }

  /** What an object has without its stream, in Latin-1. The whole of it if there is none. */
  async textOf({ number, from, to }: PdfObject): Promise<string> {
    const start = latin1(await this.bytes(from, Math.min(to, from + mostDictionaryBytes)))
    const stream = start.indexOf(streamStart)
    const length = stream < 0 ? to - from : stream + streamStart.length
    if (length > mostObjectBytes) throw foreign(this.source, `object ${number} is too large`)
    const text = length <= start.length ? start.slice(0, length) : latin1(await this.bytes(from, from + length))
    if (stream < 0 && text.includes(streamStart)) throw foreign(this.source, `the dictionary of ${number} is too large`)
    if (!text.startsWith(`${number} 0 obj\n`)) throw foreign(this.source, `object ${number} is not where it should be`)
    return text
  }

  /** The bytes of the file from `from` to `to`, in pieces. */
  async *pieces(from: number, to: number): AsyncGenerator<Uint8Array> {
    for (let at = from; at < to; at += blockBytes) yield await this.bytes(at, Math.min(to, at + blockBytes))
  }

  private object(number: number): PdfObject {
    const found = this.extents.get(number)
    if (found === undefined) throw foreign(this.source, `it has no object ${number}`)
    return found
  }

  private async bytes(from: number, to: number): Promise<Uint8Array> {
    if (from < this.blockFrom || to > this.blockFrom + this.block.length) {
      const length = Math.min(this.source.size - from, Math.max(to - from, blockBytes))
      this.block = await this.source.read(from, length)
      this.blockFrom = from
    }
    return this.block.subarray(from - this.blockFrom, to - this.blockFrom)
  }
}

const streamStart = '\nstream\n'

/** ISO 32000-1:2008, 7.5.5 */
const trailer =
  /trailer\n<<\/Size (\d{1,8})\/Root (\d{1,8}) 0 R\/Info (\d{1,8}) 0 R\/ID\[<[0-9a-f]+><[0-9a-f]+>\]>>\nstartxref\n(\d{1,10})\n%%EOF\n$/

/** Bytes of an entry in the cross-reference table (ISO 32000-1:2008, 7.5.4). */
const entryBytes = 20
const tableHead = (size: number): string => `xref\n0 ${size}\n`
const tableBytes = (size: number): number => tableHead(size).length + entryBytes * size

/** The extents of all objects, in the order of the file. */
function extentsOf(
  source: PdfSource,
  { table, size, xref }: { readonly table: string; readonly size: number; readonly xref: number },
): readonly PdfObject[] {
  const start = tableHead(size).length
  if (!table.startsWith(tableHead(size)) || table.length !== tableBytes(size)) {
    throw foreign(source, 'its cross-reference table is not where it should be')
  }
  const starts = Array.from({ length: size - 1 }, (_, i) => {
    const entry = /^(\d{10}) 00000 n \n$/.exec(table.slice(start + entryBytes * (i + 1), start + entryBytes * (i + 2)))
    if (entry === null) throw foreign(source, `its cross-reference table is damaged at object ${i + 1}`)
    return { number: i + 1, from: Number(entry[1]) }
  }).sort((a, b) => a.from - b.from)
  if (starts.some(({ from }) => from >= xref)) throw foreign(source, 'an object begins behind the others')
  return starts.map(({ number, from }, i) => ({ number, from, to: starts[i + 1]?.from ?? xref }))
}

function foreign({ name }: PdfSource, why: string): PdfJoinError {
  return new PdfJoinError(`${name} is not a PDF of quietzone: ${why}`)
}

export const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
