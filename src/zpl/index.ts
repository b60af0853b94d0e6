/** ZPL read: bytes to labels, each a scene that every renderer knows, with what is found about its commands. */

export { type CommandFacts, commandTable, type Treatment } from './commands.ts'
export { differences, type FieldDifference, type LabelDifference } from './difference.ts'
export type { FindingKind } from './field.ts'
export type { Finding } from './finding.ts'
export { FormatScan, type HostQuery } from './format-scan.ts'
export { limits as zplLimits } from './limits.ts'

export type { PrinterMemory } from './machine.ts'

export { inscriptionOfLabel, orderOf } from './order.ts'

export {
  type DrawnLabel,
  type Program,
  type ProgramOptions,
  readingProgram,
  readProgram,
  type ZplDpi,
  zplDpis,
} from './read.ts'
export {
  type FieldReport,
  type LabelReport,
  type ProgramReport,
  reporting,
  reportOf,
  type SymbolReport,
} from './report.ts'
export {
  mostProgramCopies,
  type PageForm,
  type ProgramFile,
  pageSizes,
  writingProgram,
  writtenProgram,
} from './written.ts'
