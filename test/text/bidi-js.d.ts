// The package declares types for its CommonJS entry, which lacks the default export that they name. Its ES module has that
// export, and no types.
declare module 'bidi-js/dist/bidi.mjs' {
  import type { Bidi } from 'bidi-js'
  export default function bidiFactory(): Bidi
}
