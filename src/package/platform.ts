/** Whether this runs in node, or in what has its modules. */
export function isNode(): boolean {
  return typeof process === 'object' && process.versions?.node !== undefined
}
