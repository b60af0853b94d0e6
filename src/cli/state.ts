/** `quietzone state`: a copy of the database of jobs, while the service runs. */

import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { helpOption, readArguments } from './arguments.ts'
import { type Command, exit, Failure, type Option } from './command.ts'
import { helpPage } from './help.ts'
import { printLine } from './output.ts'
import { called, serviceOf, urlOption } from './service-call.ts'
import { pathOf } from './shell.ts'

const options: readonly Option[] = [
  { name: 'backup', value: 'FILE', about: 'Write a copy of the database of jobs to this file.' },
  urlOption,
  helpOption,
]

export const state: Command = {
  help: () =>
    helpPage({
      title: 'quietzone state: a backup of the jobs of a service, while it runs',
      examples: ['quietzone state --backup jobs.sqlite'],
      paragraphs: [
        'The copy is of one moment, and complete: a file of that name is replaced only by a whole one. To restore it, stop the service, put the file into the folder of QZ_STATE as quietzone.sqlite, remove quietzone.sqlite-wal, and start.',
        'Labels are in the copy. Where the service has keys, QZ_KEY has one that may do "jobs".',
      ],
      options,
    }),
  async run(args, shell) {
    const { options: chosen } = readArguments(args, { parameters: {}, options, operands: 0 })
    const file = chosen.get('backup')
    if (file === undefined || file === '') throw new Failure(exit.usage, 'nothing to do; --backup FILE writes a backup')
    const { headers, body } = await called(serviceOf(shell, chosen), '/api/v1/state/backup', 'POST')
    const path = pathOf(shell, file)
    const draft = `${path}.part`
    const written = createWriteStream(draft, { mode: 0o600, flush: true })
    try {
      await pipeline(Readable.fromWeb(body! as Parameters<typeof Readable.fromWeb>[0]), written)
      const wanted = Number(headers.get('content-length'))
      if (written.bytesWritten !== wanted)
        throw new Failure(exit.files, `${written.bytesWritten} bytes came of ${wanted}: the service ended meanwhile`)
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error instanceof Failure
        ? error
        : new Failure(exit.files, `${file} is not written: ${(error as Error).message}`)
    }
    await printLine(shell, `${file}: ${written.bytesWritten} bytes`)
    return exit.done
  },
}
