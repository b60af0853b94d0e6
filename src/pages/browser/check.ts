import { boundFile, PictureError, unreadablePng } from '../../check/png/png.ts'
import type { Report } from '../../check/report.ts'
import { byId } from './dom.ts'
import { type Entry, makeList, type Outcome, offerAll, showList, summaryOf } from './pictures.ts'
import { showEntry } from './verdict.ts'
import { asked, ready, stop } from './worker.ts'

/** Pictures that are taken at a time. */
const mostFiles = 200
/** Milliseconds without a key after which the text is taken to be finished for now. */
const pause = 300
/** Milliseconds after which a check is said to take long. */
const long = 500

const form = byId('form', HTMLFormElement)
const chosen = byId('files', HTMLInputElement)
const type = byId('type', HTMLSelectElement)
const text = byId('text', HTMLTextAreaElement)
const stopping = byId('stop', HTMLButtonElement)
const told = byId('status', HTMLElement)

let entries: readonly Entry[] = []
let selected: Entry | undefined
/** Counts the times that all was checked anew; what is said of an earlier time is of no interest any more. */
let round = 0
let busy = false
let timer: number | undefined

/** Checks these pictures instead of those before. */
function take(files: readonly File[]): void {
  if (files.length === 0) return
  const tooMany = files.length > mostFiles
  refuse(tooMany ? `${files.length} pictures are more than the ${mostFiles} that are taken at a time` : '')
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
  breakOff()
  if (entries.length === 0) return
  const mine = round
  busy = true
  for (const entry of entries) delete entry.outcome
  show()
  const slow = setTimeout(() => {
    if (mine === round) stopping.hidden = false
  }, long)
  for (const entry of entries) {
    const outcome = await outcomeOf(entry.file)
    if (mine !== round) break
    entry.outcome = outcome
    show(entry)
  }
  clearTimeout(slow)
  if (mine === round) finish()
}

/** What is under way has become pointless. */
function breakOff(): void {
  if (busy) stop()
  busy = false
  round++
  told.textContent = ''
}

async function outcomeOf(file: File): Promise<Outcome> {
  const tooLarge = reportOnSize(file)
  if (tooLarge !== undefined) return { check: { report: tooLarge } }
  const reply = await asked({ file, type: type.value, text: text.value })
  return 'failed' in reply ? { refused: `This could not be checked: ${reply.failed}` } : { check: reply }
}

/** What is told of a file that is too large for any of it to be read. */
function reportOnSize(file: File): Report | undefined {
  try {
    boundFile(file.size)
    return undefined
  } catch (error) {
    if (error instanceof PictureError) return unreadablePng(error)
    throw error
  }
}

/** What is there, after something was found out of one of the pictures, or of none yet. */
function show(news?: Entry): void {
  showList(selected)
  if (selected !== undefined && (news === undefined || news === selected)) showEntry(selected)
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
  told.textContent = summaryOf(entries)
}

/** What has not been checked stays so. */
function giveUp(): void {
  breakOff()
  for (const entry of entries) entry.outcome ??= { refused: 'Stopped before it was checked.' }
  show()
  finish()
}

function filesIn(data: DataTransfer | null): File[] {
  return [...(data?.files ?? [])]
}

function wireFiles(): void {
  chosen.addEventListener('change', () => take([...(chosen.files ?? [])]))
  // the same file may have been written anew, and browsers do not tell of the same choice twice
  chosen.addEventListener('click', () => {
    chosen.value = ''
  })
  document.addEventListener('paste', (event) => {
    const files = filesIn(event.clipboardData)
    if (files.length > 0) event.preventDefault()
    take(files)
  })
  const dragging = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false
  document.addEventListener('dragover', (event) => {
    if (!dragging(event)) return
    event.preventDefault()
    document.body.classList.add('dragging')
  })
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) document.body.classList.remove('dragging')
  })
  document.addEventListener('drop', (event) => {
    document.body.classList.remove('dragging')
    if (!dragging(event)) return
    event.preventDefault()
    take(filesIn(event.dataTransfer))
  })
}

function wireForm(): void {
  form.addEventListener('submit', (event) => event.preventDefault())
  for (const control of [type, text]) {
    control.addEventListener('input', () => {
      breakOff()
      clearTimeout(timer)
      timer = window.setTimeout(checkAll, control === text ? pause : 0)
    })
  }
  stopping.addEventListener('click', giveUp)
}

form.reset()
wireFiles()
wireForm()
ready()
