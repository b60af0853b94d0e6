/** `quietzone vectors`: test vectors for other implementations, in a folder. */

import { clauseRows, gs1VectorSet, readme, vectorSets } from '../explain/vectors/index.ts'
import { helpOption, readArguments } from './arguments.ts'
import { type Command, exit, Failure } from './command.ts'
import { makeFolder } from './files.ts'
import { helpPage } from './help.ts'
import { printLine } from './output.ts'
import { pathOf } from './shell.ts'
import { type IsOwnFile, isFree, writeOwn } from './small-files.ts'

const options = [helpOption]

export const vectors: Command = {
  help: () =>
    helpPage({
      title: 'quietzone vectors: test vectors for other implementations',
      examples: ['quietzone vectors out/'],
      paragraphs: [
        'Writes one JSON file per symbology, gs1.json with GS1 messages, clauses.json with the clauses of the standards and the vectors that show each, and a README.md that describes their format, into the folder, which is created if it does not exist. ' +
          'They cover all versions, sizes and levels, the limits of what each carries, and what must be refused. Every run writes the same, and replaces the files of an earlier run. If one of the names belongs to any other file or to a link, nothing is written.',
      ],
      options,
      operands: 'files',
    }),
  async run(args, shell) {
    const { operands } = readArguments(args, { parameters: {}, options, operands: 1 })
    if (operands[0] === undefined) throw new Failure(exit.usage, 'no folder given')
    const folder = pathOf(shell, operands[0])
    const sets = vectorSets()
    const gs1 = gs1VectorSet()
    const rows = clauseRows()
    const files = new Map([
      ...sets.map(({ vectors, ...head }): [string, string] => [`${head.symbology}.json`, jsonOf(head, { vectors })]),
      ['gs1.json', jsonOf({ messages: gs1.messages }, { vectors: gs1.vectors })],
      ['clauses.json', jsonOf({}, { clauses: rows })],
      ['README.md', readme],
    ])
    await makeFolder(folder)
    for (const [name, text] of files) {
      if (!isFree(folder, name, isEarlier(text))) throw foreign(folder, name)
    }
    for (const [name, text] of files) {
      if (!writeOwn(folder, name, text, isEarlier(text))) throw foreign(folder, name)
    }
    const counts = sets.map((set) => `${set.vectors.length} ${set.symbology}`)
    const shown = rows.filter(({ why }) => why === undefined).length
    await printLine(shell, `${folder}: vectors for ${counts.join(', ')}, ${gs1.vectors.length} GS1 messages`)
    await printLine(
      shell,
      `${rows.length} clauses: ${shown} with vectors, ${rows.length - shown} that say why they have none`,
    )
    return exit.done
  },
}

/** Recognises files that this version of the program or another wrote: they begin like `text`. */
function isEarlier(text: string): IsOwnFile {
  // shorter than the part that may change from version to version
  const start = text.slice(0, 50)
  return ({ head }) => head.startsWith(start)
}

function foreign(folder: string, name: string): Failure {
  return new Failure(
    exit.files,
    `${name} in ${folder} already exists, and quietzone did not write it; it is left as it is`,
  )
}

/** One row of the list per line, so that versions can be compared; members of `head` come first. */
function jsonOf(head: object, list: Readonly<Record<string, readonly unknown[]>>): string {
  const members = Object.entries(head).map(([name, value]) => `  "${name}": ${JSON.stringify(value)},\n`)
  const [name, rows] = Object.entries(list)[0]!
  const lines = rows.map((row) => `    ${JSON.stringify(row)}`)
  return `{\n${members.join('')}  "${name}": [\n${lines.join(',\n')}\n  ]\n}\n`
}
