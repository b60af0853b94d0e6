/** `quietzone sheets`: sheets of labels by brand, number, size, or how many labels they have. */

import { alignmentDrawing } from '../draw/alignment-sheet.ts'
import { type ListedSheet, type Listing, sheetsFound } from '../layout/sheets/listing.ts'
import { loadProducts } from '../layout/sheets/products.ts'
import { jsonLine, printable } from '../messages.ts'
import { deflated } from '../render/deflate.ts'
import { pdfOf } from '../render/pdf.ts'
import type { Parameters } from '../request/parameter.ts'
import { parameters } from '../request/params.ts'
import { requestReader } from '../request/reader.ts'
import { type Arguments, helpOption, readArguments } from './arguments.ts'
import { type Command, exit, Failure, type Option } from './command.ts'
import { limitsOf, made } from './endpoints.ts'
import { helpPage } from './help.ts'
import { imageOption, refuseTerminal, withFormatOf, write } from './output.ts'
import type { Shell } from './shell.ts'

const { limit } = parameters.sheets
const { shift, format, dpi } = parameters.alignment
const table = { limit, shift, format, dpi } as const satisfies Parameters
const readListing = requestReader({ limit })
const readAlignment = requestReader(parameters.alignment)

const alignOption: Option = {
  name: 'align',
  about:
    'Draw the alignment sheet of the sheet that is named: a page to print on plain paper, which tells what --shift has to be.',
}
const jsonOption: Option = { name: 'json', about: 'The sheets as JSON, as in the API.' }
const options = [alignOption, jsonOption, imageOption, helpOption]

export const sheets: Command = {
  help: () =>
    helpPage({
      title: 'quietzone sheets: sheets of labels by brand, number, size or count',
      examples: [
        'quietzone sheets 7160',
        'quietzone sheets avery 21 per sheet',
        'quietzone sheets 63.5x38.1 a4',
        'quietzone sheets --align avery-l7160 -o align.pdf',
        'quietzone label --type qr --sheet avery-l7160 --first 5 QZ-0001 -o labels.pdf',
      ],
      paragraphs: [
        'Each sheet has a line: the name that --sheet takes, labels on a sheet, label, paper, and other numbers for the same. All words of the search have to be found: brand, number, paper, purpose, a size in mm or inches, labels on a sheet. Measures are often rounded to points, up to 0.5 mm off.',
        'A sheet that is not listed is described: A4:3x7:63.5x38.1mm:7.2,15.15mm:66,38.1mm is paper, columns x rows, label, margins at the left and at the top, and pitch.',
        'The alignment sheet has the outlines of all labels, and scales across the edges of those in the corners. Print it on plain paper at 100 %, and hold it behind a sheet of labels, against the light: where the edge of a label crosses a scale, its number is what --shift has to be.',
        'The exit code is 1 if nothing is found.',
      ],
      parameters: { table, path: '/api/v1/sheets' },
      options,
      operands: 'files',
    }),
  async run(args, shell) {
    const read = readArguments(args, { parameters: table, options, operands: 20 })
    await loadProducts()
    if (read.options.has('align')) return align(shell, read)
    const search = read.operands.join(' ')
    const found = made(read.given, readListing, ({ limit }) => sheetsFound(search, limit))
    await write(
      shell,
      read.options.has('json') ? jsonLine(found) : printable(listingText(found)),
      read.options.get('output'),
    )
    return found.total > 0 ? exit.done : exit.refused
  },
}

async function align(shell: Shell, { operands, given, options }: Arguments): Promise<typeof exit.done> {
  const [sheet, ...others] = operands
  if (sheet === undefined || others.length > 0) throw new Failure(exit.usage, '--align needs the name of one sheet')
  const output = options.get('output')
  const asked = withFormatOf(output, { ...given, sheet })
  const limits = limitsOf(shell.env)
  const { format, bytes } = made(asked, readAlignment, (request) => {
    return { format: request.format, bytes: deflated(alignmentDrawing(request, limits, pdfOf)) }
  })
  if ((output ?? '-') === '-') refuseTerminal(shell, format)
  await write(shell, bytes, output)
  return exit.done
}

/** A line for each sheet, in columns, and how many more there are. */
function listingText({ sheets, total }: Listing): string {
  if (total === 0) return 'no sheet is found\n'
  const rows = sheets.map(cellsOf)
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)))
  const lines = rows.map((cells) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd(),
  )
  if (total > sheets.length) lines.push(`and ${total - sheets.length} more; --limit lists more of them`)
  return `${lines.join('\n')}\n`
}

function cellsOf({ id, labels, label, paper, aliases, about, doubt }: ListedSheet): readonly string[] {
  const outline = { rectangle: '', ellipse: ' round', disc: ' disc' }[label.outline.kind]
  const notes = [
    ...(about === undefined ? [] : [about]),
    ...(aliases.length === 0 ? [] : [`also ${aliases.map(({ part }) => part).join(', ')}`]),
    ...(doubt === undefined ? [] : [`doubtful: its labels ${doubt.kind === 'leaves' ? 'leave the paper' : 'overlap'}`]),
  ]
  const size = `${label.width} x ${label.height} mm${outline}`
  return [id, `${labels}`, size, paper.name ?? `${paper.width} x ${paper.height} mm`, notes.join('; ')]
}
