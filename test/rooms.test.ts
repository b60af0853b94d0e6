import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import t from 'tap'
import { root } from '../src/root.ts'
import { inLongRun } from './random.ts'

/** The rooms of the house from the ground up: a room may import from itself and from those above it in this list. */
const rooms = [
  'fonts',
  'symbologies',
  'src/interruptible',
  'src/content',
  'src/reader/check',
  'src/reader/verify',
  'src/reader/grade',
  'src/explain',
  'src/explain/vectors',
  'src/root',
  'src/messages',
  'src/json-text',
  'src/environment',
  'src/utf8',
  'src/settings-file',
  'src/xml',
  'src/table',
  'src/answer',
  'src/drawing-refusal',
  'src/text',
  'src/layout',
  'src/layout/sheets',
  'src/reader/vector-file',
  'src/reader/picture-file',
  'src/render',
  'src/explain/judge',
  'src/reader/calibrate',
  'src/plan/warning',
  'src/plan/gs1-symbol',
  'src/plan/warnings',
  'src/plan/content-warnings',
  'src/drawing-size',
  'src/draw',
  'src/printing/job-states',
  'src/printing',
  'src/request/escapes',
  'src/request',
  'src/design',
  // above its folder: the pipeline in node
  'src/draw.ts',
  'src/plan',
  'src/zpl',
  'src/heal',
  'src/lib',
  'src/lib/element',
  'src/server/log',
  'src/server/metrics',
  'src/server/route',
  'src/server/api',
  'src/pages/words',
  'src/pages/openapi',
  'src/pages/browser',
  'src/pages',
  'src/server/limiter',
  'src/server/access',
  'src/server/http',
  'src/server/receiving',
  'src/server/figures',
  'src/server/routes',
  'src/server/config',
  'src/server/warm-up',
  'src/server/watchdog',
  'src/server/settings-watch',
  'src/server/state',
  'src/server/setup-copy',
  'src/server/start',
  'src/cli',
]

/** Rooms that run in browsers alone, and what else of the house these are sent, with what it imports. */
const browserRooms: Record<string, readonly string[]> = {
  'src/pages/browser': [
    'src/content',
    'src/reader/check',
    'src/reader/grade',
    'src/utf8',
    'src/xml',
    'src/table',
    'src/printing/job-states',
    'src/request/escapes',
    'src/pages/words',
    'src/pages/openapi',
    'symbologies',
  ],
  'src/lib/element': ['src/lib', 'src/request'],
}

/** The doors of symbologies: its encoders, together and one by one, what an encoder gives, the tables of symbologies and of standards, and nine that know none. */
const encoders = 'symbologies/index.ts'
const barcode = 'symbologies/barcode.ts'
const catalogue = 'symbologies/catalogue.ts'
const matrix = 'symbologies/matrix/index.ts'
const messages = 'symbologies/messages.ts'
const nearest = 'symbologies/nearest.ts'
const facts = 'symbologies/facts.ts'
const oneByOne = 'symbologies/encoders.ts'
const optionNames = 'symbologies/option-names.ts'
const gs1 = 'symbologies/gs1/index.ts'
const eci = 'symbologies/eci/index.ts'
const memoize = 'symbologies/memoize.ts'
const tables = 'symbologies/tables.ts'
const specification = 'symbologies/specification.ts'
const given = 'symbologies/given.ts'

/** The doors that a room may use; those that are not named here may use all. */
const doors: Record<string, readonly string[]> = {
  'src/content': [gs1, messages],
  // an independent witness: it shares tables, and encoders only where reference symbols are made
  'src/reader/check': [tables, barcode, catalogue, matrix, messages, memoize, gs1, eci, optionNames],
  // the same witness, of bytes
  'src/reader/verify': [tables, barcode, catalogue, matrix, messages, gs1],
  'src/reader/grade': [barcode],
  'src/text': [matrix],
  'src/layout': [matrix, barcode, catalogue, specification, memoize],
  'src/layout/sheets': [memoize],
  'src/reader/vector-file': [],
  'src/render': [matrix],
  'src/messages': [messages],
  'src/json-text': [messages],
  'src/table': [messages],
  'src/pages/words': [gs1],
  'src/pages/browser': [gs1],
  'src/heal': [barcode, matrix],
  // its programs choose code sets, modes and sizes themselves
  'src/zpl': [encoders, given, matrix, facts, gs1, eci, messages],
}

/** The rooms that a room may import besides itself; those that are not named here may import all above them in the list. */
const inside: Record<string, readonly string[]> = {
  // routes are handed in: what they answer is no concern of the sockets
  'src/server/http': [
    'symbologies',
    'src/server/log',
    'src/answer',
    'src/server/limiter',
    'src/server/access',
    'src/server/route',
  ],
  'src/content': ['symbologies'],
  // nothing of what draws and writes
  'src/reader/verify': ['symbologies', 'src/reader/check'],
  'src/server/limiter': [],
  'src/server/watchdog': [],
  'src/reader/grade': ['symbologies', 'src/reader/check'],
  'src/reader/calibrate': ['src/reader/check', 'src/reader/grade'],
  'src/reader/picture-file': ['src/reader/check', 'src/reader/vector-file'],
  // a witness too: nothing of what draws
  'src/reader/vector-file': ['src/reader/check', 'src/xml', 'src/root'],
  'src/table': ['symbologies', 'src/utf8', 'src/xml'],
  // what can be asked, and why it is refused: nothing of what arranges, judges or writes labels
  'src/request': [
    'symbologies',
    'src/interruptible',
    'src/content',
    'src/utf8',
    'src/table',
    'src/answer',
    'src/drawing-refusal',
    'src/layout',
    'src/layout/sheets',
    'src/render',
    'src/printing/job-states',
    'src/printing',
    'src/request/escapes',
  ],
  // it counts, whatever it is
  'src/server/metrics': [],
  'src/server/route': ['src/answer'],
}

/** Files that may use the encoders where the rest of their room may not. */
const encoderUsers = ['src/reader/check/reference.ts']

/** What else a room may import; the rooms that are not named here may import any part of node but its HTTP. */
const outside: Record<string, RegExp> = {
  symbologies: /^$/,
  fonts: /^$/,
  // runs in browsers too, as it is compiled
  'src/reader/check': /^$/,
  'src/reader/verify': /^node:zlib$/,
  'src/reader/grade': /^$/,
  'src/reader/calibrate': /^$/,
  'src/explain': /^$/,
  'src/explain/vectors': /^$/,
  'src/messages': /^node:util$/,
  'src/content': /^$/,
  'src/json-text': /^$/,
  // run in browsers too
  'src/utf8': /^$/,
  'src/xml': /^$/,
  'src/table': /^$/,
  'src/server/log': /^node:stream$/,
  'src/answer': /^$/,
  'src/server/metrics': /^$/,
  // its types
  'src/text': /^harfbuzzjs$/,
  'src/layout': /^$/,
  'src/layout/sheets': /^$/,
  'src/reader/vector-file': /^$/,
  'src/render': /^$/,
  'src/plan': /^$/,
  'src/plan/warning': /^$/,
  'src/plan/warnings': /^$/,
  'src/draw': /^$/,
  'src/printing/job-states': /^$/,
  'src/printing': /^node:(net|child_process|fs|path|os|timers|timers\/promises|stream|events|crypto|tls)$/,
  'src/server/warm-up': /^node:timers\/promises$/,
  'src/request': /^$/,
  'src/server/api': /^node:(crypto|fs|path|timers\/promises|worker_threads)$/,
  'src/reader/picture-file': /^jpeg-js$/,
  'src/design': /^$/,
  'src/zpl': /^node:zlib$/,
  'src/heal': /^$/,
  'src/lib': /^#node$/,
  'src/lib/element': /^$/,
  'src/pages/words': /^$/,
  'src/pages/browser': /^$/,
  'src/pages': /^node:(crypto|fs|path|zlib)$/,
  'src/server/limiter': /^(node:(crypto|dns)|@redis\/client)$/,
  'src/server/http': /^node:/,
  'src/server/figures': /^node:(fs|path|perf_hooks)$/,
  'src/server/route': /^$/,
  'src/server/routes': /^$/,
  'src/server/config': /^node:net$/,
  'src/server/watchdog': /^node:(fs|worker_threads)$/,
  'src/server/settings-watch': /^node:(fs|fs\/promises|util)$/,
  'src/server/setup-copy': /^node:(fs|path)$/,
  'src/server/start': /^node:(fs|os|path|tty)$/,
  'src/cli': /^node:(crypto|fs|fs\/promises|path|util|stream|stream\/promises|timers\/promises|worker_threads)$/,
}

/** Files that may import more than the rest of their room: what they have is handed over to the others. */
const nodeFiles: Record<string, RegExp> = {
  // the thread that checks pictures collects its own garbage
  'src/server/api/check/checking.ts': /^node:(v8|vm|worker_threads)$/,
  'src/server/api/heal/healing.ts': /^node:(v8|vm|worker_threads)$/,
  'src/zpl/symbols/bwip.ts': /^(node:(fs|module|path)|bwip-js\/node)$/,
  'src/reader/vector-file/pdfium.ts': /^(node:(fs|module|path|zlib)|@hyzyla\/pdfium)$/,
  'src/printing/store/sqlite.ts': /^(node:(fs|module)|node-sqlite3-wasm)$/,
  'src/printing/finding/dns-sd.ts': /^(node:os|multicast-dns|dns-packet)$/,
  'src/printing/finding/announcer.ts': /^(node:os|multicast-dns|dns-packet)$/,
  'src/render/pdfkit.ts': /^(node:module|pdfkit)$/,
  'src/render/pdf.ts': /^node:(crypto|zlib)$/,
  'src/text/installed-fonts.ts': /^(harfbuzzjs|node:(crypto|fs|module|path|zlib))$/,
  'src/render/deflate.ts': /^node:zlib$/,
  'src/lib/node.ts': /^node:zlib$/,
  'src/design/files.ts': /^node:(fs|path)$/,
  'src/design/files-copy.ts': /^node:(fs|path)$/,
  'src/design/folder.ts': /^node:(fs|path)$/,
  'src/design/saved.ts': /^node:(fs|path)$/,
  'src/design/glabels/file.ts': /^node:(fs|path|zlib)$/,
  'src/table/workbook/zip.ts': /^fflate\/browser$/,
  'src/pages/browser/many/pictures/index.ts': /^fflate\/browser$/,
}

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
}

/** The source without comments. */
const codeOf = (file: string): string =>
  readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

/** @param what  values: without what is imported for its types alone */
function importsOf(file: string, what: 'all' | 'values' = 'all'): string[] {
  const all = codeOf(file)
  const text = what === 'all' ? all : all.replace(/^(?:import|export) type [^']*'[^']*'$/gm, '')
  return [
    ...text.matchAll(
      /(?:(?<!['-])\bfrom|^import|\bimport\(|\bcreateRequire\(import\.meta\.url\)\()\s*['"]([^'"]+)['"]/gm,
    ),
  ].map((found) => {
    const name = found[1]!
    return name.startsWith('.') ? normalize(join(dirname(file), name)) : name
  })
}

/** All files that are loaded with these: what is imported for its types alone is not. */
function reachedFrom(files: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>()
  const visit = (file: string): void => {
    if (reached.has(file)) return
    reached.add(file)
    for (const target of importsOf(file, 'values')) if (/^(src|symbologies|fonts)\//.test(target)) visit(target)
  }
  files.forEach(visit)
  return reached
}

/** Whether a file imports a part of node or a package, or uses what node alone has without an import. */
function usesNode(file: string): boolean {
  const isForeign = importsOf(file, 'values').some((target) => !/^(src|symbologies|fonts)\//.test(target))
  return isForeign || /(?<!\.)\b(Buffer|process)\b[.(]/.test(codeOf(file))
}

function roomOf(file: string): string | undefined {
  const around = rooms.filter((room) => file === room || file === `${room}.ts` || file.startsWith(`${room}/`))
  // the innermost: <quiet-zone> is a room within that of the package
  return around.sort((a, b) => b.length - a.length)[0]
}

/** Why `file` may not import `target`, if it may not. */
function fault(file: string, target: string): string | undefined {
  const room = roomOf(file)
  const local = /^(src|symbologies|fonts)\//.test(target)
  if (room === undefined) return undefined
  if (local) {
    const from = roomOf(target)
    if (from === undefined) return 'a room may not know how the program is started'
    if (room !== from && browserRooms[room]?.includes(from) === false) return 'this is not sent to browsers'
    if (room !== from && from in browserRooms) return 'what is written for browsers runs nowhere else'
    if (rooms.indexOf(from) > rooms.indexOf(room)) return `${from} is above ${room}`
    if (room !== from && inside[room]?.includes(from) === false) return `${room} never imports ${from}`
    if (from === 'symbologies' && room !== from) {
      const all = [
        encoders,
        barcode,
        catalogue,
        matrix,
        messages,
        nearest,
        memoize,
        gs1,
        eci,
        optionNames,
        facts,
        oneByOne,
      ]
      const open = encoderUsers.includes(file) ? [encoders] : (doors[room] ?? all)
      return open.includes(target) ? undefined : `its doors for ${file} are ${open.join(', ')}`
    }
    const isBelow = file.startsWith('symbologies/matrix/') && !target.startsWith('symbologies/matrix/')
    return isBelow ? 'the module matrix knows no symbology' : undefined
  }
  if (/^(node:)?https?2?$/.test(target) && room !== 'src/server/http') return 'only src/server/http may'
  const allowed = nodeFiles[file] ?? outside[room] ?? /^node:/
  return allowed.test(target) ? undefined : `${room} may not`
}

t.test('imports point one way', inLongRun, async (t) => {
  const files = [...sources('symbologies'), ...sources('src')]
  const faults = files.flatMap((file) =>
    importsOf(file).flatMap((target) => {
      const why = fault(file, target)
      return why === undefined ? [] : [`${file} imports ${target}: ${why}`]
    }),
  )
  t.ok(files.length > 10)
  t.same(faults, [])
})

/** The doors for the symbol alone, without words. */
const symbolAlone = [
  'src/layout/symbol.ts',
  'src/render/symbol-svg.ts',
  'src/render/paint-modules.ts',
  'src/render/png.ts',
]

t.test('a symbol without words is drawn without the room of text', async (t) => {
  const reached = reachedFrom(symbolAlone)
  t.ok(reached.has('src/layout/scene.ts'))
  t.same(
    [...reached].filter((file) => roomOf(file) === 'src/text'),
    [],
  )
  t.ok(reachedFrom(['src/render/svg.ts']).has('src/text/line.ts'), 'this can fail')
})

/** The doors for all that browsers draw, words included. */
const inBrowsers = [
  ...['src/draw/drawing.ts', 'src/text/index.ts'],
  ...['src/render/svg.ts', 'src/render/paint.ts', 'src/render/zpl.ts'],
]

t.test('what browsers draw needs nothing of node, and no package', async (t) => {
  const reached = reachedFrom([...symbolAlone, ...inBrowsers])
  t.ok(reached.has('src/text/harfbuzz.ts') && reached.has('fonts/latin.ts'))
  t.same(
    [...reached].filter((file) => usesNode(file)),
    [],
  )
  t.ok(usesNode('src/render/pdf.ts') && usesNode('src/root.ts'), 'this can fail')
  for (const [file, allowed] of Object.entries(nodeFiles)) {
    t.ok(
      importsOf(file).some((target) => allowed.test(target)),
      `${file} needs its exception`,
    )
  }
})

/** Files outside of a room that import one of these values of it. */
function usersOf(room: string, values: RegExp): readonly string[] {
  return sources('src').filter((file) => {
    const imports = codeOf(file).matchAll(/^(?:import|export) (?!type )([^']*)from '([^']+)'$/gm)
    return [...imports].some(
      ([, names = '', target = '']) =>
        roomOf(file) !== room && roomOf(normalize(join(dirname(file), target))) === room && values.test(names),
    )
  })
}

t.test('what is written of labels is read back in one place', inLongRun, async (t) => {
  t.same(usersOf('src/reader/verify', /\bverify(ing)?\b/), ['src/draw/document.ts'])
  t.ok(usersOf('src/reader/verify', /\bVerificationFailure\b/).length > 2, 'this can fail')
})

t.test('api and pages meet in one file', inLongRun, async (t) => {
  const users = (room: string): string[] =>
    sources('src').filter((file) => roomOf(file) !== room && importsOf(file).some((target) => roomOf(target) === room))
  t.same(users('src/pages'), ['src/server/routes.ts'])
  t.ok(users('src/server/api').includes('src/server/routes.ts'))
})

t.test('of the commands one alone knows how the service runs', async (t) => {
  const service = ['src/server/config', 'src/server/start', 'src/server/routes', 'src/server/http']
  const users = sources('src/cli').filter((file) => importsOf(file).some((target) => service.includes(roomOf(target)!)))
  t.same(users, ['src/cli/serve.ts'])
})

t.test('the house has at most eighteen rooms', async (t) => {
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  t.ok(folders.length <= 18, folders.map(({ name }) => name).join(' '))
})

t.test('no file imports itself through others', async (t) => {
  const open: string[] = []
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string): void => {
    if (open.includes(file)) circles.push([...open.slice(open.indexOf(file)), file].join(' > '))
    if (open.includes(file) || done.has(file)) return
    open.push(file)
    for (const target of importsOf(file)) if (/^(src|symbologies)\//.test(target)) visit(target)
    open.pop()
    done.add(file)
  }
  for (const file of [...sources('symbologies'), ...sources('src')]) visit(file)
  t.same(circles, [])
})

t.test('an encoder loads no table of all symbologies', async (t) => {
  const loaded = new Set<string>()
  const load = (file: string): void => {
    if (loaded.has(file)) return
    loaded.add(file)
    for (const target of importsOf(file)) load(target)
  }
  for (const file of importsOf('build/symbologies/encode.js')) load(file)
  t.ok(loaded.has('build/symbologies/qr/qr.js'))
  t.notOk(loaded.has('build/symbologies/catalogue.js'))
})

t.test('the rule itself can fail', async (t) => {
  t.ok(fault('symbologies/ean.ts', 'node:fs'))
  t.ok(fault('symbologies/ean.ts', 'src/layout/scene.ts'))
  t.ok(fault('src/layout/scene.ts', 'src/render/png.ts'))
  t.ok(fault('src/layout/scene.ts', 'symbologies/ean.ts'))
  for (const room of ['text', 'layout', 'render']) t.ok(fault(`src/${room}/scene.ts`, 'symbologies/index.ts'))
  t.ok(fault('src/reader/check/qr/qr.ts', 'symbologies/index.ts'))
  t.ok(fault('src/reader/check/qr/qr.ts', 'symbologies/qr/qr.ts'))
  t.ok(fault('src/reader/check/reference.ts', 'symbologies/qr/qr.ts'))
  t.notOk(fault('src/reader/check/reference.ts', 'symbologies/index.ts'))
  t.notOk(fault('src/reader/check/qr/qr.ts', 'symbologies/tables.ts'))
  t.ok(fault('src/reader/check/index.ts', 'src/reader/grade/index.ts'))
  t.ok(fault('src/reader/grade/linear.ts', 'symbologies/index.ts'))
  t.ok(fault('symbologies/matrix/index.ts', 'symbologies/barcode.ts'))
  t.notOk(fault('src/render/paint.ts', 'symbologies/matrix/index.ts'))
  t.ok(fault('src/messages.ts', 'symbologies/index.ts'))
  t.notOk(fault('src/messages.ts', 'symbologies/messages.ts'))
  t.notOk(fault('src/layout/scene.ts', 'symbologies/barcode.ts'))
  t.notOk(fault('src/layout/label.ts', 'symbologies/catalogue.ts'))
  t.ok(fault('src/text/line.ts', 'symbologies/catalogue.ts'))
  t.ok(fault('src/text/line.ts', 'node:fs'))
  t.ok(fault('src/text/line.ts', 'bidi-js'))
  t.ok(fault('src/render/png.ts', 'node:zlib'))
  t.notOk(fault('src/text/installed-fonts.ts', 'node:fs'))
  t.ok(fault('src/request/params.ts', 'node:http'))
  for (const file of ['plan/warning.ts', 'draw/drawing.ts', 'design/request.ts'])
    t.ok(fault('src/request/refusals.ts', `src/${file}`))
  for (const room of ['render', 'layout', 'draw', 'text'])
    t.ok(fault('src/reader/verify/index.ts', `src/${room}/index.ts`))
  t.ok(fault('src/reader/verify/symbols.ts', 'symbologies/index.ts'))
  t.notOk(fault('src/reader/verify/symbols.ts', 'src/reader/check/index.ts'))
  t.ok(fault('src/server/http/server.ts', 'src/server/main.ts'))
  t.ok(fault('src/server/http/server.ts', '@redis/client'))
  t.ok(fault('src/server/limiter/limiter.ts', 'src/server/http/principal.ts'))
  for (const file of ['server/api/images.ts', 'pages/pages.ts', 'draw.ts', 'request/params.ts', 'server/routes.ts']) {
    t.ok(fault('src/server/http/server.ts', `src/${file}`), file)
  }
  t.ok(fault('src/server/api/images.ts', 'src/server/http/route.ts'))
  t.ok(fault('src/pages/pages.ts', 'src/server/routes.ts'))
  t.notOk(fault('src/server/http/response.ts', 'src/answer.ts'))
  t.notOk(fault('src/server/api/images.ts', 'src/answer.ts'))
  for (const file of ['server/http/route.ts', 'server/api/images.ts', 'pages/pages.ts']) {
    t.notOk(fault('src/server/routes.ts', `src/${file}`), file)
  }
  t.ok(fault('src/draw.ts', 'src/cli/output.ts'))
  t.ok(fault('src/server/start.ts', 'src/cli/run.ts'))
  t.ok(fault('src/cli/serve.ts', 'node:http'))
  t.ok(fault('src/pages/browser/label.ts', 'symbologies/index.ts'))
  t.ok(fault('src/pages/browser/label.ts', 'src/pages/pages.ts'))
  t.ok(fault('src/pages/pages.ts', 'src/pages/browser/label.ts'))
  t.ok(fault('src/reader/check/index.ts', 'src/pages/browser/form.ts'))
  t.ok(fault('src/lib/element/element.ts', 'src/draw.ts'))
  t.ok(fault('src/lib/index.ts', 'src/lib/element/element.ts'))
  t.ok(fault('src/lib/index.ts', 'src/server/api/images.ts'))
  t.ok(fault('src/request/params.ts', 'src/server/api/images.ts'))
  t.ok(fault('src/cli/help.ts', 'src/lib/element/element.ts'))
  t.notOk(fault('src/lib/element/element.ts', 'src/lib/index.ts'))
  t.notOk(fault('src/pages/browser/label.ts', 'src/pages/browser/form.ts'))
  t.notOk(fault('src/pages/browser/label.ts', 'src/pages/words/en.ts'))
  t.ok(fault('src/pages/words/en.ts', 'symbologies/index.ts'))
  t.notOk(fault('src/pages/browser/checker.ts', 'src/reader/check/index.ts'))
  t.notOk(fault('src/pages/browser/gs1/editor.ts', 'symbologies/gs1/index.ts'))
  t.notOk(fault('src/server/http/server.ts', 'node:http'))
  t.notOk(fault('src/cli/serve.ts', 'src/server/start.ts'))
})
