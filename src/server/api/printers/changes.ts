/** Printers are added, changed and removed: each an entry of the file of printers, as JSON. */

import { quoted } from '../../../../symbologies/index.ts'
import { type Answer, type Body, type Caller, errorAnswer, jsonAnswer } from '../../../answer.ts'
import { because } from '../../../messages.ts'
import type { Printers } from '../../../printing/index.ts'
import { EntryError, type PrinterEntries, type PrinterEntry } from '../../../printing/printers/entries.ts'
import { parameters } from '../../../request/params.ts'
import { type Change, counted, noBody, privateTo } from '../../route.ts'
import { withState } from '../counters/next-numbers.ts'
import { type Operation, plainEndpoint } from '../endpoint.ts'
import { tagged, unseenReason } from '../if-match.ts'
import { jsonIn, UnreadableBody } from '../json-body.ts'
import { pageRefusal } from '../print/order.ts'
import { unknownPrinter } from '../print/printers.ts'

/** The most bytes of an entry. */
const mostBytes = 4096

const scopes = ['admin'] as const

/** The last segment of the path at which printers are looked for. */
const reserved = 'found'

const accepted =
  'an entry of the file of printers is accepted, such as {"name":"dock-3","address":"socket://192.0.2.10","language":"zpl","dpi":203,"stock":"4x6"}'

const fixed = errorAnswer(
  'printers_fixed',
  'the printers of this service are not changed over HTTP: QZ_PRINTERS names their file, or nothing is kept (QZ_STATE=off)',
)

/** POST of an entry: it is added, or takes the place of the one of its name that its sender has seen. */
export function printerAdded(entries: PrinterEntries | undefined, printers: Printers): Change {
  const saved = (body: Body, sender: Caller): Answer => {
    const { changes } = entries ?? {}
    if (entries === undefined || changes === undefined) return fixed
    const entry = jsonIn(body.bytes, accepted)
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
      return errorAnswer('bad_request', `the JSON is no object; ${accepted}`)
    const name = `${(entry as PrinterEntry).name}`
    if (name === reserved)
      return errorAnswer('invalid_parameter', `name: ${quoted(name)} is a path of this API; take another`)
    const before = entryAnswer(entries, printers, name)
    const why = unseenReason(before, sender)
    if (why !== undefined) return changed(name, why)
    changes.save(entry as PrinterEntry)
    return { ...entryAnswer(entries, printers, name), status: before.status === 200 ? 200 : 201 }
  }
  return {
    method: 'POST',
    endpoint: plainEndpoint(
      parameters.onePrinter,
      (_, body: Body, sender: Caller) => pageRefusal(sender) ?? kept(() => saved(body, sender)),
    ),
    body: { limit: mostBytes, mediaTypes: ['application/json'] },
    scopes,
  }
}

/** GET of the entry of one printer, which has its address; DELETE, which need not say what it has seen. */
export function printerShown(entries: PrinterEntries | undefined, printers: Printers): Operation {
  const table = parameters.onePrinter
  const one = (name: string): Answer =>
    entries === undefined ? unknownPrinter(name, printers) : kept(() => entryAnswer(entries, printers, name))
  const removed = (name: string, sender: Caller): Answer => {
    if (entries?.changes === undefined) return fixed
    const found = entryAnswer(entries, printers, name)
    const why = sender.headerOf('If-Match') === undefined ? undefined : unseenReason(found, sender)
    if (why !== undefined) return changed(name, why)
    return entries.changes.remove(name) ? jsonAnswer({ removed: name }) : found
  }
  return {
    path: '/api/v1/printers/{id}',
    ...counted,
    ...privateTo(...scopes),
    parameters: table,
    endpoint: plainEndpoint(table, (_, _language?: string, sender?: Caller) => one(sender?.segment ?? '')),
    changes: [
      {
        method: 'DELETE',
        endpoint: plainEndpoint(
          table,
          (_, _body: Body, sender: Caller) => pageRefusal(sender) ?? kept(() => removed(sender.segment ?? '', sender)),
        ),
        body: noBody,
      },
    ],
  }
}

function entryAnswer(entries: PrinterEntries, printers: Printers, name: string): Answer {
  const entry = entries.find(name)
  return entry === undefined ? unknownPrinter(name, printers) : tagged(jsonAnswer(entry))
}

const changed = (name: string, why: string): Answer =>
  errorAnswer('printer_changed', `the printer ${quoted(name)} stays as it is: ${why}`)

/** What `work` answers, or why the file of printers is not read, or not changed. */
function kept(work: () => Answer): Answer {
  return withState(() => {
    try {
      return work()
    } catch (error) {
      if (error instanceof UnreadableBody) return errorAnswer(error.code, error.message)
      if (error instanceof EntryError) return errorAnswer(error.code, `the file of printers: ${error.message}`)
      if (typeof (error as NodeJS.ErrnoException).syscall !== 'string') throw error
      return errorAnswer('state_failed', `printers cannot be kept: ${because(error)}`)
    }
  })
}
