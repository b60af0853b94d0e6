import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readme, type VectorSet, vectorSets } from '../vectors/index.ts'
import { helpOption, readArguments } from './arguments.ts'
import { type Command, exit, Failure } from './command.ts'
import { helpPage } from './help.ts'
import { because, printLine } from './output.ts'

const options = [helpOption]

export const vectors: Command = {
  help: () =>
    helpPage({
      title: 'quietzone vectors: symbols to test another implementation with',
      examples: ['quietzone vectors out/'],
      paragraphs: [
        'Writes one JSON file a symbology and a README.md about their form into the folder, which is made where it is not there yet. ' +
          'All versions, sizes and levels, the edges of what each carries, and what has to be refused. Every run writes the same.',
      ],
      options,
    }),
  async run(args) {
    const { operands } = readArguments(args, { parameters: {}, options, operands: 1 })
    const [folder] = operands
    if (folder === undefined) throw new Failure(exit.usage, 'where to? A folder is needed')
    const sets = vectorSets()
    try {
      await mkdir(folder, { recursive: true })
      for (const set of sets) await writeFile(join(folder, `${set.symbology}.json`), jsonOf(set))
      await writeFile(join(folder, 'README.md'), readme)
    } catch (error) {
      throw new Failure(exit.files, `${folder} cannot be written: ${because(error)}`)
    }
    const counts = sets.map((set) => `${set.vectors.length} ${set.symbology}`)
    await printLine(`${folder}: vectors for ${counts.join(', ')}`)
    return exit.done
  },
}

/** A vector a line, so that versions can be compared. */
function jsonOf({ symbology, standard, vectors: list }: VectorSet): string {
  const lines = list.map((vector) => `    ${JSON.stringify(vector)}`)
  const head = `  "symbology": ${JSON.stringify(symbology)},\n  "standard": ${JSON.stringify(standard)},`
  return `{\n${head}\n  "vectors": [\n${lines.join(',\n')}\n  ]\n}\n`
}
