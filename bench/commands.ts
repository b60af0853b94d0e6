import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Whether the shell would find `command`. */
export function hasCommand(command: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)))
}
