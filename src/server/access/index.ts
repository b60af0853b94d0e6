/** Who may call the service, under which names, and what each may do. */

export { type Hosts, hostsOf, isHost, isThisMachine, machineHosts, namedHosts, type Privacy } from './hosts.ts'
export { KeyUseFile } from './key-use-file.ts'
export {
  type Bearer,
  bearerIn,
  type KeyReport,
  type KeyRow,
  type Keys,
  type KeyUse,
  keysOf,
  nameIn,
  type Presented,
} from './keys.ts'
export { KeyFileError, keysIn, mostKeyBytes } from './keys-file.ts'
export { KeySetup, keysName, noKeysText } from './setup.ts'
