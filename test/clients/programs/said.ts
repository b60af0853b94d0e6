/** What each of the programs tells the test. */
export interface Said {
  /** The element string of a message. */
  readonly gs1: string | undefined
  /** A picture, in base64. */
  readonly png?: string | undefined
  /** What check says of it. */
  readonly verdict?: string | undefined
  /** Two labels, in base64. */
  readonly pdf?: string | undefined
  /** The code of a request that is refused. */
  readonly refused: string | undefined
  /** The code of the fault in the text of another. */
  readonly character: string | undefined
  readonly scans?: string | undefined
}

export function said(what: Said): void {
  console.log(JSON.stringify(what))
}

export function base64(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString('base64')
}
