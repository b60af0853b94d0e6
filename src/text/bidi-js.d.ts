// The package types its CommonJS entry as if it had a default export, which it has not; its ES module does, and has no types.
declare module 'bidi-js/dist/bidi.mjs' {
  import type { Bidi } from 'bidi-js'
  export default function bidiFactory(): Bidi
}
