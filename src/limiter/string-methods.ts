/**
 * Makes the methods of strings as fast as they were before a class that extends String was defined, as ioredis defines one. V8 then
 * keeps the properties of String.prototype in a hash table, where optimised code does not find them: `charCodeAt` takes six times as
 * long in all of the process. Reading a property through such an object, until V8 has seen it often enough, ends this.
 */
export function restoreStringMethods(): void {
  const heir: { readonly charCodeAt: unknown } = Object.create(String.prototype)
  const read = (from: { readonly charCodeAt: unknown }): unknown => from.charCodeAt
  for (let i = 0; i < reads; i++) read(heir)
}

/** Ten are enough in node 20. */
const reads = 100
