import type { Socket } from 'node:net'
import { repliesIn, type Served, Wire } from './wire.ts'

const barcode = '/api/v1/barcode?type=qr&text=a'
const get = (target: string, headers = ''): string => `GET ${target} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`

/** The status of one request on a new connection. */
export async function statusFrom(service: Served, from: string, target = barcode): Promise<number | undefined> {
  const wire = new Wire(service.port, true, from).send(get(target, 'Connection: close\r\n'))
  await wire.closed
  return repliesIn(wire.received)[0]?.status
}

/** Connections that have been accepted. */
export async function connected(service: Served, count: number, from: string, reading = true): Promise<Wire[]> {
  const wires = Array.from({ length: count }, () => new Wire(service.port, true, from).send(get('/healthz')))
  for (const wire of wires) await wire.replies(1)
  if (!reading) for (const { socket } of wires) socket.pause()
  return wires
}

/** Counts the connections from an address that the service keeps open. */
export function openConnections({ server }: Served): (from: string) => number {
  const sockets: Socket[] = []
  server.on('connection', (socket) => sockets.push(socket))
  return (from) => sockets.filter(({ destroyed, remoteAddress }) => !destroyed && remoteAddress === from).length
}
