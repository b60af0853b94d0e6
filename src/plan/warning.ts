import type { Suggestion } from '../../symbologies/index.ts'
import type { Fault } from '../answer.ts'
import { DrawingRefusal } from '../drawing-refusal.ts'

/** Why a drawing may not scan, or may not be accepted. */
export const warningCodes = [
  'x_below_minimum',
  'x_above_maximum',
  'bars_too_low',
  'symbol_too_wide',
  'not_in_application',
  'caption_cut',
  'complete_already',
  'byte_order_mark',
  'invisible_character',
  'latin1_in_code128',
  'latin1_in_microqr',
  'fullascii_in_code39',
  'pairs_in_code39',
  'unannounced_charset',
  'dpi_assumed',
  'wider_than_head',
  'sheet_paper',
  'sheet_doubtful',
  'gs1_brackets',
  'gs1_missing_ai',
  'gs1_too_long',
  'gs1_domain_replaced',
  'content_fault',
  'xdim_not_reached',
  'gain_limited',
  'text_too_small',
  'label_conflict',
  'label_distance',
  'profile_rule',
  'profile_advice',
  'elements_overlap',
  'ink_in_quiet_zone',
  'off_page',
] as const
export type WarningCode = (typeof warningCodes)[number]

/** A doubt about a drawing. */
export interface Warning {
  readonly code: WarningCode
  /** The parameter whose value would have to change. */
  readonly parameter: string
  /** For people, in ASCII, without a line feed. */
  readonly message: string
  /** Values with which there is no such warning, where there is one answer. */
  readonly suggestion?: Suggestion
}

/** A warning in one line, as headers and standard error have it. */
export function warningText({ code, message }: Warning): string {
  return `${code}; ${message}`
}

/** A strict request would be drawn with warnings. */
export class NotConforming extends DrawingRefusal {
  /** @param warnings  one at least */
  constructor(warnings: readonly Warning[]) {
    const faults = warnings.map(({ code: warning, parameter, message, ...more }): Fault => {
      return { parameter, code: 'not_conforming', message, warning, ...more }
    })
    super(faults, warnings.map(({ message }) => message).join('; '))
    this.name = 'NotConforming'
  }
}
