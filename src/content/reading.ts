/** What a text is read as: its elements with their places, and what is wrong with it. */

import { quoted } from '../../symbologies/messages.ts'
import { type ContentFaultCode, type Said, sentenceOf } from './faults.ts'

/** A range of a text in UTF-16 code units from 0, `end` not included. */
export interface Span {
  readonly start: number
  readonly end: number
}

export interface ContentElement {
  /** As the standard names it: a data identifier, an AI, the name of a line. */
  readonly id: string
  readonly title: string
  readonly value: string
  readonly span: Span
  /** What the value stands for, where that is not the value itself: a date as 2026-12-31. */
  readonly meaning?: string
}

/** A part of a text about which nothing is said, and why. */
export interface NotJudged {
  readonly span: Span
  readonly because: string
}

/** What is wrong, with texts in which it would be right, the likeliest first; they are tried before one is told. */
export interface FoundFault {
  readonly code: ContentFaultCode
  readonly message: string
  readonly span: Span
  readonly repairs: readonly string[]
}

/** The most faults of one text that are told. */
const mostFaults = 100

interface FaultAt extends Said {
  readonly span: Span
  readonly repairs?: readonly string[]
}

/** A text while it is read: readers add what they find. */
export class Reading {
  readonly elements: ContentElement[] = []
  readonly faults: FoundFault[] = []
  readonly notJudged: NotJudged[] = []
  readonly text: string
  /** Whether the text is not read to its end, because of what is wrong at its beginning. */
  isCut = false

  constructor(text: string) {
    this.text = text
  }

  /** The part of the text at a span. */
  at({ start, end }: Span): string {
    return this.text.slice(start, end)
  }

  /** Adds an element, with the part of the text at its span as its value. */
  element({
    id,
    title,
    span,
    meaning,
  }: Omit<ContentElement, 'value' | 'meaning'> & { meaning?: string | undefined }): void {
    this.elements.push({ id, title, value: this.at(span), span, ...(meaning !== undefined && { meaning }) })
  }

  /** Whether no more faults are told. */
  get isFull(): boolean {
    return this.faults.length >= mostFaults
  }

  fault(code: ContentFaultCode, { span, repairs = [], ...said }: FaultAt): void {
    if (!this.isFull) this.add({ code, message: sentenceOf(code, said), span, repairs })
  }

  /** Adds a fault behind which nothing is read. */
  stop(code: ContentFaultCode, fault: FaultAt): Reading {
    this.fault(code, fault)
    this.isCut = true
    return this
  }

  /** Adds a fault that another standard's reader has put into words. */
  add(fault: FoundFault): void {
    if (!this.isFull) this.faults.push(fault)
  }

  leave(span: Span, because: string): void {
    if (span.start < span.end) this.notJudged.push({ span, because })
  }

  /** The text with another part at a span. */
  with({ start, end }: Span, part: string): string {
    return this.text.slice(0, start) + part + this.text.slice(end)
  }

  /** Takes over what another reader has found in the part of the text that begins at `start`. */
  include(part: Reading, start: number): void {
    const moved = (span: Span): Span => ({ start: span.start + start, end: span.end + start })
    const whole = { start, end: start + part.text.length }
    for (const element of part.elements) this.elements.push({ ...element, span: moved(element.span) })
    this.isCut ||= part.isCut
    for (const left of part.notJudged) this.notJudged.push({ ...left, span: moved(left.span) })
    for (const { span, repairs, ...fault } of part.faults)
      this.add({ ...fault, span: moved(span), repairs: repairs.map((repair) => this.with(whole, repair)) })
  }
}

export const spanOf = (start: number, length: number): Span => ({ start, end: start + length })

/** A part of a text as messages show it. */
export const shown = (part: string): string => quoted(part)
