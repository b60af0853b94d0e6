/** What a printer is, as far as it tells itself: asked before it has an entry in the file of printers, so that a person need not know. */

import { connect } from 'node:net'
import { type Dpi, dpis } from '../../layout/resolution.ts'
import { type LabelSize, labelSize, sidesAsFed, stockNames } from '../../layout/stock.ts'
import { languageFiles, type Media, printerLanguages } from '../../render/language.ts'
import { usualPatience } from '../channels/channel-of.ts'
import { networkFailure, PrinterFailure } from '../channels/failure.ts'
import { askedOverIpp } from '../channels/ipp.ts'
import type { Address, JobFormat } from '../printers/printer.ts'

/** What is known of a printer; what is undefined, it does not tell. */
export interface PrinterIdentity {
  /** Its maker's name for it, in printable ASCII. */
  readonly model?: string | undefined
  readonly language?: JobFormat | undefined
  readonly dpi?: Dpi | undefined
  /** Its labels, as it is set up for them now. */
  readonly stock?: LabelSize | undefined
  readonly media?: Media | undefined
}

/**
 * Asks a printer what it is: over IPP by Get-Printer-Attributes, a queue of this machine by its print server, a raw socket in ZPL, since no
 * other language has a question for it. It may take 10 seconds.
 *
 * @returns nothing known, if it is there and does not answer in ZPL
 * @throws PrinterFailure if it cannot be reached; the reason of the signal if that is aborted
 */
export async function identityOf(address: Address, signal: AbortSignal): Promise<PrinterIdentity> {
  switch (address.kind) {
    case 'socket':
      return socketIdentity(address, signal)
    case 'ipp':
      return ippIdentity(address.url, signal)
    case 'lp':
      return ippIdentity(`http://localhost:631/printers/${encodeURIComponent(address.queue)}`, signal)
  }
}

async function ippIdentity(url: string, signal: AbortSignal): Promise<PrinterIdentity> {
  const patience = { ...usualPatience, response: longestAnswer }
  const { formats, model, dpi, papers } = await askedOverIpp(url, patience, signal)
  return {
    model: model === undefined ? undefined : shown(model),
    language: languageIn(formats),
    dpi: dpis.find((each) => Number(each) === dpi),
    stock: papers.usual && nearestStock(papers.usual.x / 100, papers.usual.y / 100),
  }
}

/** Of the media types that a printer takes, its own language; else documents, or pictures. */
export function languageIn(formats: readonly string[]): JobFormat | undefined {
  const own = printerLanguages.find((each) => formats.some((format) => format === languageFiles[each].printType))
  if (own !== undefined) return own
  if (formats.includes('application/pdf')) return 'pdf'
  return formats.includes('image/png') ? 'png' : undefined
}

/** In ms, for the next byte of an answer that may never come, and for all of one. */
const [longestSilence, longestAnswer] = [3000, 10_000] as const
/** The most characters of an answer that are read; a listing of the configuration has about 2,500. */
const mostRead = 16_384

type SocketPlace = Extract<Address, { kind: 'socket' }>

async function socketIdentity(address: SocketPlace, signal: AbortSignal): Promise<PrinterIdentity> {
  const host = hostIdentification(await answerTo('~HI', address, signal))
  if (host === undefined) return {}
  return { language: 'zpl', ...host, ...configuration(await answerTo('^XA^HH^XZ', address, signal), host.dpi) }
}

const [STX, ETX] = ['\x02', '\x03'] as const

/** What a printer sends after a question, between STX and ETX; nothing, if it is silent or sends no such thing. @throws PrinterFailure */
async function answerTo(question: string, { host, port }: SocketPlace, signal: AbortSignal): Promise<string> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(longestAnswer)])
  const socket = connect({ host, port, signal: limit, timeout: longestSilence })
  let [text, isConnected, isLate] = ['', false, false]
  socket.on('connect', () => (isConnected = true))
  socket.on('timeout', () => {
    isLate = true
    socket.destroy()
  })
  try {
    socket.setEncoding('latin1').write(question)
    for await (const chunk of socket) {
      text += chunk
      if (text.includes(ETX) || text.length > mostRead) break
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!isLate && !limit.aborted) throw networkFailure(error)
    if (!isConnected) throw new PrinterFailure('printer_timeout', 'did not accept the connection')
  } finally {
    socket.destroy()
  }
  const start = text.indexOf(STX) + 1
  const end = text.indexOf(ETX, start)
  return start === 0 || end === -1 ? '' : text.slice(start, end)
}

/**
 * What a printer answers to ~HI: its model, the version of its software, its dots a millimetre, and its memory, as `ZD421-203dpi,V93.21.26Z,8,8192KB`.
 * ZPL II Programming Guide: ~HI, Host Identification.
 */
export function hostIdentification(answer: string): Pick<PrinterIdentity, 'model' | 'dpi'> | undefined {
  const [, model, dots] = /^([^,]{1,80}),[^,]*,0*(6|8|12|24)(?:,|$)/.exec(answer) ?? []
  if (model === undefined) return undefined
  return { model: shown(model), dpi: dpiOf[dots!] }
}

/** By dots a millimetre. */
const dpiOf: { readonly [dots: string]: Dpi | undefined } = { 6: '152', 8: '203', 12: '300', 24: '600' }

/** Dots a millimetre of a head, as Zebra counts them. */
const dotsOf: { readonly [dpi in Dpi]?: number } = { 152: 6, 203: 8, 300: 12, 600: 24 }

/**
 * The labels in the listing of a printer's configuration, which has a line for each setting, the value first: `832  PRINT WIDTH`, in dots, or
 * `104 0/8 MM` in older ones. ZPL II Programming Guide: ^HH, Configuration Label Return.
 */
export function configuration(listing: string, dpi: Dpi | undefined): Pick<PrinterIdentity, 'stock' | 'media'> {
  const dots = dpi === undefined ? undefined : dotsOf[dpi]
  const lengths = new Map<string, number>()
  for (const [, whole, part, title] of listing.matchAll(lengthLine)) {
    if (dots === undefined) break
    lengths.set(title!, part === undefined ? Number(whole) / dots : Number(whole) + Number(part) / dots)
  }
  const [across, along] = [lengths.get('PRINT WIDTH'), lengths.get('LABEL LENGTH')]
  const [, type] = /^[ \t]*([A-Z/-]+)[ \t]+MEDIA TYPE/m.exec(listing) ?? []
  return {
    stock: across === undefined || along === undefined ? undefined : nearestStock(across, along),
    media: type === undefined ? undefined : mediaOf[type],
  }
}

/** A length in dots, or in millimetres and dots. */
const lengthLine = /^[ \t]*([0-9]{1,5})(?: ([0-9]{1,2})\/[0-9]{1,2} MM)?[ \t]+(PRINT WIDTH|LABEL LENGTH)/gm

const mediaOf: { readonly [type: string]: Media | undefined } = {
  'GAP/NOTCH': 'gap',
  WEB: 'gap',
  'NON-CONTINUOUS': 'gap',
  MARK: 'mark',
  CONTINUOUS: 'continuous',
}

/** In mm: by how much labels may be wider or longer than stock that is meant. The width that is set is often that of the head. */
const tolerance = { across: 3, along: 2 }

/** The stock whose sides are the nearest, or the size itself, in whole millimetres; undefined if no label is so. @param across  in mm */
export function nearestStock(across: number, along: number): LabelSize | undefined {
  const near = stockNames
    .map((name) => {
      const [x, y] = sidesAsFed(name).map((side) => (side / 72) * 25.4)
      return { name, x: Math.abs(x! - across), y: Math.abs(y! - along) }
    })
    .filter(({ x, y }) => x <= tolerance.across && y <= tolerance.along)
    .toSorted((a, b) => a.x + a.y - b.x - b.y)
  return near[0]?.name ?? labelSize(`${Math.round(across)}x${Math.round(along)}mm`)
}

/** The most characters of a name that are shown. */
const longestName = 80

/** In printable ASCII, without blanks at its ends. */
export const shown = (name: string): string =>
  name
    .replace(/[^ -~]+/g, ' ')
    .trim()
    .slice(0, longestName)
