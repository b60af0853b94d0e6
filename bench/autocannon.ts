import { readFileSync } from 'node:fs'
import { peer } from './peers.ts'

/** The HTTP client if wrk is not installed: node autocannon.js <url> <file of paths> <seconds> <connections>. */
interface Autocannon {
  default(
    options: object,
  ): Promise<{ requests: { average: number }; latency: { p99: number }; non2xx: number; errors: number }>
}

const [url, file, seconds, connections] = process.argv.slice(2)
const found = await peer<Autocannon>('autocannon')
if (!found) throw new Error('autocannon is not installed')
const requests = readFileSync(file!, 'utf8')
  .trim()
  .split('\n')
  .map((path) => ({ method: 'GET', path }))
const load = await found.default({ url, requests, duration: Number(seconds), connections: Number(connections) })
console.log(`${load.requests.average} ${load.latency.p99} ${load.non2xx + load.errors}`)
