/** Printers as IPP has them: the operations on one, from the request that was read to the groups of its response. */

import { type Attribute, groups, tags } from '../../../printing/channels/ipp-message.ts'
import { type Job, JobRefusal, type Jobs, type Printer, StateError } from '../../../printing/index.ts'
import type { Receiver } from '../receiver.ts'
import { Conditions } from './conditions.ts'
import { CreatedJobs } from './created-jobs.ts'
import { documentFormats, documentOf, receivedBy } from './document.ts'
import {
  type AnyJob,
  chosenOfJob,
  createdAttributes,
  isCompleted,
  jobAttributes,
  usualJobAttributes,
} from './job-attributes.ts'
import { type JobTicket, ticketOf } from './job-template.ts'
import { operations } from './operations.ts'
import { type Circumstances, chosen, printerAttributes, uuidOf, whichJobs } from './printer-attributes.ts'
import { keywordsOf, nameOf, numberIn, numberOf, type PrinterRequest, textOf, truthOf } from './request.ts'
import { IppRefusal, statuses } from './status.ts'

export interface IppServices {
  readonly receiver: Receiver
  readonly jobs: Jobs
  /** Whether keys say who may print. */
  readonly hasKeys: () => boolean
  /** Where the service is, as host:port: printers are the same wherever they are asked from. */
  readonly place: () => string
  /** A line of the log. */
  readonly log: (message: string) => void
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/** A request for a printer. */
export interface Asked extends PrinterRequest {
  readonly printer: Printer
  /** Of the printer, as the client has it. */
  readonly uri: string
  /** Who asks, as jobs have it, and the key of the client. */
  readonly by: string
  readonly client: string
  /** The number of the job that the path names, if it names one. */
  readonly job_: number | undefined
}

/** What a response says after the attributes that all have. */
export interface Told {
  readonly status: number
  readonly groups: readonly { readonly tag: number; readonly attributes: readonly Attribute[] }[]
}

type Operation = (asked: Asked) => Told | Promise<Told>

/** The most jobs that are listed. */
const mostListed = 500

export class IppService {
  readonly #services: IppServices
  readonly #now: () => number
  readonly #started: number
  readonly #created: CreatedJobs
  readonly #conditions: Conditions
  readonly #operations: ReadonlyMap<number, Operation>

  constructor(services: IppServices) {
    this.#services = services
    this.#now = services.now ?? Date.now
    this.#started = this.#now()
    this.#created = new CreatedJobs(this.#now)
    this.#conditions = new Conditions(services.jobs.printers, this.#now)
    const by: { readonly [name in keyof typeof operations]: Operation } = {
      printJob: (asked) => this.#print(asked),
      validateJob: (asked) => this.#validate(asked),
      createJob: (asked) => this.#create(asked),
      sendDocument: (asked) => this.#sendDocument(asked),
      cancelJob: (asked) => this.#cancel(asked),
      getJobAttributes: (asked) => this.#job(asked),
      getJobs: (asked) => this.#list(asked),
      getPrinterAttributes: (asked) => this.#printer(asked),
      cancelMyJobs: (asked) => this.#cancelMine(asked),
      closeJob: (asked) => this.#close(asked),
      identifyPrinter: (asked) => this.#identify(asked),
    }
    const names = Object.keys(operations) as (keyof typeof operations)[]
    this.#operations = new Map(names.map((name) => [operations[name], by[name]]))
  }

  /** @param code  of the operation @throws IppRefusal; what is a fault of the service */
  async answer(code: number, asked: Asked): Promise<Told> {
    const operation = this.#operations.get(code)
    if (operation === undefined) throw new IppRefusal('operationNotSupported', `operation ${code} is not supported`)
    try {
      return await operation(asked)
    } catch (error) {
      if (error instanceof JobRefusal) throw new IppRefusal('notPossible', error.message)
      if (error instanceof StateError) throw new IppRefusal('temporaryError', error.message)
      throw error
    }
  }

  async #printer({ printer, uri, operation }: Asked): Promise<Told> {
    const names = keywordsOf(operation, 'requested-attributes')
    const said = await this.#conditions.of(printer)
    const { jobs, place, hasKeys } = this.#services
    const about: Circumstances = {
      ...{ uri, uuid: uuidOf(`${place()}/${printer.name}`), needsKey: hasKeys(), formats: documentFormats() },
      ...{
        condition: said?.condition,
        jobs: jobs.printers.waiting(printer) + this.#created.of(printer.name).filter((job) => !isCompleted(job)).length,
      },
      ...{ now: this.#now(), started: this.#started, changed: said?.since ?? this.#started },
    }
    return told(groups.printer, chosen(printerAttributes(printer, about), names))
  }

  async #validate(asked: Asked): Promise<Told> {
    const { unsupported } = this.#ticket(asked)
    await documentOf(asked)
    return {
      status: unsupported.length > 0 ? statuses.okWithoutSome : statuses.ok,
      groups: unsupportedGroup(unsupported),
    }
  }

  async #print(asked: Asked): Promise<Told> {
    const ticket = this.#ticket(asked)
    return this.#made(await this.#received(asked, { ticket, title: titleOf(asked) }), asked, ticket)
  }

  #create(asked: Asked): Told {
    const { printer, by, client } = asked
    const ticket = this.#ticket(asked)
    const about = { printer: printer.name, by, client, ticket, title: titleOf(asked) }
    return this.#made(
      this.#created.add(about, () => this.#services.jobs.store.reserve()),
      asked,
      ticket,
    )
  }

  async #sendDocument(asked: Asked): Promise<Told> {
    const job = this.#found(asked)
    const { operation, document, by } = asked
    const isLast = truthOf(operation, 'last-document')
    if (isLast === undefined) throw new IppRefusal('badRequest', 'no last-document')
    if (job.by !== by) throw notYours(job)
    if (document.length === 0 && isLast) return this.#closed(job, asked)
    if (!('ticket' in job)) throw new IppRefusal('onlyOneDocument', `job ${job.id} has its document`)
    if (job.state !== 'open') throw new IppRefusal('notPossible', `job ${job.id} takes no document any more`)
    job.state = 'taken'
    try {
      const { id, ticket, title = titleOf(asked) } = job
      const kept = await this.#received(asked, { ticket, title, id })
      this.#created.remove(job)
      return told(groups.job, createdAttributes(kept, asked.uri))
    } catch (error) {
      this.#created.end(job, 'aborted')
      throw error
    }
  }

  /** What became of a job without a document, or of one that has it, when no more come. */
  #closed(job: AnyJob, { uri }: Asked): Told {
    if ('ticket' in job && job.state === 'open') this.#created.end(job, 'aborted')
    return told(groups.job, createdAttributes(job, uri))
  }

  #close(asked: Asked): Told {
    const job = this.#found(asked)
    if (job.by !== asked.by) throw notYours(job)
    return this.#closed(job, asked)
  }

  #cancel(asked: Asked): Told {
    const job = this.#found(asked)
    if (job.by !== asked.by) throw notYours(job)
    this.#cancelOne(job)
    return told()
  }

  /** @throws IppRefusal; JobRefusal; StateError */
  #cancelOne(job: AnyJob): void {
    if (isCompleted(job)) throw new IppRefusal('notPossible', `job ${job.id} has ended: there is nothing to cancel`)
    if (!('ticket' in job)) this.#services.jobs.cancel(job.id)
    else if (job.state === 'open') this.#created.end(job, 'cancelled')
    else throw new IppRefusal('notPossible', `the document of job ${job.id} is being read; cancel it in a moment`)
  }

  #cancelMine(asked: Asked): Told {
    const { operation, by, printer } = asked
    const ids = (operation.get('job-ids') ?? []).flatMap((value) => numberIn(value, tags.integer) ?? [])
    const own = this.#jobsOf(printer).filter((job) => job.by === by && !isCompleted(job))
    const missing = ids.filter((id) => !own.some((job) => job.id === id))
    if (missing.length > 0)
      throw new IppRefusal('notPossible', `job ${missing.join(', ')}: not one of yours that can be cancelled`)
    for (const job of own) if (ids.length === 0 || ids.includes(job.id)) this.#cancelOne(job)
    return told()
  }

  #job(asked: Asked): Told {
    const names = keywordsOf(asked.operation, 'requested-attributes')
    const all = jobAttributes(this.#found(asked), asked.uri, this.#now())
    return told(groups.job, chosenOfJob(all, names.length === 0 ? ['all'] : names))
  }

  /** RFC 8011, 4.2.6: those that are printed next first, and of those that have ended the last. */
  #list({ operation, printer, uri, by }: Asked): Told {
    const which = textOf(operation, 'which-jobs', tags.keyword) ?? 'not-completed'
    if (!(whichJobs as readonly string[]).includes(which)) {
      const given = operation.get('which-jobs')!
      const message = `which-jobs: ${whichJobs.join(', ')} are supported`
      throw new IppRefusal('attributesNotSupported', message, [{ tag: 'received', name: 'which-jobs', values: given }])
    }
    const isMine = truthOf(operation, 'my-jobs') === true
    const limit = Math.min(mostListed, numberOf(operation, 'limit') ?? mostListed)
    const names = keywordsOf(operation, 'requested-attributes')
    const all = this.#jobsOf(printer).filter((job) => !isMine || job.by === by)
    const open = all.filter((job) => !isCompleted(job)).reverse()
    const listed = {
      'not-completed': open,
      completed: all.filter(isCompleted),
      all: [...open, ...all.filter(isCompleted)],
    }
    const wanted = names.length === 0 ? usualJobAttributes : names
    return {
      status: statuses.ok,
      groups: listed[which as (typeof whichJobs)[number]].slice(0, Math.max(1, limit)).map((job) => {
        return { tag: groups.job, attributes: chosenOfJob(jobAttributes(job, uri, this.#now()), wanted) }
      }),
    }
  }

  #identify({ printer, by, operation }: Asked): Told {
    const message = nameOf(operation, 'message') ?? textOf(operation, 'message', tags.text)
    this.#services.log(`printer ${printer.name}: ${by} asks which it is${message === undefined ? '' : `: ${message}`}`)
    return told()
  }

  /** The jobs of a printer that came by IPP, the last first; 500 at most of those in the store. */
  #jobsOf({ name }: Printer): readonly AnyJob[] {
    const kept = this.#services.jobs.store.list({ printer: name, source: 'ipp', limit: mostListed })
    return [...this.#created.of(name), ...kept].sort((a, b) => b.id - a.id)
  }

  /** @throws IppRefusal */
  #found({ printer, operation, job_, target }: Asked): AnyJob {
    const ofUri = /\/([1-9][0-9]{0,9})$/.exec(target)?.[1]
    const id = numberOf(operation, 'job-id') ?? job_ ?? (operation.has('job-uri') ? Number(ofUri) : undefined)
    if (id === undefined) throw new IppRefusal('badRequest', 'no job-id')
    const job: AnyJob | undefined = this.#created.get(id) ?? this.#services.jobs.store.get(id)
    const isOfIpp = job !== undefined && ('ticket' in job || job.source === 'ipp')
    if (!isOfIpp || job.printer !== printer.name) throw new IppRefusal('notFound', `there is no job ${id}`)
    return job
  }

  /** @throws IppRefusal if the client wants all or nothing, and not all can be done */
  #ticket({ job, printer, operation }: Asked): JobTicket {
    const ticket = ticketOf(job, printer)
    if (ticket.unsupported.length > 0 && truthOf(operation, 'ipp-attribute-fidelity') === true) {
      const names = ticket.unsupported.map(({ name }) => name).join(', ')
      throw new IppRefusal('attributesNotSupported', `not as asked for: ${names}`, ticket.unsupported)
    }
    return ticket
  }

  /** The job that a document becomes. @throws IppRefusal */
  async #received(asked: Asked, { ticket, title, id }: Receiving): Promise<Job> {
    const { printer, by, client, document } = asked
    if (document.length === 0) throw new IppRefusal('badRequest', 'no document')
    const { mediaType, bytes } = await documentOf(asked)
    const { copies, pages } = ticket
    return receivedBy(this.#services.receiver, {
      ...{ printer, source: 'ipp', by, client, copies, bytes },
      ...(title !== undefined && { title }),
      ...(mediaType !== undefined && { mediaType }),
      ...(pages !== undefined && { pages }),
      ...(id !== undefined && { id }),
    })
  }

  #made(job: AnyJob, { uri }: Asked, { unsupported }: JobTicket): Told {
    const status = unsupported.length > 0 ? statuses.okWithoutSome : statuses.ok
    return {
      status,
      groups: [...unsupportedGroup(unsupported), { tag: groups.job, attributes: createdAttributes(job, uri) }],
    }
  }
}

interface Receiving {
  readonly ticket: JobTicket
  readonly title: string | undefined
  /** A number that was made for it. */
  readonly id?: number
}

function told(tag?: number, attributes: readonly Attribute[] = []): Told {
  return { status: statuses.ok, groups: tag === undefined ? [] : [{ tag, attributes }] }
}

const unsupportedGroup = (attributes: readonly Attribute[]): Told['groups'] =>
  attributes.length === 0 ? [] : [{ tag: groups.unsupported, attributes }]

const titleOf = ({ operation }: Asked): string | undefined =>
  nameOf(operation, 'job-name') ?? nameOf(operation, 'document-name')

const notYours = ({ id }: AnyJob): IppRefusal => new IppRefusal('notAuthorized', `job ${id} is of another user`)
