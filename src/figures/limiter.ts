import type { SharedLimiter } from '../limiter/index.ts'
import { gauge, Readings, type Registry, total } from '../metrics/index.ts'

/** Who decides which requests are admitted: the engine that instances share, or each of them alone while it fails. */
export function addLimiter(registry: Registry, limiter: Pick<SharedLimiter, 'figures'>): void {
  registry.add(
    new Readings(
      'counter',
      {
        name: 'quietzone_limiter_decisions_total',
        help: 'Decisions of the shared limiter: by its engine, or by this instance while the engine failed.',
        labels: ['by'],
      },
      () => [
        [['engine'], limiter.figures.shared],
        [['instance'], limiter.figures.local],
      ],
    ),
  )
  registry.add(
    gauge(
      { name: 'quietzone_limiter_connected', help: 'Whether the engine of the shared limiter is in use: 1 or 0.' },
      () => Number(limiter.figures.isConnected),
    ),
  )
  registry.add(
    total(
      { name: 'quietzone_limiter_failures_total', help: 'How often the engine of the shared limiter was lost.' },
      () => limiter.figures.failures,
    ),
  )
}
