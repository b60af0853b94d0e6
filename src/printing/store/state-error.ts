/**
 * Why the state folder does not take or give what it should.
 *
 * - full: its bound, or the disk, has no room
 * - share: the jobs of the client that have not ended have its share of the bound
 * - unwritable: the disk refuses to be written, or the folder does
 * - damaged: the file is not what was written
 * - newer: a newer program has written it
 * - owned: another process has it
 */
export class StateError extends Error {
  readonly kind: 'full' | 'share' | 'unwritable' | 'damaged' | 'newer' | 'owned'

  constructor(kind: StateError['kind'], message: string) {
    super(message)
    this.name = 'StateError'
    this.kind = kind
  }
}
