import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../src/root.ts'

interface DataSource {
  readonly type: string
  readonly uid: string
}

export interface Panel {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly datasource?: DataSource
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } }
  readonly targets?: readonly { readonly refId: string; readonly expr: string; readonly datasource: DataSource }[]
}

export interface Dashboard {
  readonly uid: string
  readonly title: string
  readonly schemaVersion: number
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string }[] }
  readonly panels: readonly Panel[]
}

/** deploy/grafana-dashboard.json */
export function dashboard(): Dashboard {
  return JSON.parse(readFileSync(join(root, 'deploy/grafana-dashboard.json'), 'utf8')) as Dashboard
}

/** All queries of the panels, with Grafana's variables in them. */
export function expressionsOf({ panels }: Dashboard): string[] {
  return panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
}

/** A query as Grafana sends it for one job and all its instances. */
export function queryOf(expression: string, job: string, interval: string): string {
  return expression.replaceAll('$job', job).replaceAll('$instance', '.*').replaceAll('$__rate_interval', interval)
}
