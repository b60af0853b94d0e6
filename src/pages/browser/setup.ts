/** The page /setup: printers that are found, added, changed, tested and removed, keys, backup and restore. */

import { byId, wireLanguageLinks } from './dom.ts'
import { refusalOf } from './fault-words.ts'
import { KeyField } from './key-field.ts'
import { ServiceClient } from './service.ts'
import { BackupPanel } from './setup/backup.ts'
import { SetupCalls } from './setup/calls.ts'
import { KeyPanel } from './setup/keys.ts'
import { PrinterPanel } from './setup/printers.ts'

class SetupPage {
  readonly #service = new ServiceClient((address, refusal) =>
    // what is wrong with an entry is told by the name of its field, in English
    refusal.code === 'invalid_parameter' ? refusal : refusalOf(address, refusal),
  )
  readonly #key = new KeyField(this.#service, () => void this.open())
  readonly #calls = new SetupCalls(this.#service, (outcome) => this.#show(!this.#key.heed(outcome)))
  readonly #printers = new PrinterPanel(this.#calls)
  readonly #keys = new KeyPanel(this.#calls)

  constructor() {
    new BackupPanel(this.#calls, () => this.open())
  }

  /** Shows what there is, if the key may; else the field for one. */
  async open(): Promise<void> {
    if (!(await this.#keys.refresh())) return
    await this.#printers.refresh()
  }

  #show(isAllowed: boolean): void {
    byId('entrance', HTMLElement).hidden = isAllowed
    byId('setup', HTMLElement).hidden = !isAllowed
  }
}

wireLanguageLinks()
void new SetupPage().open()
