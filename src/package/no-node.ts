/** In place of node.ts in what is bundled for browsers, where it is never called. */

export {}
