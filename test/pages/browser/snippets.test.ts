import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import t from 'tap'
import {
  addressOf,
  type CodeLanguage,
  codeOf,
  languages,
  type SnippetRequest,
} from '../../../src/pages/browser/snippets.ts'
import { seed } from '../../random.ts'

const get: SnippetRequest = {
  method: 'GET',
  url: 'http://127.0.0.1:8080/api/v1/barcode',
  query: [
    ['type', 'qr'],
    ['text', "Käse & 'Brot': 5 €"],
  ],
  headers: [],
  file: 'barcode.png',
  isJson: false,
}

const post: SnippetRequest = {
  method: 'POST',
  url: 'http://127.0.0.1:8080/api/v1/labels',
  query: [],
  headers: [['Content-Type', 'text/csv']],
  body: 'type,text\nqr,it\'s "$1"\n',
  file: 'labels.pdf',
  isJson: false,
}

t.test('a request without a body, in each language', async (t) => {
  t.equal(
    codeOf(get, 'curl'),
    `curl -o barcode.png 'http://127.0.0.1:8080/api/v1/barcode?type=qr&text=K%C3%A4se+%26+%27Brot%27%3A+5+%E2%82%AC'`,
  )
  t.match(codeOf(get, 'JavaScript'), "  text: 'Käse & \\'Brot\\': 5 €',\n")
  t.match(codeOf(get, 'Python'), `    "text": "Käse & 'Brot': 5 €",\n`)
  t.match(codeOf(get, 'PHP'), "    'text' => 'Käse & \\'Brot\\': 5 €',\n")
  t.equal(addressOf({ ...get, query: [] }), get.url, 'no query, no question mark')
})

t.test('a request with a body, in each language', async (t) => {
  t.equal(
    codeOf(post, 'curl'),
    `curl \\\n  -H 'Content-Type: text/csv' \\\n  --data-raw 'type,text\nqr,it'\\''s "$1"\n' \\\n  -o labels.pdf \\\n  '${post.url}'`,
  )
  t.match(codeOf(post, 'JavaScript'), `  body: 'type,text\\nqr,it\\'s "$1"\\n',\n`)
  t.match(codeOf(post, 'Python'), `    data="type,text\\nqr,it's \\"$1\\"\\n".encode(),\n`)
  t.match(codeOf(post, 'PHP'), `    'content' => "type,text\\nqr,it's \\"\\$1\\"\\n",\n`)
  const { body: _, ...empty } = post
  t.match(codeOf(empty, 'curl'), /^curl \\\n {2}-X POST /)
  t.match(codeOf({ ...post, method: 'PUT' }, 'curl'), /^curl \\\n {2}-X PUT .*--data-raw /s)
  t.match(codeOf({ ...empty, method: 'DELETE' }, 'curl'), /^curl \\\n {2}-X DELETE /)
})

/** Programs that print, as JSON, what texts of a language are; and how one of them stands in the code of a request. */
const readers: Readonly<
  Record<Exclude<CodeLanguage, 'curl'>, readonly [string, string[], (texts: string) => string, RegExp]>
> = {
  JavaScript: [process.execPath, ['-'], (texts) => `console.log(JSON.stringify([${texts}]))`, /^ {2}text: (.*),$/m],
  Python: ['python3', ['-'], (texts) => `import json\nprint(json.dumps([${texts}]))`, /^ {4}"text": (.*),$/m],
  PHP: ['php', [], (texts) => `<?php echo json_encode([${texts}]);`, /^ {4}'text' => (.*),$/m],
}

for (const language of languages) {
  t.test(`${language}: any text stands in the code as it is`, async (t) => {
    const special = fc.constantFrom(...'\\\'"$`{}\n\r\t\0\x1b\u00ad\u200d\u202e\u2028\ufeff€😀\u{e0041}')
    const text = fc.string({
      unit: fc.oneof(special, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
      maxLength: 12,
    })
    const texts = fc.sample(text, { seed, numRuns: 300 })
    const codes = texts.map((value) => codeOf({ ...get, query: [['text', value]] }, language))
    if (language === 'curl') {
      const found = codes.map((code) => new URL(/'(.*)'/s.exec(code)![1]!).searchParams.get('text'))
      t.same(found, texts)
      t.ok(
        codes.every((code) => code.split("'").length === 3),
        'the address has no quote',
      )
      return
    }
    const [program, args, print, place] = readers[language]
    const literals = codes.map((code) => place.exec(code)![1]!)
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      input: print(literals.join(', ')),
      encoding: 'utf8',
    })
    if (error !== undefined) return void t.comment(`${program} is not installed`)
    t.equal(status, 0, stderr)
    t.same(JSON.parse(stdout), texts)
  })
}
