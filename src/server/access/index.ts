/** Who may call the service, under which names, and what each may do. */

export { type Hosts, hostsOf, isHost, machineHosts, namedHosts } from './hosts.ts'
export { type Bearer, type KeyRow, type Keys, keysOf, type Presented, type Scope } from './keys.ts'
export { KeyFileError, readKeys } from './keys-file.ts'
