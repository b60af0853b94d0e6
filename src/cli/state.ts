/** `quietzone state`: backups of what a service keeps, while it runs: its setup, which is restored, and the database of jobs. */

import { createWriteStream } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { because } from '../messages.ts'
import { helpOption, readArguments } from './arguments.ts'
import { type Command, type Exit, exit, Failure, type Option } from './command.ts'
import { helpPage } from './help.ts'
import { printLine } from './output.ts'
import { called, type ServiceCall, serviceOf, urlOption } from './service-call.ts'
import { pathOf, type Shell } from './shell.ts'

const options: readonly Option[] = [
  { name: 'setup', value: 'FILE', about: 'Write printers, keys (as hashes), designs and counters to this file.' },
  { name: 'restore', value: 'FILE', about: 'Say what such a file replaces in the service; with --yes, replace it.' },
  { name: 'yes', about: 'With --restore: replace it.' },
  { name: 'backup', value: 'FILE', about: 'Write a copy of the database of jobs to this file.' },
  urlOption,
  helpOption,
]

export const state: Command = {
  help: () =>
    helpPage({
      title: 'quietzone state: backups of what a service keeps, while it runs',
      examples: [
        'quietzone state --setup setup.json',
        'quietzone state --restore setup.json --yes',
        'quietzone state --backup jobs.sqlite',
      ],
      paragraphs: [
        'With --setup the file has what is set up: printers, keys, designs, and counters with the number that each gives next; no print jobs. With --restore each part of the file takes the place of what there is, all together or not at all; counters never go back. A part that the file does not have stays. QZ_KEY has a key that may "admin", or the one-time code; after a restore the keys of the file are good.',
        'With --backup the file has the database of jobs. The copy is of one moment, and complete: a file of that name is replaced only by a whole one. To restore it, stop the service, put the file into the folder of QZ_STATE as quietzone.sqlite, remove quietzone.sqlite-wal, and start.',
        'Labels are in that copy. Where the service has keys, QZ_KEY has one that may do "jobs".',
      ],
      options,
    }),
  async run(args, shell) {
    const { options: chosen } = readArguments(args, { parameters: {}, options, operands: 0 })
    const tasks = tasksOf.filter((name) => chosen.has(name))
    const [task] = tasks
    const file = task && chosen.get(task)
    if (task === undefined || file === undefined || file === '')
      throw new Failure(
        exit.usage,
        'nothing to do; --setup FILE and --backup FILE write backups, --restore FILE reads one',
      )
    if (tasks.length > 1) throw new Failure(exit.usage, `--${tasks.join(' and --')} do not go together`)
    if (chosen.has('yes') && task !== 'restore') throw new Failure(exit.usage, '--yes works only with --restore')
    const service = serviceOf(shell, chosen)
    if (task === 'restore') return restore(shell, service, { file, isMeant: chosen.has('yes') })
    const { headers, body } =
      task === 'setup'
        ? await called(service, '/api/v1/state/setup')
        : await called(service, '/api/v1/state/backup', 'POST')
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

const tasksOf = ['setup', 'restore', 'backup'] as const

/** What a setup has, by part. */
type Setup = Readonly<Record<string, unknown>>

interface Restore {
  readonly file: string
  readonly isMeant: boolean
}

/** Says what is replaced in a service and, if it is meant, replaces it. */
async function restore(shell: Shell, service: ServiceCall, { file, isMeant }: Restore): Promise<Exit> {
  const bytes = await contentOf(shell, file)
  const setup = setupIn(bytes, file)
  const seen = await called(service, '/api/v1/state/setup')
  const now = (await seen.json()) as Setup
  for (const part of ['printers', 'keys', 'designs', 'counters'].filter((name) => name in setup)) {
    const how = part === 'counters' ? 'joined with' : 'in the place of'
    await printLine(shell, `${part}: ${countIn(setup, part)} ${how} ${countIn(now, part)}`)
  }
  if (!isMeant) {
    await printLine(shell, 'nothing has changed; --yes replaces it')
    return exit.done
  }
  const headers = { 'Content-Type': 'application/json', 'If-Match': seen.headers.get('etag') ?? '' }
  await called(service, '/api/v1/state/setup', 'PUT', { headers, body: bytes })
  await printLine(shell, `${file} is restored`)
  return exit.done
}

const countIn = (setup: Setup, part: string): number => (Array.isArray(setup[part]) ? setup[part].length : 0)

/** @throws Failure */
async function contentOf(shell: Shell, file: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(pathOf(shell, file)))
  } catch (error) {
    throw new Failure(exit.files, `${file}: ${because(error)}`)
  }
}

/** @throws Failure for what is not an object in JSON */
function setupIn(bytes: Uint8Array, file: string): Setup {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof value === 'object' && value !== null) return value as Setup
  } catch {}
  throw new Failure(exit.refused, `${file} is not a file that --setup has written`)
}
