/** What a person typed or chose, kept from one visit to the next: in this browser alone, and never sent. */

/** The part of the browser's storage that is used here. Browsers that keep nothing throw at any use of it. */
interface TextStorage {
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
}

const ofBrowser = (): TextStorage => (globalThis as { readonly localStorage?: TextStorage }).localStorage as TextStorage

/** The folder of the page. All services of an origin share its storage, each below a path of its own. */
const folderOf = (pathname = '/'): string => pathname.slice(0, pathname.lastIndexOf('/') + 1)

const here = folderOf((globalThis as { readonly location?: { readonly pathname: string } }).location?.pathname)

/** One text that the browser keeps under a name. */
export class Remembered {
  readonly #key: string
  readonly #longest: number
  readonly #storage: () => TextStorage

  /**
   * @param name     unique among the pages
   * @param longest  characters (UTF-16 code units) that are kept at most; all texts of a service share about five million
   * @param folder   of the page, as in `/barcodes/`
   */
  constructor(name: string, longest: number, storage = ofBrowser, folder = here) {
    this.#key = `quietzone.${folder === '/' ? '' : folder}${name}`
    this.#longest = longest
    this.#storage = storage
  }

  /** The text that was kept last; undefined if there is none, or if it is longer than this page would have kept. */
  get text(): string | undefined {
    try {
      const text = this.#storage().getItem(this.#key)
      return text === null || text.length > this.#longest ? undefined : text
    } catch {
      return undefined
    }
  }

  /**
   * Keeps `text` in place of the one before.
   *
   * @returns whether it is kept: not if it is too long or the browser has no room for it. Then the one before is forgotten too,
   *          so that a visit never finds what was replaced.
   */
  keep(text: string): boolean {
    try {
      if (text.length > this.#longest) throw new RangeError(`${text.length} characters are more than ${this.#longest}`)
      this.#storage().setItem(this.#key, text)
      return true
    } catch {
      this.forget()
      return false
    }
  }

  forget(): void {
    try {
      this.#storage().removeItem(this.#key)
    } catch {}
  }
}
