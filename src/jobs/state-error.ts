/**
 * Why the state folder does not take or give what it should.
 *
 * - full: its bound, or the disk, has no room
 * - unwritable: the disk refuses to be written, or the folder does
 * - damaged: the file is not what was written
 * - owned: another process has it
 */
export class StateError extends Error {
  readonly kind: 'full' | 'unwritable' | 'damaged' | 'owned'

  constructor(kind: StateError['kind'], message: string) {
    super(message)
    this.name = 'StateError'
    this.kind = kind
  }
}
