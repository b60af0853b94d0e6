import './language-links.ts'
import { boundFile, PictureError, unreadablePng } from '../../check/png/png.ts'
import type { Report } from '../../check/report.ts'
import { byId } from './dom.ts'
import { filesIn, wireFiles } from './files.ts'
import { type Entry, makeList, type Outcome, offerAll, showList, summaryOf } from './pictures.ts'
import { showEntry } from './verdict.ts'
import { words } from './words.ts'
import { asked, ready, stop } from './worker.ts'

/** The most pictures at a time. */
const mostFiles = 200
/** Milliseconds without a key press before pictures are checked for a new text. */
const pause = 300
/** Milliseconds of checking before the button to stop it appears. */
const stopAfter = 500

const form = byId('form', HTMLFormElement)
const chosen = byId('files', HTMLInputElement)
const type = byId('type', HTMLSelectElement)
const text = byId('text', HTMLTextAreaElement)
const application = byId('application', HTMLSelectElement)
const stopping = byId('stop', HTMLButtonElement)
const status = byId('status', HTMLElement)

let entries: readonly Entry[] = []
let selected: Entry | undefined
/** Counts how often all pictures were checked from the start; results of an earlier round are ignored. */
let round = 0
let busy = false
let timer: number | undefined

/** Replaces the pictures by these and checks them. */
function take(files: readonly File[]): void {
  if (files.length === 0) return
  const tooMany = files.length > mostFiles
  refuse(tooMany ? words.check.tooMany(files.length, mostFiles) : '')
  if (tooMany) return
  entries = files.map((file) => ({ file }))
  selected = entries[0]
  makeList(entries, select)
  checkAll()
}

function refuse(message: string): void {
  const fault = byId('fault', HTMLElement)
  fault.textContent = message
  fault.hidden = message === ''
  if (message === '') chosen.removeAttribute('aria-invalid')
  else chosen.setAttribute('aria-invalid', 'true')
}

async function checkAll(): Promise<void> {
  abandon()
  if (entries.length === 0) return
  const mine = round
  busy = true
  for (const entry of entries) delete entry.outcome
  show()
  const slow = setTimeout(() => {
    if (mine === round) stopping.hidden = false
  }, stopAfter)
  for (const entry of entries) {
    const outcome = await outcomeOf(entry.file)
    if (mine !== round) break
    entry.outcome = outcome
    show(entry)
  }
  clearTimeout(slow)
  if (mine === round) finish()
}

/** Ends the current round; its results are no longer wanted. */
function abandon(): void {
  if (busy) stop()
  busy = false
  round++
  status.textContent = ''
}

async function outcomeOf(file: File): Promise<Outcome> {
  const tooLarge = reportOnSize(file)
  if (tooLarge !== undefined) return { check: { report: tooLarge } }
  const reply = await asked({ file, type: type.value, text: text.value, application: application.value })
  return 'failed' in reply ? { refused: words.check.failed(reply.failed) } : { check: reply }
}

/** The report on a file that is too large to be read at all. */
function reportOnSize(file: File): Report | undefined {
  try {
    boundFile(file.size)
    return undefined
  } catch (error) {
    if (error instanceof PictureError) return unreadablePng(error)
    throw error
  }
}

/** Shows the state of all pictures; `changed` is the only one with a new outcome. */
function show(changed?: Entry): void {
  showList(selected)
  if (selected !== undefined && (changed === undefined || changed === selected)) showEntry(selected)
  offerAll(entries)
}

function select(entry: Entry): void {
  selected = entry
  showList(selected)
  showEntry(entry)
}

function finish(): void {
  busy = false
  stopping.hidden = true
  status.textContent = summaryOf(entries)
}

/** Stops on request; pictures that have not been checked stay so. */
function stopChecking(): void {
  abandon()
  for (const entry of entries) entry.outcome ??= { refused: words.check.stopped }
  show()
  finish()
}

function wirePaste(): void {
  document.addEventListener('paste', (event) => {
    const files = filesIn(event.clipboardData)
    if (files.length > 0) event.preventDefault()
    take(files)
  })
}

function wireForm(): void {
  form.addEventListener('submit', (event) => event.preventDefault())
  for (const control of [type, text, application]) {
    control.addEventListener('input', () => {
      abandon()
      clearTimeout(timer)
      timer = window.setTimeout(checkAll, control === text ? pause : 0)
    })
  }
  stopping.addEventListener('click', stopChecking)
}

form.reset()
wireFiles(chosen, take)
wirePaste()
wireForm()
ready()
