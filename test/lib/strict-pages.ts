import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { root } from '../../src/root.ts'

/** The strictest policy with which modules run at all: no other source, no inline style, no HTML made of strings. */
export const strictest =
  "default-src 'none'; script-src 'self'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.html': 'text/html; charset=utf-8',
  '.wasm': 'application/wasm',
}

/** What a page may load besides the pages. */
const folders = ['/build/', '/fonts/', '/node_modules/harfbuzzjs/dist/', '/node_modules/bidi-js/dist/']

export interface StrictPages {
  readonly origin: string
  close(): Promise<void>
}

/** Serves these pages by path, and the files of the package, as they are. */
export async function strictPages(pages: Readonly<Record<string, string>>, policy = strictest): Promise<StrictPages> {
  const server = createServer((request, response) => {
    const path = normalize(request.url!)
    const body = pages[path] ?? (folders.some((folder) => path.startsWith(folder)) ? fileAt(path) : undefined)
    response.writeHead(body === undefined ? 404 : 200, {
      'Content-Security-Policy': policy,
      'Content-Type': types[extname(path)] ?? 'application/octet-stream',
    })
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function fileAt(path: string): Buffer | undefined {
  try {
    return readFileSync(join(root, path))
  } catch {
    return undefined
  }
}
