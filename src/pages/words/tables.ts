/** What a language says in place of the English of the tables: those of parameters, and of symbologies with their options. */

export interface TableWords {
  /** Of parameters and options, by name. */
  readonly titles: { readonly [name: string]: string }
  /** Titles of values, by parameter and value. Names that are the same in all languages, such as QR Code, are left out. */
  readonly values: { readonly [name: string]: { readonly [value: string]: string } }
  /** Headings of values, by the English ones. */
  readonly headings: { readonly [heading: string]: string }
  /** Which texts a symbology accepts. */
  readonly hints: { readonly [symbology: string]: string }
  /** What an option is for. */
  readonly purposes: { readonly [option: string]: string }
  /** What the absence of an option is called. */
  readonly absent: { readonly [option: string]: string }
}
