/** `quietzone serve`: the HTTP service, with its settings. */

import { type Config, configOf } from '../server/config.ts'
import { start } from '../server/start.ts'
import { helpOption, readArguments } from './arguments.ts'
import { type Command, exit, type Option } from './command.ts'
import { helpPage } from './help.ts'

const options: readonly Option[] = [
  { name: 'host', value: 'NAME', about: 'Address to listen on, instead of HOST.' },
  { name: 'port', value: 'NUMBER', about: 'Port to listen on, instead of PORT; 0 for any free port.' },
  helpOption,
]

/** The environment variable of every setting, and its description. */
const settings: { readonly [K in keyof Config]: readonly [variable: string, about: string] } = {
  host: ['HOST', 'Address to listen on; 0.0.0.0 or :: for all addresses of this machine.'],
  port: ['PORT', 'Port to listen on.'],
  ratePerMinute: ['QZ_RATE_PER_MINUTE', 'Requests per minute for each client; 0 for no limit.'],
  rateBurst: ['QZ_RATE_BURST', 'Requests that a client may make at once.'],
  limiter: [
    'QZ_LIMITER',
    'memory, or the URL of a Valkey or Redis that keeps the budgets of all instances that name it; docs/several-instances.md describes it.',
  ],
  trustedProxies: ['QZ_TRUSTED_PROXIES', 'Addresses or CIDR blocks whose X-Forwarded-For is trusted.'],
  maxPixels: ['QZ_MAX_PIXELS', 'The maximum number of pixels in one PNG.'],
  shutdownGraceMs: [
    'QZ_SHUTDOWN_GRACE_MS',
    'Milliseconds that running requests have to finish after a signal to stop.',
  ],
  printers: [
    'QZ_PRINTERS',
    'A JSON file that names the printers to print on; default printers.json in the state folder. docs/printing.md describes it.',
  ],
  keys: [
    'QZ_KEYS',
    'A JSON file that names keys by their hash: with it, printing needs a key; docs/access.md describes it.',
  ],
  designs: [
    'QZ_DESIGNS',
    'A folder of designs of labels, read again when its files change; docs/designs.md describes them.',
  ],
  state: [
    'QZ_STATE',
    'A folder for print jobs and counters, which outlive the process, or off, to keep nothing; docs/jobs.md describes it.',
  ],
  stateMb: ['QZ_STATE_MB', 'Megabytes that it may have.'],
  keepDays: ['QZ_KEEP_DAYS', 'Days for which jobs are kept that have ended.'],
  advertise: ['QZ_ADVERTISE', 'true: printers that receive documents are announced on the local network.'],
  hosts: [
    'QZ_HOSTS',
    'The host names and addresses under which the service is called; if it is not set, those of this machine for what prints or keeps something.',
  ],
  verify: ['QZ_VERIFY', 'off, print, or all: what is read back before it leaves, without being asked.'],
  log: ['QZ_LOG', 'silent, error, or info: one JSON line per request on standard output, never with the text.'],
}

export const serve: Command = {
  help() {
    const defaults = configOf({})
    const names = Object.keys(settings) as (keyof Config)[]
    return helpPage({
      title: 'quietzone serve: the HTTP service, until SIGTERM or SIGINT',
      examples: ['quietzone serve', 'HOST=0.0.0.0 PORT=80 quietzone serve', 'quietzone serve --port 9000'],
      paragraphs: [
        'A signal stops it gracefully: /readyz answers 503 at once, running requests are answered, and a second signal ends it immediately. SIGHUP stops it like this if it has a terminal, and is ignored otherwise. If its event loop is stuck for 30 seconds, the process ends itself by SIGKILL, so that a supervisor starts it again. If a setting is wrong, it reports that in one line and does not start.',
      ],
      options,
      settings: {
        title: 'Settings, from the environment',
        entries: names.map((name) => {
          const [variable, about] = settings[name]
          const value = `${defaults[name] ?? ''}`
          return { term: variable, about: `${about} Default ${value === '' ? 'none' : value}.` }
        }),
      },
    })
  },
  async run(args, shell) {
    const { options: chosen } = readArguments(args, { parameters: {}, options, operands: 0 })
    const [host, port] = [chosen.get('host'), chosen.get('port')]
    await start({
      ...shell.env,
      ...(host !== undefined && { HOST: host }),
      ...(port !== undefined && { PORT: port }),
    })
    return exit.done
  },
}
