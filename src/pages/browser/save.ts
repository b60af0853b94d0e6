import { made } from './dom.ts'

/** Milliseconds for which the browser may read the file after the click. */
const readable = 60_000

/** Saves a file, as if a link to it had been clicked. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  made('a', { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), readable)
}

/** The name that the service gives a file; undefined if it gives none. */
export function nameIn({ headers }: Response): string | undefined {
  return /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1]
}
