/** Labels of a design in a file, for the rows of a batch. */

import { composeDesign, type DesignRequest } from '../design/compose.ts'
import type { Design } from '../design/design.ts'
import { readDesign } from '../design/files.ts'
import { drawDesign } from '../design/label.ts'
import { DesignError, faultText } from '../design/reader.ts'
import { designReader, designRows, fitsStock, withFields } from '../design/request.ts'
import { labelSize } from '../layout/stock.ts'
import { firstOf, type GivenValues } from '../request/parameter.ts'
import { parameters } from '../request/params.ts'
import { SettingsFileError } from '../settings-file.ts'
import { exit, Failure } from './command.ts'
import { type DrawingEndpoint, endpointOf } from './endpoints.ts'
import { printMessage } from './output.ts'
import { pathOf, type Shell } from './shell.ts'

/** The design in a file. @throws Failure if it is not one, whose mistakes are then printed, or cannot be read */
export function designFrom(shell: Shell, file: string): Design {
  try {
    return readDesign(pathOf(shell, file))
  } catch (error) {
    if (error instanceof SettingsFileError) throw new Failure(exit.files, `${file} ${error.message}`)
    if (!(error instanceof DesignError)) throw error
    for (const fault of error.faults) printMessage(shell, `${file}: ${faultText(fault)}`)
    throw new Failure(exit.files, `${file} is not a design`)
  }
}

/** The endpoint for labels of a design. */
export function designEndpoint(design: Design): DrawingEndpoint {
  const { design: _, ...table } = parameters.designed
  const read = designReader(design, { now: new Date() })
  // rows of a batch have their number among their values, and what is printed the size of the printer's labels
  const rowed = (request: DesignRequest, given: GivenValues): DesignRequest => {
    const size = firstOf(given.size)
    const stock = typeof size === 'string' ? labelSize(size) : undefined
    if (stock !== undefined) fitsStock(design, stock)
    return { ...request, row: Number(firstOf(given.row) ?? 1), stock }
  }
  return endpointOf<DesignRequest>({
    path: '/api/v1/label',
    parameters: withFields(table, design),
    rows: designRows(design, parameters.designed),
    read,
    compose: (request, limits, given) => composeDesign(rowed(request, given), limits),
    draw: (request, limits, given) => drawDesign(rowed(request, given), limits),
  })
}
