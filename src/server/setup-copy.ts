/**
 * What is set up in a service, as one JSON value: its printers, keys, designs and counters; and the way back, whole or not at all.
 *
 * A restore is written into a folder beside the files, judged there by the readers of a start, and renamed: from then on it holds. What is left
 * to be done when the process ends is done at the next start.
 */

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { quoted } from '../../symbologies/index.ts'
import { DesignFilesError, writeDesignFiles } from '../design/files-copy.ts'
import { DesignError, faultText } from '../design/reader.ts'
import type { SavedDesigns } from '../design/saved.ts'
import { counterIn, counterValue, restoreCounters } from '../printing/counters/restored.ts'
import { type Counter, Counters, printersName, type StateFolder } from '../printing/index.ts'
import { type EntryChanges, EntryError, type JudgedFile } from '../printing/printers/entries.ts'
import { listedMistakes, replaceFile, SettingsFileError } from '../settings-file.ts'
import { KeyFileError, type KeySetup, keysName } from './access/index.ts'
import { type SetupCopy, SetupRefusal, type SetupValue } from './api/setup.ts'

/** What can be copied; a part is undefined where a setting names its file, so that pages do not change it. */
interface Parts {
  readonly state: Pick<StateFolder, 'folder' | 'own' | 'store'>
  readonly counters: Counters
  readonly printers: EntryChanges | undefined
  readonly keys: Pick<KeySetup, 'all' | 'judged'> | undefined
  readonly designs: SavedDesigns | undefined
}

/** The folder of a restore, while it is written and once it holds, and the file of its counters. */
const [draftName, restoreName, countersName] = ['restore.new', 'restore', 'counters.json'] as const
const designsName = 'designs'

/** Readable for the owner alone, as the files of keys are. */
const ownerAlone = 0o600

export class KeptSetup implements SetupCopy {
  readonly #parts: Parts
  /** Counts restores: one that another has overtaken ends. */
  #restores = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  value(): { readonly [part: string]: unknown } {
    const { printers, keys, designs, counters } = this.#parts
    try {
      return {
        version: 1,
        ...(printers && { printers: printers.all() }),
        ...(keys && { keys: keys.all() }),
        ...designs?.files(),
        counters: counters.list().map(counterValue),
      }
    } catch (error) {
      // a person may have changed it since it was read
      const isWrong = [EntryError, KeyFileError, SettingsFileError].some((kind) => error instanceof kind)
      if (!isWrong) throw error
      throw new SetupRefusal('state_failed', `a file of the state folder is wrong: ${(error as Error).message}`)
    }
  }

  *restore(value: SetupValue, isMeant: () => void): Generator<void, void> {
    const { state, printers, keys, designs } = this.#parts
    const turn = ++this.#restores
    const list = countersIn(value.counters)
    const files = [
      { name: printersName, judged: part('printers', value.printers, printers), mode: undefined },
      { name: keysName, judged: part('keys', value.keys, keys), mode: ownerAlone },
    ]
    if (value.designs !== undefined && designs === undefined) throw fixed('designs')
    state.own()
    const draft = join(state.folder, draftName)
    rmSync(draft, { recursive: true, force: true })
    mkdirSync(draft, { mode: 0o700 })
    try {
      for (const { name, judged, mode } of files)
        if (judged !== undefined) replaceFile(join(draft, name), judged.text, mode)
      replaceFile(join(draft, countersName), JSON.stringify(list.map(counterValue)))
      for (const _ of designFiles(draft, value)) {
        yield
        if (turn !== this.#restores) throw new SetupRefusal('overloaded', 'another restore has begun meanwhile')
      }
      isMeant()
      renameSync(draft, join(state.folder, restoreName))
    } catch (error) {
      // the folder is that of the other one
      if (turn === this.#restores) rmSync(draft, { recursive: true, force: true })
      throw error
    }
    finish(state, this.#parts.counters)
    for (const { judged } of files) judged?.take()
    if (value.designs !== undefined) designs?.replaced()
  }
}

/** The file of a part that is restored; undefined if it stays as it is. @throws SetupRefusal */
function part<T extends object>(
  name: 'printers' | 'keys',
  list: readonly T[] | undefined,
  kept: { judged(list: readonly never[]): JudgedFile } | undefined,
): JudgedFile | undefined {
  if (list === undefined) return undefined
  if (kept === undefined) throw fixed(name)
  try {
    return kept.judged(list as readonly never[])
  } catch (error) {
    if (error instanceof EntryError) throw new SetupRefusal(error.code, `${name}: ${error.message}`)
    if (error instanceof KeyFileError) throw new SetupRefusal('invalid_parameter', `${name}: ${error.message}`)
    throw error
  }
}

function fixed(part: 'printers' | 'keys' | 'designs'): SetupRefusal {
  const setting = { printers: 'QZ_PRINTERS', keys: 'QZ_KEYS', designs: 'QZ_DESIGNS' }[part]
  return new SetupRefusal(
    `${part}_fixed`,
    `${part}: they are not changed over HTTP, because ${setting} names their place; take "${part}" out of the file to restore the rest`,
  )
}

/** @throws SetupRefusal */
function countersIn(list: readonly unknown[] = []): readonly Counter[] {
  const counters = list.map((value, i) => {
    const counter = counterIn(value)
    if (counter === undefined) throw new SetupRefusal('invalid_parameter', `counters: number ${i + 1} is not a counter`)
    return counter
  })
  const twice = counters.find(({ name }, i) => counters.findIndex((each) => each.name === name) < i)
  if (twice !== undefined) throw new SetupRefusal('invalid_parameter', `counters: ${quoted(twice.name)} is there twice`)
  return counters
}

function* designFiles(draft: string, { designs, pictures = [] }: SetupValue): Generator<void, void> {
  if (designs === undefined) return
  try {
    yield* writeDesignFiles(join(draft, designsName), { designs, pictures })
  } catch (error) {
    const wrong = (message: string): SetupRefusal => new SetupRefusal('invalid_parameter', `designs: ${message}`)
    if (error instanceof DesignError) throw wrong(listedMistakes(error.faults.map(faultText)))
    if (error instanceof DesignFilesError || error instanceof SettingsFileError) throw wrong(error.message)
    throw error
  }
}

/**
 * Finishes the restore that holds in a state folder, if there is one: at a start, before its files are read.
 *
 * @throws SetupRefusal, StateError; what the disk does
 */
export function finishRestore(state: Pick<StateFolder, 'folder' | 'store'>): boolean {
  const draft = join(state.folder, draftName)
  if (existsSync(draft)) rmSync(draft, { recursive: true, force: true })
  if (!existsSync(join(state.folder, restoreName))) return false
  finish(state, new Counters(state))
  return true
}

/** @throws SetupRefusal, and then nothing has changed; StateError; what the disk does */
function finish({ folder, store }: Pick<StateFolder, 'folder' | 'store'>, counters: Counters): void {
  const restore = join(folder, restoreName)
  const file = join(restore, countersName)
  try {
    // without it the removal of the folder was interrupted: all is done
    const list = existsSync(file) ? countersIn(JSON.parse(readFileSync(file, 'utf8')) as readonly unknown[]) : []
    const refusal = list.length === 0 ? undefined : restoreCounters(counters, store, list)
    if (refusal !== undefined) throw new SetupRefusal(refusal.code, `counters: ${refusal.message}`)
  } catch (error) {
    rmSync(restore, { recursive: true, force: true })
    throw error
  }
  for (const name of [printersName, keysName]) {
    if (existsSync(join(restore, name))) renameSync(join(restore, name), join(folder, name))
  }
  if (existsSync(join(restore, designsName))) {
    const [now, before] = [join(folder, designsName), join(folder, `${designsName}.old`)]
    rmSync(before, { recursive: true, force: true })
    if (existsSync(now)) renameSync(now, before)
    renameSync(join(restore, designsName), now)
    rmSync(before, { recursive: true, force: true })
  }
  rmSync(restore, { recursive: true, force: true })
}
