/** Who may call the service, under which names, and what each may do. */

export { type Hosts, isHost, machineHosts, namedHosts } from './hosts.ts'
export { type Bearer, type KeyRow, type Keys, keysOf, type Presented, type Scope, scopeRefusal } from './keys.ts'
export { KeyFileError, readKeys } from './keys-file.ts'
