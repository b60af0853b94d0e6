import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json: the same whether this runs from the sources or from the build folder. */
export const root = packageRoot(dirname(fileURLToPath(import.meta.url)))

function packageRoot(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : packageRoot(dirname(folder))
}
