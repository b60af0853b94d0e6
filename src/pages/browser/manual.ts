/** The pages of the documents below /docs/: a search through all of them, in the browser. */

import { wireLanguageLinks } from './dom.ts'
import { wireSearch } from './search-form.ts'

wireLanguageLinks()
wireSearch(document.querySelector('article')!)
