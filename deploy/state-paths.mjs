// Which requests need printers or state, from state-paths.json, as the files of the proxies have it:
//     node deploy/state-paths.mjs
// writes nginx.conf, haproxy.cfg and gateway.yaml anew. The tests hold that they are as this writes them.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = import.meta.dirname ?? fileURLToPath(new URL('.', import.meta.url))

/** `always`: all requests; `withBody`: words are in the body; `withCounter`: drawings, if their query has a counter, a design or a printer. */
export const statePaths = JSON.parse(readFileSync(join(folder, 'state-paths.json'), 'utf8'))

const oneOf = (paths) => `(${paths.map((path) => path.replaceAll('.', '\\.')).join('|')})`

/** Paths, and all below them. */
const below = (paths) => `^${oneOf(paths)}(/|$)`

/** Drawings whose query has a place for a number in its words, as it is or percent-encoded, a design or a printer. Case does not count. */
const counted = String.raw`^${oneOf(statePaths.withCounter)}\?(.*(\{|%7b)(serial|sscc)(:|%3a)|(.*&)?(design|printer)=)`

/** The lines of nginx.conf and haproxy.cfg, each with what it begins with. */
export const proxyLines = {
  'nginx.conf': [
    ['  "~*^(/api/', `  "~*${counted}" quietzone_drawing;`],
    ['  location ~ ^(/api/v1/print', `  location ~ ${below(statePaths.always)} {`],
    ['  location ~ ^(/api/v1/labels', `  location ~ ${below(statePaths.withBody)} {`],
  ],
  'haproxy.cfg': [
    [
      '  use_backend printing if { path -m reg',
      `  use_backend printing if { path -m reg ${below(statePaths.always)} }`,
    ],
    ['  use_backend drawing if { path ', `  use_backend drawing if { path -m reg ${below(statePaths.withBody)} }`],
    ['  use_backend drawing if { pathq ', `  use_backend drawing if { pathq -m reg -i ${counted} }`],
  ],
}

/** The text of a file with its lines. @throws Error if one of them is not there once */
export function written(file, text) {
  return proxyLines[file]
    .reduce((lines, [begin, line]) => {
      const at = lines.flatMap((each, i) => (each.startsWith(begin) ? [i] : []))
      if (at.length !== 1) throw new Error(`${file}: ${at.length} lines begin with ${begin}`)
      return lines.with(at[0], line)
    }, text.split('\n'))
    .join('\n')
}

const service = (name) => [{ name, port: 80 }]
const prefix = (value) => ({ type: 'PathPrefix', value })
/** Words of a query that may have a counter, and the names of a design and a printer. */
const queries = [
  ...['text', 'title', 'caption'].map((name) => ({ name, value: String.raw`.*\{(serial|sscc):.*` })),
  { name: 'design', value: '.*' },
  { name: 'printer', value: '.*' },
]

/** The rules of gateway.yaml. Of rules that match, the one with the longest path is taken, and then the one with more queries. */
export const gatewayRules = [
  // to nobody: Prometheus asks each instance at its own port
  { matches: [{ path: prefix('/metrics') }], backendRefs: [] },
  // a rule has 8 matches at most
  ...[statePaths.always.slice(0, 8), [...statePaths.always.slice(8), ...statePaths.withBody]].map((paths) => ({
    matches: paths.map((path) => ({ path: prefix(path) })),
    backendRefs: service('quietzone-printing'),
  })),
  ...statePaths.withCounter.map((path) => ({
    matches: queries.map((query) => ({ path: prefix(path), queryParams: [{ type: 'RegularExpression', ...query }] })),
    backendRefs: service('quietzone-printing'),
  })),
  // documents that are healed and printed
  {
    matches: [
      { path: prefix('/api/v1/heal'), queryParams: [{ type: 'RegularExpression', name: 'printer', value: '.*' }] },
    ],
    backendRefs: service('quietzone-printing'),
  },
  { matches: [{ path: prefix('/') }], backendRefs: service('quietzone') },
]

const head = `# How a cluster with the Gateway API sends requests to the services of kubernetes/: what needs printers or state to quietzone-printing. Made by
# state-paths.mjs from state-paths.json; JSON is YAML. Name your gateway and host, then: kubectl apply -f deploy/gateway.yaml
`

const gateway = {
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'HTTPRoute',
  metadata: { name: 'quietzone', namespace: 'quietzone' },
  spec: { parentRefs: [{ name: 'gateway' }], hostnames: ['labels.example'], rules: gatewayRules },
}

/** The text of gateway.yaml. */
export const gatewayText = `${head}${JSON.stringify(gateway, undefined, 2)}\n`

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const file of Object.keys(proxyLines)) {
    const path = join(folder, file)
    writeFileSync(path, written(file, readFileSync(path, 'utf8')))
  }
  writeFileSync(join(folder, 'gateway.yaml'), gatewayText)
}
