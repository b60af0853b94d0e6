import { readdirSync, readFileSync } from 'node:fs'
import { BlockList } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { parse, parseAllDocuments } from 'yaml'
import { root } from '../../src/root.ts'
import { configOf } from '../../src/server/config.ts'
import { inLongRun } from '../random.ts'
import { ask, served } from '../server/http/wire.ts'

const deployed = (name: string): string => readFileSync(join(root, 'deploy', name), 'utf8')

interface Container {
  readonly image: string
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
  readonly securityContext: object
  readonly resources: { readonly limits: { readonly memory?: string } }
  readonly startupProbe?: Probe
  readonly readinessProbe?: Probe
  readonly livenessProbe?: Probe
  readonly lifecycle?: { readonly preStop: { readonly exec: { readonly command: readonly [string, string] } } }
}

interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string }
}

type Labels = Readonly<Record<string, string>>

interface Resource {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly data: Readonly<Record<string, string>>
  readonly spec: {
    readonly selector: Labels & { readonly matchLabels: Labels }
    readonly template: {
      readonly metadata: { readonly labels: Labels }
      readonly spec: {
        readonly containers: readonly [Container]
        readonly securityContext: object
        readonly terminationGracePeriodSeconds: number
      }
    }
    readonly ports: readonly { readonly port: number; readonly targetPort: string }[]
    readonly scaleTargetRef: { readonly kind: string; readonly name: string }
    readonly podSelector: object
  }
}

interface Service {
  readonly image: string
  readonly environment?: Readonly<Record<string, string>>
  readonly read_only: boolean
  readonly init?: boolean
  readonly restart?: string
  readonly cap_drop: readonly string[]
  readonly mem_limit?: string
  readonly ports?: readonly string[]
  readonly networks: readonly string[] | Readonly<Record<string, { readonly ipv4_address?: string }>>
  readonly stop_grace_period?: string
}

interface Network {
  readonly internal?: boolean
  readonly ipam?: { readonly config: readonly [{ readonly subnet: string; readonly ip_range: string }] }
}

const folder = 'kubernetes'
const files = readdirSync(join(root, 'deploy', folder)).filter((name) => name !== 'kustomization.yaml')
const resources = files.flatMap((file) =>
  parseAllDocuments(deployed(join(folder, file))).map((document) => document.toJS() as Resource),
)
const all = (kind: string): readonly Resource[] => resources.filter((resource) => resource.kind === kind)
const deployments = all('Deployment')
const pod = (resource: Resource): Resource['spec']['template']['spec'] => resource.spec.template.spec
const [settings] = all('ConfigMap')
const compose = parse(deployed('compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>
  readonly networks: Readonly<Record<string, Network>>
}
const services = Object.entries(compose.services)
const ofOurs = services.filter(([, { image }]) => image.startsWith('quietzone:'))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const [, port] = /^EXPOSE (\d+)$/m.exec(deployed('Dockerfile'))!

t.test('containers: their settings are ones that the service knows, and their engine is there', (t) => {
  for (const [file, given, names] of [
    ['compose.yaml', ofOurs.map(([, { environment }]) => environment!), Object.keys(compose.services)],
    ['kubernetes', [settings!.data], all('Service').map(({ metadata }) => metadata.name)],
  ] as const) {
    for (const environment of given) {
      t.ok(configOf(environment).trustedProxies.length > 0, file)
      t.ok(names.includes(new URL(environment.QZ_LIMITER!).hostname), file)
    }
  }
  t.end()
})

t.test('containers: in compose.yaml, HAProxy alone is believed, at an address that no other gets', (t) => {
  const { ipam } = compose.networks.inside!
  const [{ subnet, ip_range: others }] = ipam!.config
  const { proxy } = compose.services
  const address = (proxy!.networks as Readonly<Record<string, { readonly ipv4_address?: string }>>).inside!
    .ipv4_address!
  for (const [name, { environment }] of ofOurs) t.same(configOf(environment!).trustedProxies, [address], name)
  const within = (range: string): boolean => {
    const list = new BlockList()
    const [base, prefix] = range.split('/')
    list.addSubnet(base!, Number(prefix))
    return list.check(address)
  }
  t.ok(within(subnet))
  t.notOk(within(others))
  t.end()
})

t.test('containers: they have the time to stop that the settings promise', (t) => {
  const seconds = (text: string | undefined): number => Number(/^(\d+)s?$/.exec(text ?? '')?.[1])
  for (const [name, { environment, stop_grace_period }] of ofOurs)
    t.ok(seconds(stop_grace_period) * 1000 >= Number(environment!.QZ_SHUTDOWN_GRACE_MS) + 2000, name)
  for (const deployment of deployments) {
    const { containers, terminationGracePeriodSeconds } = pod(deployment)
    const { lifecycle } = containers[0]
    if (lifecycle === undefined) continue
    const least = seconds(lifecycle.preStop.exec.command[1]) * 1000 + Number(settings!.data.QZ_SHUTDOWN_GRACE_MS) + 2000
    t.ok(terminationGracePeriodSeconds * 1000 >= least, deployment.metadata.name)
  }
  const unit = deployed('quietzone.service')
  t.ok(seconds(/^TimeoutStopSec=(.*)$/m.exec(unit)?.[1]) * 1000 >= configOf({}).shutdownGraceMs + 2000)
  t.end()
})

t.test('containers: a process that ends itself when it is stuck is started again', (t) => {
  for (const [name, { init, restart }] of ofOurs) t.same([init, restart], [true, 'unless-stopped'], name)
  for (const deployment of deployments) {
    const [{ image, livenessProbe }] = pod(deployment).containers
    if (image === 'quietzone') t.equal(livenessProbe?.httpGet?.path, '/healthz', deployment.metadata.name)
  }
  t.match(deployed('quietzone.service'), /^Restart=on-failure$/m)
  t.end()
})

t.test('containers: images are this version, or pinned by digest', (t) => {
  const { resources: listed, images } = parse(deployed(join(folder, 'kustomization.yaml')))
  t.same(listed.toSorted(), files.toSorted())
  t.match(images, [{ name: 'quietzone', newTag: version }])
  const used = [...services.map(([, { image }]) => image), ...deployments.map((each) => pod(each).containers[0].image)]
  for (const image of used) t.match(image, /^quietzone(:[\d.]+)?$|@sha256:[0-9a-f]{64}$/)
  for (const [name, { image }] of ofOurs) t.equal(image, `quietzone:${version}`, name)
  t.equal(new Set(used.filter((image) => image.startsWith('valkey/'))).size, 1, 'one Valkey in both')
  t.end()
})

t.test('containers: probes ask for what the service answers, at the port where it listens', inLongRun, async (t) => {
  const service = await served()
  t.teardown(() => service.close())
  for (const deployment of deployments) {
    const [{ ports, startupProbe, readinessProbe, livenessProbe }] = pod(deployment).containers
    for (const { httpGet } of [startupProbe, readinessProbe, livenessProbe].filter((probe) => probe !== undefined)) {
      if (httpGet === undefined) continue
      t.equal((await ask(service.port, `GET ${httpGet.path}`)).status, 200, httpGet.path)
      t.same(
        ports.map(({ name, containerPort }) => [name, `${containerPort}`]),
        [[httpGet.port, port]],
      )
    }
  }
  const inCompose = [...deployed('haproxy.cfg').matchAll(/"\$\{(\w+)\}:(\d+)"/g)]
  const { proxy } = compose.services
  for (const [, name, at] of inCompose) {
    t.ok(proxy!.environment![name!]! in compose.services)
    t.equal(at, port)
  }
  t.equal(inCompose.length, 4, 'the backends of all, of the one that prints, and of drawings with counters')
})

t.test('kubernetes: what selects finds', (t) => {
  const has = (labels: Labels) => (each: Resource) =>
    Object.entries(labels).every(([name, value]) => each.spec.template.metadata.labels[name] === value)
  for (const resource of [...deployments, ...all('PodDisruptionBudget')]) {
    const found = deployments.filter(has(resource.spec.selector.matchLabels))
    t.same(found.length, 1, `${resource.kind} ${resource.metadata.name}`)
  }
  for (const { metadata, spec } of all('Service')) {
    const [found, ...others] = deployments.filter(has(spec.selector))
    t.same(others, [], metadata.name)
    const names = pod(found!).containers[0].ports.map(({ name }) => name)
    t.same(
      spec.ports.map(({ targetPort }) => targetPort),
      names,
      metadata.name,
    )
  }
  for (const { spec } of all('HorizontalPodAutoscaler'))
    t.ok(
      deployments.some(
        ({ kind, metadata }) => kind === spec.scaleTargetRef.kind && metadata.name === spec.scaleTargetRef.name,
      ),
    )
  const chosen = all('NetworkPolicy').flatMap(({ spec }) => JSON.stringify(spec.podSelector))
  for (const { spec } of deployments)
    t.ok(
      chosen.some((text) => text.includes(`"${spec.template.metadata.labels.app}"`)),
      'a network policy',
    )
  t.end()
})

t.test('containers: no more rights than they need', (t) => {
  for (const deployment of deployments) {
    const { securityContext, containers } = pod(deployment)
    const { name } = deployment.metadata
    t.match(securityContext, { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } }, name)
    const rights = { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } }
    t.match(containers[0].securityContext, rights, name)
    t.ok(containers[0].resources.limits.memory, name)
  }
  for (const [name, service] of services) {
    t.match(service, { read_only: true, cap_drop: ['ALL'], mem_limit: String }, name)
    const joined = Array.isArray(service.networks)
      ? (service.networks as readonly string[])
      : Object.keys(service.networks)
    const isOutside = joined.some((network) => compose.networks[network]!.internal !== true)
    t.equal(isOutside, name === 'proxy', name)
    t.equal(service.ports !== undefined, name === 'proxy', name)
  }
  t.end()
})
