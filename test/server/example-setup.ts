/** A state folder with all that pages set up in it, as a start opens it. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SavedDesigns, savedDesigns } from '../../src/design/saved.ts'
import {
  Counters,
  openState,
  type Printers,
  printersIn,
  printersOf,
  type StateFolder,
} from '../../src/printing/index.ts'
import { type PrinterEntries, savedEntries } from '../../src/printing/printers/entries.ts'
import { KeySetup, keysIn, keysOf } from '../../src/server/access/index.ts'
import { finishRestore, KeptSetup } from '../../src/server/setup-copy.ts'
import { endless } from '../printing/printers/example-jobs.ts'

export interface Machine {
  readonly folder: string
  readonly state: StateFolder
  readonly counters: Counters
  readonly printers: Printers
  readonly printerEntries: PrinterEntries
  readonly setup: KeySetup
  readonly designs: SavedDesigns
  readonly setupCopy: KeptSetup
  /** The text of a file in the folder; undefined if there is none. */
  file(name: string): string | undefined
  close(): Promise<void>
}

/** The design that comes with the machine. */
const shelf = {
  name: 'shelf',
  size: '57x32mm',
  fields: { sku: {} },
  elements: [{ kind: 'text', at: [2, 2], size: [50, 6], value: '{sku}' }],
}

/** A machine at `home`, which goes on with what is there. */
export async function machineAt(home: string): Promise<Machine> {
  const shipped = join(home, 'shipped')
  mkdirSync(shipped, { recursive: true })
  writeFileSync(join(shipped, 'shelf.json'), JSON.stringify(shelf))
  const folder = join(home, 'state')
  const fail = (message: string): never => {
    throw new Error(message)
  }
  const state = await openState(folder, { most: 64 << 20, lost: () => fail('lost') })
  finishRestore(state)
  const read = (name: string): string | undefined =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined
  const counters = new Counters(state)
  const printers = printersOf(printersIn(read('printers.json') ?? '[]'), { patience: endless })
  const own = (): void => state.own()
  const printerEntries = savedEntries({
    ...{ path: join(folder, 'printers.json'), prepare: own, taken: (list) => printers.replace(list) },
    isOwn: (address) => address.kind === 'socket' && address.port === 8080,
  })
  const setup = new KeySetup(keysOf(keysIn(read('keys.json') ?? '[]')), { folder, own, log: fail })
  const designs = savedDesigns({
    ...{ path: join(folder, 'designs'), shipped, prepare: own, clock: () => performance.now(), log: fail },
  })
  let isClosed = false
  const parts = { state, counters, printers: printerEntries.changes, keys: setup, designs }
  return {
    ...{ folder, state, counters, printers, printerEntries, setup, designs, setupCopy: new KeptSetup(parts) },
    file: read,
    async close() {
      if (isClosed) return
      isClosed = true
      await printers.close()
      state.close()
    },
  }
}
