// Writes the documents that the service shows below /docs/ into build/pages, for bin/build.mjs: README.md, docs/ and every file of the
// project that they lead to, as HTML in documents.json.br, and what the search looks through in search.json.br.

import fs from 'node:fs'
import { dirname, extname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { Marked } from 'marked'

/** A hundredth of the time of the highest quality, for a tenth more bytes. */
const fast = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 22 }

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const read = (file) => fs.readFileSync(join(root, file), 'utf8')

/** Where reading begins: all others are reached by links. Those that docs/README.md names are in the navigation, in its order. */
const contents = 'docs/README.md'
const beginnings = [contents, 'README.md']

/** The address of a file's page from the service's root: docs/http.md is /docs/http, and deploy/nginx.conf /docs/project/deploy/nginx.conf. */
function addressOf(file) {
  const page = file.replace(/\.md$/, '')
  return page.startsWith('docs/') ? `/${page.replace(/\bREADME$/, 'index')}` : `/docs/project/${page}`
}

const isPicture = (file) => ['.png', '.svg'].includes(extname(file))

/** Text as the content of an element or of an attribute in double quotes. */
const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const entities = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
/** The text of a piece of HTML as marked writes it. Blocks and cells end in a blank. */
const textOf = (html) =>
  html
    .replace(/<\/?(?:p|h\d|li|t[hdr]|pre|figure|div|br|hr)\b[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => entities[name])
    .replace(/\s+/g, ' ')
    .trim()

/** A document: its page, the sections that the search looks through, and the files that it leads to. */
function documentOf(file) {
  if (fs.statSync(join(root, file)).isDirectory()) return folderOf(file)
  return extname(file) === '.md' ? markdownOf(file) : plainOf(file, [[file, read(file)]])
}

/** A folder is one page, with the files in it one after another. */
function folderOf(folder) {
  const names = fs.readdirSync(join(root, folder)).sort()
  return plainOf(
    folder,
    names.map((name) => [name, read(join(folder, name))]),
  )
}

/** A page of files that are not Markdown. @param parts  names and contents */
function plainOf(file, parts) {
  const section = ([name, text]) =>
    (parts.length > 1 ? `<h2 id="${anchorOf(name)}">${escaped(name)}</h2>\n` : '') +
    block(text).replaceAll('&quot;', '"')
  const html = `<h1>${escaped(file)}</h1>\n${parts.map(section).join('\n')}\n`
  const headings = parts.length > 1 ? parts.map(([name]) => [anchorOf(name), name]) : []
  // found by their names alone: a dashboard is no text to read
  return {
    address: addressOf(file),
    title: file,
    html,
    headings,
    sections: [['', file, parts.map(([name]) => name).join(' ')]],
    files: [],
  }
}

const block = (code) => `<pre><code>${escaped(code)}</code></pre>`

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')

/** A page of Markdown. @throws if a link leads to no file of the project */
function markdownOf(file) {
  const files = []
  /** A target in the project as an address of the service; others as they are. */
  const addressIn = (target) => {
    if (/^[a-z]+:/.test(target)) return target
    const [path, anchor] = target.split('#')
    const to = path === '' ? file : posix.join(posix.dirname(file), path).replace(/\/$/, '')
    if (to.startsWith('..') || !fs.existsSync(join(root, to)))
      throw new Error(`${file} leads to ${target}, which is nowhere`)
    files.push(to)
    return (isPicture(to) ? pictureAddress(to) : addressOf(to)) + (anchor === undefined ? '' : `#${anchor}`)
  }
  const used = new Set()
  const unique = (text) => {
    const anchor = anchorOf(text)
    let name = anchor
    for (let n = 1; used.has(name); n++) name = `${anchor}-${n}`
    used.add(name)
    return name
  }
  const headings = []
  let heading = ''
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens)
        heading = textOf(html)
        const anchor = unique(heading)
        headings.push({ anchor, text: heading, depth })
        // a link to itself, unless it has links
        const content = html.includes('<a ') ? html : `<a href="${addressOf(file)}#${anchor}">${html}</a>`
        return depth === 1 ? `<h1 id="${anchor}">${html}</h1>\n` : `<h${depth} id="${anchor}">${content}</h${depth}>\n`
      },
      link({ href, tokens }) {
        return `<a href="${escaped(addressIn(href))}">${this.parser.parseInline(tokens)}</a>`
      },
      image({ href, text }) {
        return `<img src="${escaped(addressIn(href))}" alt="${escaped(text)}">`
      },
      code({ text }) {
        return `${block(text)}\n`
      },
      html({ text }) {
        if (text !== '<br>') throw new Error(`${file} has ${text}: no HTML is shown but <br>`)
        return text
      },
      table(token) {
        const cell =
          (tag) =>
          ({ tokens }) =>
            `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`
        // a cell without words heads nothing
        const head = token.header.map((each) => cell(each.text === '' ? 'td' : 'th')(each)).join('')
        const isHeaded = token.header.some(({ text }) => text !== '')
        const rows = token.rows.map((row) => `<tr>${row.map(cell('td')).join('')}</tr>\n`).join('')
        // it scrolls where it is wider than the screen, with keys too
        return `<div class="wide" role="group" tabindex="0" aria-label="${escaped(`Table: ${heading}`)}"><table>${isHeaded ? `<thead><tr>${head}</tr></thead>` : ''}<tbody>\n${rows}</tbody></table></div>\n`
      },
    },
  })
  const tokens = marked.lexer(read(file))
  const sections = []
  let html = ''
  let from = 0
  for (let i = 1; i <= tokens.length; i++) {
    if (i < tokens.length && tokens[i].type !== 'heading') continue
    const count = headings.length
    const part = marked.parser(tokens.slice(from, i))
    html += part
    from = i
    const { anchor, text } = headings[count] ?? { anchor: '', text: '' }
    const body = textOf(part.replace(/^<h\d[\s\S]*?<\/h\d>/, ''))
    sections.push([headings[count]?.depth === 1 ? '' : anchor, text, body])
  }
  const title = headings.find(({ depth }) => depth === 1)?.text
  if (title === undefined) throw new Error(`${file} has no title`)
  const second = headings.filter(({ depth }) => depth === 2).map(({ anchor, text }) => [anchor, text])
  return { address: addressOf(file), title, html, headings: second, sections, files }
}

/** The address of a picture, in the folder of the documents, by its path: docs/page.png is /docs/page.png. */
const pictureAddress = (file) => (file.startsWith('docs/') ? `/${file}` : `/docs/project/${file}`)

/** Writes what is described above into the folder pages of `out`. */
export function writeDocuments(out) {
  const documents = new Map()
  const pictures = new Map()
  const waiting = [...beginnings]
  const inContents = []
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    if (isPicture(file)) pictures.set(file, { address: pictureAddress(file), file })
    if (isPicture(file) || documents.has(file)) continue
    const { files, ...document } = documentOf(file)
    documents.set(file, document)
    if (file === contents) inContents.push(...new Set(files.filter((each) => each.startsWith('docs/'))))
    waiting.push(...files)
  }
  const all = [...documents.values()]
  const made = {
    contents: inContents.map(addressOf),
    documents: all.map(({ sections: _, ...document }) => document),
    pictures: [...pictures.values()],
  }
  const searched = [...operations(), ...all.map(({ address, title, sections }) => ({ address, title, sections }))]
  fs.mkdirSync(join(out, 'pages'), { recursive: true })
  // a fifth of their size in each installation
  for (const [name, content] of Object.entries({ documents: made, search: searched })) {
    fs.writeFileSync(join(out, `pages/${name}.json.br`), brotliCompressSync(JSON.stringify(content), { params: fast }))
  }
}

/** What the search looks through of the pages of the API below /docs: the operations with their parameters, and the codes of errors. */
function operations() {
  const { paths, components } = JSON.parse(read('src/server/api/openapi.json'))
  const whole = ({ $ref, ...object }) => ({ ...($ref && components.parameters[$ref.split('/').at(-1)]), ...object })
  const pages = Object.entries(paths).flatMap(([path, methods]) =>
    ['get', 'post', 'put', 'delete']
      .filter((method) => method in methods)
      .map((method) => {
        const { operationId, summary, description = '', parameters = [] } = methods[method]
        const told = parameters.map(whole).map(({ name, description: meaning }) => `${name}: ${meaning}`)
        const title = `${method.toUpperCase()} ${path}`
        const text = [summary, description, ...told].join(' ').replaceAll('`', '')
        return { address: `/docs/operations/${operationId}`, title, sections: [['', title, text]] }
      }),
  )
  const errors = Object.entries(components.schemas.ErrorCode['x-errors']).map(([code, { status, cause, cure }]) => [
    `error-${code}`,
    `${code} (${status})`,
    `${cause} ${cure}`.replaceAll('`', ''),
  ])
  return [...pages, { address: '/docs/errors', title: 'API errors', sections: errors }]
}
