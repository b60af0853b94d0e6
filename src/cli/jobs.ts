/** `quietzone jobs`: the print jobs of a service, and what people decide about them. */

import { quoted } from '../../symbologies/messages.ts'
import { jobStates } from '../printing/job-states.ts'
import { helpOption, readArguments } from './arguments.ts'
import { type Command, type Exit, exit, Failure, type Option } from './command.ts'
import { helpPage } from './help.ts'
import { printData, printLine } from './output.ts'
import { called, type ServiceCall, serviceOf, urlOption } from './service-call.ts'
import type { Shell } from './shell.ts'

const verbs = ['list', 'show', 'labels', 'resume', 'cancel', 'reprint', 'follow', 'table'] as const
type Verb = (typeof verbs)[number]

/** The options that a verb takes besides those of all. */
const optionsOf: Readonly<Record<Verb, readonly string[]>> = {
  list: ['printer', 'state', 'before', 'limit'],
  show: [],
  labels: ['from', 'to'],
  resume: ['from'],
  cancel: [],
  reprint: ['from', 'to', 'reason'],
  follow: [],
  table: ['since'],
}

const options: readonly Option[] = [
  { name: 'printer', value: 'NAME', about: 'list: only jobs of this printer.' },
  { name: 'state', value: 'STATE', words: jobStates, about: `list: only jobs in this state: ${jobStates.join(', ')}.` },
  { name: 'before', value: 'NUMBER', about: 'list: only jobs before the one of this number.' },
  { name: 'limit', value: 'NUMBER', about: 'list: the most jobs; 50 by default, at most 200.' },
  {
    name: 'from',
    value: 'LABEL',
    about:
      'resume, reprint, labels: the first label, counted from 1. Default: the first that is not known to be printed; of reprint and labels the first.',
  },
  { name: 'to', value: 'LABEL', about: 'reprint, labels: the last label. Default: the last.' },
  { name: 'reason', value: 'TEXT', about: 'reprint: why; it stands in the new job.' },
  { name: 'since', value: 'TIME', about: 'table: only jobs from then on: 2026-11-28, or 2026-11-28T06:00:00Z.' },
  { name: 'json', about: 'Each job as a line of JSON, as the API has it.' },
  urlOption,
  helpOption,
]

interface JobRow {
  readonly id: number
  readonly printer: string
  readonly state: string
  readonly labels: number
  readonly sent: number
  readonly received: number
  readonly printed: number | null
  readonly title: string | null
  readonly created: string
  readonly by: string
  readonly reason: string | null
}

interface ListedLabel {
  readonly label: number
  readonly text: string
  readonly words: readonly string[]
}

export const jobs: Command = {
  help: () =>
    helpPage({
      title: 'quietzone jobs: the print jobs of a service, and what is decided about them',
      examples: [
        'quietzone jobs list --state uncertain',
        'quietzone jobs list --state held',
        'quietzone jobs show 17',
        'quietzone jobs labels 17 --from 20 --to 30',
        'quietzone jobs resume 17 --from 174',
        'quietzone jobs reprint 17 --from 3 --to 5 --reason torn',
        'quietzone jobs cancel 18',
        'quietzone jobs table --since 2026-11-01 > jobs.csv',
        'quietzone jobs follow --url http://labels.example:8080',
      ],
      paragraphs: [
        'list is what it does without a word. A job that is uncertain broke off: look which label came out last, and resume from the one after it. A job that is held arrived with a fault, which its reason names: resume prints it all the same. resume goes on with a job that is uncertain, held or cancelled, reprint prints labels again as a job of its own, cancel stops one that waits or is printed; follow prints each job as it changes, until it is interrupted. labels says what the labels of a job say; table is all jobs as CSV for a spreadsheet.',
        'Sent is what was handed over, received what the printer has, printed what has come out: as the printer counts, or as a person has said. Where neither has, it is not known.',
        'The service keeps jobs unless QZ_STATE is off. Where it has keys, QZ_KEY has one that may do "jobs".',
      ],
      options,
      operands: verbs,
    }),
  async run(args, shell) {
    const { options: chosen, operands } = readArguments(args, { parameters: {}, options, operands: 2 })
    const [word = 'list', number] = operands
    const verb = verbs.find((each) => each === word)
    if (verb === undefined) throw new Failure(exit.usage, `${quoted(word)} is not one of ${verbs.join(', ')}`)
    refuseForeign(verb, chosen)
    const show = (job: JobRow): Promise<void> =>
      printLine(shell, chosen.has('json') ? JSON.stringify(job) : lineOf(job))
    return done(verb, {
      service: serviceOf(shell, chosen),
      id: idFor(verb, number),
      query: queryOf(verb, chosen),
      shell,
      show,
    })
  },
}

function refuseForeign(verb: Verb, chosen: ReadonlyMap<string, string>): void {
  const foreign = [...chosen.keys()].find((name) => !['json', 'url', ...optionsOf[verb]].includes(name))
  if (foreign !== undefined) throw new Failure(exit.usage, `--${foreign} does not go with ${verb}`)
}

function idFor(verb: Verb, given: string | undefined): string {
  const hasNumber = !['list', 'follow', 'table'].includes(verb)
  if (!hasNumber && given !== undefined) throw new Failure(exit.usage, `unexpected argument ${JSON.stringify(given)}`)
  if (hasNumber && !/^[1-9][0-9]{0,14}$/.test(given ?? ''))
    throw new Failure(
      exit.usage,
      given === undefined ? `${verb} needs the number of a job` : `${quoted(given)} is not the number of a job`,
    )
  return given ?? ''
}

function queryOf(verb: Verb, chosen: ReadonlyMap<string, string>): string {
  const query = new URLSearchParams()
  for (const name of optionsOf[verb]) {
    const value = chosen.get(name)
    if (value !== undefined) query.set(name, value)
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

interface Asked {
  readonly service: ServiceCall
  readonly id: string
  readonly query: string
  readonly shell: Shell
  readonly show: (job: JobRow) => Promise<void>
}

async function done(verb: Verb, { service, id, query, shell, show }: Asked): Promise<Exit> {
  switch (verb) {
    case 'list': {
      const answer = await called(service, `/api/v1/jobs${query}`)
      const { jobs: list } = (await answer.json()) as { jobs: readonly JobRow[] }
      for (const job of list) await show(job)
      return exit.done
    }
    case 'show':
      await show((await (await called(service, `/api/v1/jobs/${id}`)).json()) as JobRow)
      return exit.done
    case 'labels': {
      const answer = await called(service, `/api/v1/jobs/${id}/labels${query}`)
      const { labels } = (await answer.json()) as { labels: readonly ListedLabel[] }
      for (const { label, text, words } of labels) await printLine(shell, [label, text, ...words].join('  '))
      return exit.done
    }
    case 'table':
      await printData(shell, await (await called(service, `/api/v1/jobs.csv${query}`)).text())
      return exit.done
    case 'resume':
    case 'cancel':
    case 'reprint':
      await show((await (await called(service, `/api/v1/jobs/${id}/${verb}${query}`, 'POST')).json()) as JobRow)
      return exit.done
    case 'follow':
      return follow(service, show)
  }
}

/** Milliseconds after which a service that has gone is called again. */
const pause = 2000

/** Prints jobs as they change. The first call must be answered; a service that goes later is called again, and goes on where it was. */
async function follow(service: ServiceCall, show: Asked['show']): Promise<never> {
  let last: string | undefined
  for (let isFirst = true; ; isFirst = false) {
    try {
      const more = last === undefined ? {} : { 'Last-Event-ID': last }
      const { body } = await called(service, '/api/v1/jobs/events', 'GET', { headers: more })
      for await (const { id, data } of eventsIn(body!)) {
        last = id
        await show(JSON.parse(data) as JobRow)
      }
    } catch (error) {
      if (isFirst) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** The events of a stream (WHATWG HTML, 9.2.6), as this service writes them: an id and one line of data each. */
async function* eventsIn(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<{ readonly id: string; readonly data: string }> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const [, id, data] = /^id: (\S+)\ndata: (.*)$/m.exec(text.slice(0, end)) ?? []
      text = text.slice(end + 2)
      if (id !== undefined && data !== undefined) yield { id, data }
    }
  }
}

/** `17 uncertain dock-3: shelf, 172 of 500 printed, 176 received, 180 sent; by dock, 2026-11-28T06:00:00.000Z; printer dock-3 ...` */
function lineOf({ id, state, printer, title, by, created, reason, ...amounts }: JobRow): string {
  const what = title === null ? '' : `${title}, `
  return `${id} ${state} ${printer}: ${what}${amountsOf(amounts)}; by ${by}, ${created}${reason === null ? '' : `; ${reason}`}`
}

function amountsOf({
  labels,
  sent,
  received,
  printed,
}: Pick<JobRow, 'labels' | 'sent' | 'received' | 'printed'>): string {
  if (printed === labels) return `${labels} printed`
  const told = printed === null ? 'printed is not known' : `${printed} of ${labels} printed`
  return printed === 0 && sent === 0
    ? `${labels} label${labels === 1 ? '' : 's'}, nothing sent`
    : `${told}, ${received} received, ${sent} of ${labels} sent`
}
