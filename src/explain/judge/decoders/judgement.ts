/** The class of what a decoder answers. */

import type { Judgement } from '../measure.ts'
import type { DecoderClass } from '../report.ts'
import type { DecoderAnswer } from './answer.ts'
import { type DecoderCase, treatmentRow } from './case.ts'
import { isTransmitted, shownData, transmissionsOf } from './transmission.ts'

const none = { code: 'none', clause: 'none' }

/** @param png  what the decoder was shown */
export function decoderJudgement(
  asked: DecoderCase,
  answer: DecoderAnswer,
  png: Uint8Array<ArrayBuffer>,
): Judgement<DecoderClass> {
  const symbol = { kind: 'file', file: png } as const
  const { clause, demand } = treatmentRow(asked.type, asked.treatment)!
  switch (answer.kind) {
    case 'unsupported':
      return { class: 'unsupported', ...none, message: answer.why }
    case 'none':
      return { class: 'noAnswer', code: answer.code, clause: 'none', message: answer.why, symbol }
    case 'nothing': {
      if (demand === 'refuse') return { class: 'refuses', ...none, message: answer.why }
      const found = demand === 'read' ? 'misses' : 'missesByChoice'
      return { class: found, code: asked.treatment, clause, message: `nothing is read: ${answer.why}`, symbol }
    }
    case 'read':
      return { ...readJudgement(asked, answer), symbol }
  }
}

function readJudgement(
  asked: DecoderCase,
  { data, type }: Extract<DecoderAnswer, { kind: 'read' }>,
): Judgement<DecoderClass> {
  const { clause, demand } = treatmentRow(asked.type, asked.treatment)!
  const texts = transmissionsOf(asked)
  if (!isTransmitted(data, texts)) {
    const part = asked.options.gs1 === undefined ? '' : '.gs1'
    const message = `${shown(shownData(data))} is read, the symbol carries ${shown(texts[0]!)}`
    return { class: 'readsOtherwise', code: `${asked.treatment}${part}`, clause, message }
  }
  if (type !== undefined && !isSameType(asked.type, type)) {
    const message = `read as ${shown(type)}, the symbol is ${asked.type}`
    return { class: 'readsOtherwise', code: `${asked.treatment}.type`, clause, message }
  }
  if (demand !== 'refuse') return { class: 'reads', ...none, message: '' }
  return { class: 'readsByLuck', ...none, message: 'the damage is beyond what the standard lets a reader undo' }
}

const mostShown = 200
const shown = (text: string): string => JSON.stringify(text.length > mostShown ? `${text.slice(0, mostShown)}…` : text)

/** UPC-A is an EAN-13 that begins with 0, and UPC-E one that is written shorter. */
const products: readonly string[] = ['ean13', 'upca', 'upce']
const isSameType = (type: string, answered: string): boolean =>
  type === answered || (products.includes(type) && products.includes(answered))
