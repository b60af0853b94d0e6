import type { ServerFigures } from '../http/server-figures.ts'
import { gauge, Readings, type Registry, total } from '../metrics/index.ts'

/** What the server refuses, and what clients use of it. */
export function addServerFigures(registry: Registry, figures: ServerFigures): void {
  const { counts } = figures
  registry.add(
    new Readings(
      'counter',
      {
        name: 'quietzone_refusals_total',
        help: 'Requests and connections that the service refused for its own sake, by reason.',
        labels: ['reason'],
      },
      () => Object.entries(counts.refusals).map(([reason, count]) => [[reason], count] as const),
    ),
  )
  registry.add(
    new Readings(
      'counter',
      {
        name: 'quietzone_rate_limit_decisions_total',
        help: 'Requests that had a token, and requests that had none.',
        labels: ['decision'],
      },
      () => [
        [['admitted'], counts.admitted],
        [['refused'], counts.refusals.rate_limited],
      ],
    ),
  )
  const counted: readonly (readonly [name: string, help: string, read: () => number])[] = [
    ['quietzone_request_body_bytes_total', 'Bytes of the bodies that requests brought.', () => counts.bodyBytes],
    ['quietzone_connections_accepted_total', 'Connections that were accepted.', () => figures.accepted],
  ]
  for (const [name, help, read] of counted) registry.add(total({ name, help }, read))
  const now: readonly (readonly [name: string, help: string, read: () => number])[] = [
    ['quietzone_connections', 'Open connections.', () => figures.usage.connections],
    ['quietzone_waiting_requests', 'Requests without an answer yet.', () => figures.usage.waiting],
    ['quietzone_unread_bytes', 'Bytes of answers that clients have not read yet.', () => figures.usage.unread],
    ['quietzone_making_bytes', 'Bytes that are kept for answers in the making.', () => figures.usage.making],
    [
      'quietzone_reserved_body_bytes',
      'Bytes set aside for bodies that have no answer yet.',
      () => figures.usage.bodies,
    ],
    ['quietzone_refused_connections', 'Connections that are closing after a refusal.', () => figures.usage.excessive],
  ]
  for (const [name, help, read] of now) registry.add(gauge({ name, help }, read))
  registry.add(
    new Readings(
      'gauge',
      {
        name: 'quietzone_queued_turns',
        help: 'Connections whose next request waits for its turn: drawings, batches of them, and all others.',
        labels: ['queue'],
      },
      () => Object.entries(figures.queued).map(([queue, length]) => [[queue], length] as const),
    ),
  )
}
