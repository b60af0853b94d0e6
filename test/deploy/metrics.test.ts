/** What stands in deploy/ for Prometheus and Grafana, against a real scrape. */

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { hasCommand } from '../../bench/servers.ts'
import { root } from '../../src/root.ts'
import { inLongRun } from '../random.ts'
import { everythingScraped } from '../server/figures/everything.ts'
import { dashboard, expressionsOf } from './dashboard.ts'

const deployed = (name: string): string => readFileSync(join(root, 'deploy', name), 'utf8')
const metricsPage = readFileSync(join(root, 'docs/metrics.md'), 'utf8')

/** Options of a test that needs a command of Debian's package prometheus. */
const promtool = { skip: !hasCommand('promtool') && 'promtool is not installed: apt-get install prometheus' }

function run(command: string, args: readonly string[], input = ''): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { input, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

/** Names of metrics in an expression of PromQL or in a text. */
const namesIn = (text: string): string[] => text.match(/\b(?:quietzone|process|nodejs)_[a-z_]+\b/g) ?? []

t.test('promtool finds nothing wrong with a scrape', { skip: promtool.skip || inLongRun.skip }, async (t) => {
  const { text } = await everythingScraped()
  t.same(run('promtool', ['check', 'metrics'], text), { status: 0, output: '' })
  const broken = text.replace('_total', '_totals')
  t.not(run('promtool', ['check', 'metrics'], broken).output, '', 'it can fail')
})

t.test(
  'promtool takes the ten alert rules, and each fires when it should',
  { skip: promtool.skip || inLongRun.skip },
  async (t) => {
    const check = run('promtool', ['check', 'rules', join(root, 'deploy/alerts.yml')])
    t.equal(check.status, 0, check.output)
    t.match(check.output, /SUCCESS: 10 rules found/)
    const { status, output } = run('promtool', ['test', 'rules', join(root, 'test/deploy/alerts.yml')])
    t.equal(status, 0, output)
    t.match(output, /SUCCESS/)
    const cases = readFileSync(join(root, 'test/deploy/alerts.yml'), 'utf8')
    for (const name of alertNames()) t.match(cases, `ALERTS{alertname="${name}", alertstate="firing"`)
  },
)

function alertNames(): string[] {
  return [...deployed('alerts.yml').matchAll(/^ +- alert: (\w+)$/gm)].map(([, name]) => name!)
}

t.test('each alert waits, has a severity, a summary and what to do', async (t) => {
  const [, ...rules] = deployed('alerts.yml').split(/^ +- alert: /m)
  t.equal(rules.length, 10)
  for (const rule of rules) {
    const [name = ''] = rule.split('\n')
    for (const part of [
      /^ +for: \d+m$/m,
      /^ +severity: (critical|warning)$/m,
      /^ +summary: "/m,
      /^ +description: >-$/m,
    ]) {
      t.match(rule, part, name)
    }
    t.match(metricsPage, `| \`${name}\` |`)
  }
})

t.test('what alerts, dashboard and description name is in a scrape, and all of a scrape is described', async (t) => {
  const { scrape } = await everythingScraped()
  const shown = new Set(
    [...scrape.families.values()].flatMap(({ series, name }) => [name, ...series.map((one) => one.name)]),
  )
  const used = {
    alerts: namesIn(deployed('alerts.yml').replace(/description: >-[\s\S]*?(?=\n\n|$)/g, '')),
    dashboard: expressionsOf(dashboard()).flatMap(namesIn),
    description: namesIn(metricsPage),
  }
  for (const [where, names] of Object.entries(used)) {
    t.ok(names.length >= 6)
    t.same(
      names.filter((name) => !shown.has(name)),
      [],
      where,
    )
  }
  const described = new Set(used.description)
  t.same(
    [...scrape.families.keys()].filter((name) => !described.has(name)),
    [],
  )
  const seen = new Set(used.dashboard.map((name) => name.replace(/_(bucket|sum|count)$/, '')))
  const unseen = [...scrape.families.keys()].filter((name) => /^quietzone_/.test(name) && !seen.has(name))
  t.same(unseen, [], 'all of ours is on the dashboard')
})

t.test('labels and reasons that alerts and dashboard ask for exist', async (t) => {
  const { scrape } = await everythingScraped()
  const labelsOf = new Map<string, Set<string>>()
  for (const { series } of scrape.families.values()) {
    for (const { name, labels } of series) {
      labelsOf.set(name, new Set([...(labelsOf.get(name) ?? []), ...labels.keys(), 'job', 'instance']))
    }
  }
  const expressions = [...expressionsOf(dashboard()), ...deployed('alerts.yml').split('\n')]
  let count = 0
  for (const expression of expressions) {
    for (const [, name, matchers] of expression.matchAll(/\b((?:quietzone|process|nodejs)_[a-z_]+)\{([^}]*)\}/g)) {
      for (const [, label] of matchers!.matchAll(/(\w+)\s*(?:=~|!=|!~|=)\s*"/g)) {
        t.ok(labelsOf.get(name!)?.has(label!), `${name} has ${label}`)
        count++
      }
    }
  }
  t.ok(count > 50)
  const reasons = scrape.families.get('quietzone_refusals_total')!.series.map(({ labels }) => labels.get('reason')!)
  for (const reason of reasons) t.match(metricsPage, new RegExp(`^\\|[^|]*\`${reason}\`[^|]*\\|`, 'm'))
})

t.test('the dashboard: panels do not overlap, each has a title, a unit and queries', async (t) => {
  const { panels, templating, schemaVersion, uid, title } = dashboard()
  t.match({ uid, title }, { uid: 'quietzone', title: 'quietzone' })
  t.ok(schemaVersion >= 39)
  t.same(
    templating.list.map(({ name, type }) => [name, type]),
    [
      ['datasource', 'datasource'],
      ['job', 'query'],
      ['instance', 'query'],
    ],
  )
  t.equal(new Set(panels.map(({ id }) => id)).size, panels.length)
  const taken = new Set<string>()
  for (const { type, title, gridPos, targets = [], datasource, fieldConfig } of panels) {
    const { x, y, w, h } = gridPos
    t.ok(x >= 0 && x + w <= 24, `${title}: within 24 columns`)
    for (let i = x; i < x + w; i++) {
      for (let j = y; j < y + h; j++) {
        if (taken.has(`${i} ${j}`)) t.fail(`${title} overlaps at ${i}, ${j}`)
        taken.add(`${i} ${j}`)
      }
    }
    t.ok(title)
    if (type === 'row') continue
    t.ok(type === 'table' || fieldConfig?.defaults.unit, `${title}: a unit`)
    t.ok(targets.length > 0 && new Set(targets.map(({ refId }) => refId)).size === targets.length, title)
    for (const source of [datasource, ...targets.map((target) => target.datasource)]) {
      t.same(source, { type: 'prometheus', uid: `\${datasource}` }, `${title}: the chosen data source`)
    }
    for (const { expr } of targets) t.match(expr, 'job="$job", instance=~"$instance"', title)
  }
})
