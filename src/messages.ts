import { getSystemErrorMap } from 'node:util'
import { unicodeEscapes } from '../symbologies/messages.ts'

/** Characters that a terminal obeys, does not show, or shows in another order: controls, formatting characters, separators. */
const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** `text` with every unprintable character escaped as in JSON, line feeds included: safe as one line on a terminal. */
export function printableLine(text: string): string {
  return text.replace(unprintable, escaped)
}

/** Like `printableLine`, but line feeds stay. */
export function printable(text: string): string {
  return text.replace(unprintable, (character) => (character === '\n' ? character : escaped(character)))
}

/** `value` as a line of JSON in which every unprintable character of a string is escaped: the same value, safe on a terminal. */
export function jsonLine(value: unknown, replacer?: (name: string, value: unknown) => unknown): string {
  // beyond strings JSON has no such character
  return `${printableLine(JSON.stringify(value, replacer))}\n`
}

const short: Readonly<Record<string, string>> = { '\b': '\\b', '\t': '\\t', '\n': '\\n', '\f': '\\f', '\r': '\\r' }

function escaped(character: string): string {
  return short[character] ?? unicodeEscapes(character)
}

/** The reason of a file system error, in the system's words without codes and paths. */
export function because(error: unknown): string {
  const { errno, message } = error as NodeJS.ErrnoException
  return (errno !== undefined && getSystemErrorMap().get(errno)?.[1]) || message
}
