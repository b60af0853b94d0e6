/**
 * The address of Labelary, by its page of the API: /v1/printers/{dpmm}/labels/{width}x{height}/{index}/{zpl}, with the ZPL in the path or in the
 * body, and headers that say what is answered.
 */

import { type Answer, type Body, type Caller, errorAnswer, jsonAnswer, type Steps } from '../../../answer.ts'
import type { Limits } from '../../../drawing-size.ts'
import { isFreeSize } from '../../../layout/stock.ts'
import type { Parameters } from '../../../request/parameter.ts'
import {
  type DrawnLabel,
  type Finding,
  type PageForm,
  pageSizes,
  readingProgram,
  writingProgram,
  type ZplDpi,
  zplLimits,
} from '../../../zpl/index.ts'
import { drawn } from '../../route.ts'
import { inSteps, type Operation, queryEndpoint, unprocessable } from '../endpoint.ts'
import { multipartFile } from './multipart.ts'

/** All is said by path and headers. */
const noParameters = {} satisfies Parameters

const body = {
  limit: zplLimits.bytes,
  mediaTypes: [
    ...['application/x-www-form-urlencoded', 'multipart/form-data', 'application/zpl'],
    ...['text/plain', 'application/octet-stream'],
  ],
} as const

export const labelaryOperation = (limits: Limits): Operation => ({
  path: '/compat/labelary/v1/printers/',
  isBeginning: true,
  ...drawn,
  parameters: noParameters,
  endpoint: queryEndpoint<[string?, Caller?], Answer | Steps>(noParameters, (_query, _language, sender) => {
    const order = orderIn(sender?.segment ?? '', sender?.headerOf)
    if ('status' in order) return order
    if (order.zpl === undefined) return errorAnswer('bad_request', 'the path has no ZPL behind the number of the label')
    return answering(order, order.zpl, limits)
  }),
  changes: [
    {
      method: 'POST',
      body,
      endpoint: queryEndpoint(noParameters, (_query, { bytes, mediaType }: Body, sender: Caller): Answer | Steps => {
        const order = orderIn(sender.segment ?? '', sender.headerOf)
        if ('status' in order) return order
        const isForm = mediaType === 'multipart/form-data'
        const zpl = isForm ? multipartFile(bytes, sender.headerOf('content-type') ?? '') : bytes
        return zpl === undefined ? errorAnswer('bad_request', 'the form has no part') : answering(order, zpl, limits)
      }),
    },
  ],
})

const dpis: { readonly [dpmm: string]: ZplDpi } = { '6': '152', '8': '203', '12': '300', '24': '600' }

const quarters = { '0': 0, '90': 1, '180': 2, '270': 3 } as const

/** What a request asks for. */
interface Order extends PageForm {
  readonly dpi: ZplDpi
  readonly size: `${number}x${number}in`
  /** Undefined for all labels. */
  readonly index: number | undefined
  readonly zpl: Uint8Array | undefined
  readonly format: 'png' | 'pdf' | 'json'
  readonly isLinted: boolean
}

type HeaderOf = Caller['headerOf']

/** @param rest  the path behind `/v1/printers/`, as it was sent */
function orderIn(rest: string, headerOf: HeaderOf = () => undefined): Order | Answer {
  const form = /^(6|8|12|24)dpmm\/labels\/([0-9.]+)x([0-9.]+)(?:\/([0-9]{1,9})?(?:\/(.*))?)?$/s.exec(rest)
  if (form === null) {
    return errorAnswer('bad_request', 'accepted: /v1/printers/{6,8,12 or 24}dpmm/labels/{width}x{height}/{index}/{zpl}')
  }
  const [, dpmm = '', width, height, index, path] = form
  const size = `${Number(width)}x${Number(height)}in`
  if (!isFreeSize(size))
    return errorAnswer('bad_request', `labels of ${width} x ${height} inches are not drawn: 4 to 300 mm a side are`)
  const zpl = path ? decodedPath(path) : undefined
  if (path && zpl === undefined) return errorAnswer('bad_request', 'the ZPL in the path is not percent-encoded')
  const format = formatIn(headerOf('accept') ?? '*/*')
  if (format === undefined)
    return errorAnswer('bad_request', 'Accept: image/png, application/pdf and application/json are drawn')
  if (index === undefined && format === 'png')
    return errorAnswer('bad_request', 'the path has no number of a label, from 0')
  const turn = quarters[(headerOf('x-rotation') ?? '0').trim() as keyof typeof quarters]
  if (turn === undefined) return errorAnswer('bad_request', 'X-Rotation: 0, 90, 180 and 270 are accepted')
  const named = headerOf('x-page-size')?.trim().toLowerCase()
  if (named !== undefined && !Object.hasOwn(pageSizes, named)) {
    return errorAnswer('bad_request', `X-Page-Size: ${Object.keys(pageSizes).join(', ')} are accepted`)
  }
  return {
    ...{ dpi: dpis[dpmm]!, size: size as Order['size'], zpl, format, quarters: turn },
    index: index === undefined ? undefined : Number(index),
    pageSize: format === 'pdf' ? (named as PageForm['pageSize']) : undefined,
    isLinted: /^on$/i.test(headerOf('x-linter')?.trim() ?? ''),
  }
}

/** ZPL in a path, with `%` and hexadecimal digits for bytes; undefined if others follow one. */
function decodedPath(path: string): Uint8Array | undefined {
  if (/%(?![0-9a-f]{2})/i.test(path)) return undefined
  return Buffer.from(
    path.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16))),
    'latin1',
  )
}

/** The first type that is drawn; PNG for whatever asks for any. */
function formatIn(accept: string): Order['format'] | undefined {
  for (const type of accept.split(',')) {
    const name = type.split(';')[0]!.trim().toLowerCase()
    if (name === 'application/pdf') return 'pdf'
    if (name === 'application/json') return 'json'
    if (name === 'image/png' || name === 'image/*' || name === '*/*' || name === '') return 'png'
  }
  return undefined
}

/** Answers in steps of a label. */
function* answering(order: Order, bytes: Uint8Array, limits: Limits): Steps {
  const { dpi, size, format, index, isLinted } = order
  const kept = (): number => bytes.length
  const program = yield* inSteps(readingProgram(bytes, { dpi, size, now: new Date() }), kept)
  if (index !== undefined && index >= program.count) {
    return errorAnswer('not_found', `there is no label ${index}: the program prints ${program.count}`)
  }
  const headers = (): string[] => [
    ...['X-Total-Count', `${program.count}`],
    ...(isLinted ? ['X-Warnings', program.findings().slice(0, mostWarnings).map(warningFields).join('|')] : []),
  ]
  if (format === 'json') {
    const labels: object[] = []
    for (const label of program.labels(index)) {
      yield { kept: kept() }
      if (label === undefined) continue
      labels.push(extracted(label))
      if (index !== undefined) break
    }
    return { ...jsonAnswer({ labels }), headers: headers() }
  }
  try {
    const file = yield* inSteps(writingProgram(program, { ...order, format }, limits), kept)
    const type = format === 'png' ? 'image/png' : 'application/pdf'
    return { status: 200, type, body: file as Uint8Array<ArrayBuffer>, maxAge: 0, headers: headers() }
  } catch (error) {
    return unprocessable(error)
  }
}

/** Findings that a header has room for. */
const mostWarnings = 20

/** A warning as Labelary's linter tells it: byte, length, command, number of the parameter, message. */
function warningFields({ offset, command, message }: Finding): string {
  const [, parameter = ''] = /^parameter ([0-9]+) /.exec(message) ?? []
  const text = message
    .replaceAll('|', '/')
    .replace(/[^ -~]/gu, '?')
    .slice(0, 200)
  return [offset, command.length, command.replaceAll('|', '/'), parameter, text].join('|')
}

/** The words of a label with their places, as Labelary extracts them. */
function extracted({ fields }: DrawnLabel): object {
  return {
    fields: fields.flatMap(({ drawn: { field, area } }) =>
      field.data === undefined ? [] : [{ x: area.left, y: area.top, data: field.data.text }],
    ),
  }
}
