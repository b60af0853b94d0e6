// Writes docs/api/ from the declarations of the entry points: npm run build && node docs/api.mjs [folder]
// It needs the packages of test/package: npm ci --prefix test/package

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(here)
const ts = createRequire(join(root, 'test/package/package.json'))('typescript')
const folder = resolve(process.argv[2] ?? join(here, 'api'))

const { name, exports: entryPoints } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const entries = Object.entries(entryPoints)
  .filter(([, target]) => target.types !== undefined)
  .map(([path, { types }]) => ({ title: join(name, path), file: join(root, types) }))
const program = ts.createProgram(
  entries.map(({ file }) => file),
  { module: ts.ModuleKind.NodeNext, noEmit: true, types: [], lib: ['lib.es2023.d.ts'] },
)
const checker = program.getTypeChecker()

/** The sections of a page. */
const kinds = [
  ['Functions', ts.isFunctionDeclaration],
  ['Classes', ts.isClassDeclaration],
  ['Values', (node) => ts.isVariableDeclaration(node) || ts.isSourceFile(node)],
  ['Types', (node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)],
]

mkdirSync(folder, { recursive: true })
for (const { title, file } of entries)
  writeFileSync(join(folder, `${title.replaceAll('/', '-')}.md`), page(title, file))
writeFileSync(join(folder, 'README.md'), contents())

function contents() {
  const lines = entries.map(({ title, file }) => `- [${title}](${title.replaceAll('/', '-')}.md)${aboutOf(file)}`)
  return `# Entry points\n\n${lines.join('\n')}\n`
}

/** The first paragraph of the comment above the module, if there is one. */
function aboutOf(file) {
  const [about] = moduleComment(file).split('\n\n')
  return about === '' ? '' : `: ${about.replaceAll('\n', ' ')}`
}

function moduleComment(file) {
  const text = readFileSync(file, 'utf8')
  const [comment] = ts.getLeadingCommentRanges(text, 0) ?? []
  const said = comment === undefined ? '' : text.slice(comment.pos, comment.end)
  return said.includes('@module') ? prose(said) : ''
}

/** All that an entry point exports, functions first, and the types that these refer to. */
function page(title, file) {
  const source = program.getSourceFile(file)
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(source)).map((symbol) => ({
    name: symbol.name,
    nodes: declarationsOf(symbol),
  }))
  const groups = kinds.map(([heading, isKind]) => [heading, exported.filter(({ nodes }) => isKind(nodes[0]))])
  const sections = [...groups, ['Types that these refer to', referredBy(exported)]].filter(([, all]) => all.length > 0)
  const parts = sections.map(([heading, all]) => [`## ${heading}`, ...all.map(entry)].join('\n\n'))
  return `${[`# ${title}`, moduleComment(file), ...parts].filter((part) => part !== '').join('\n\n')}\n`
}

function declarationsOf(symbol) {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  return target.declarations ?? []
}

/** Types of the package that the declarations mention and that are not exported. */
function referredBy(exported) {
  const known = new Set(exported.flatMap(({ nodes }) => nodes))
  const found = []
  const visit = (node) => {
    if (ts.isTypeReferenceNode(node) || ts.isExpressionWithTypeArguments(node)) {
      const symbol = checker.getSymbolAtLocation(node.typeName ?? node.expression)
      const nodes = symbol === undefined ? [] : declarationsOf(symbol).filter(isTypeOfPackage)
      if (nodes.length > 0 && !known.has(nodes[0])) {
        known.add(nodes[0])
        found.push({ name: nodes[0].name.text, nodes })
        nodes.forEach(visit)
      }
    }
    ts.forEachChild(node, visit)
  }
  for (const { nodes } of exported) for (const node of nodes) if (!ts.isSourceFile(node)) visit(node)
  const names = [...exported, ...found].map(({ name }) => name)
  const isUnique = (name) => names.indexOf(name) === names.lastIndexOf(name)
  return found
    .map((type) => (isUnique(type.name) ? type : { ...type, from: fileOf(type.nodes[0]) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function fileOf(node) {
  return relative(join(root, 'build'), node.getSourceFile().fileName).replace(/\.d\.ts$/, '')
}

function isTypeOfPackage(node) {
  return !ts.isTypeParameterDeclaration(node) && node.getSourceFile().fileName.startsWith(join(root, 'build'))
}

function entry({ name, nodes, from }) {
  const parts = nodes.map((node) => [commentOf(node), codeOf(name, node)])
  return [`### ${name}${from === undefined ? '' : `, of ${from}`}`, ...parts.flat()]
    .filter((part) => part !== '')
    .join('\n\n')
}

function commentOf(node) {
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node
  const [comment] = ts.isSourceFile(node) ? [] : (statement.jsDoc ?? []).slice(-1)
  return comment === undefined ? '' : prose(comment.getText())
}

/** The declaration as its file has it, comments of members included. A namespace lists what it has. */
function codeOf(name, node) {
  if (ts.isSourceFile(node)) {
    const members = checker.getExportsOfModule(checker.getSymbolAtLocation(node)).map((symbol) => `\`${symbol.name}\``)
    return `A namespace of ${members.sort().join(', ')}.`
  }
  const statement = ts.isVariableDeclaration(node) ? node.parent.parent : node
  const code = statement
    .getText()
    .replace(/^export /, '')
    .replace(/^declare /, '')
  const renamed = node.name.text === name ? code : code.replace(node.name.text, name)
  return `\`\`\`ts\n${renamed.replaceAll(/^( {4})+/gm, (indent) => '  '.repeat(indent.length / 4))}\n\`\`\``
}

/** A comment as Markdown: what begins with a tag is a paragraph of its own, whose further lines are indented. */
function prose(comment) {
  const lines = comment
    .replace(/^\/\*\*|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
  let isTagged = false
  const paragraphs = lines.map((line) => {
    const tag = /^\s*@(\w+)/.exec(line)?.[1]
    const isNew = tag !== undefined || (isTagged && !line.startsWith(' '))
    isTagged = tag !== undefined || (isTagged && line.startsWith(' '))
    return `${isNew ? '\n' : ''}${line}`
  })
  return paragraphs
    .join('\n')
    .replace(/@module\b.*/, '')
    .replace(/\s*@param (\w+)\s+/g, '\n\n`$1`: ')
    .replace(/\s*@returns /g, '\n\nReturns ')
    .replace(/\s*@throws /g, '\n\nThrows ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
