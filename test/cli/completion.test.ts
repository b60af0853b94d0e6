/** Completion in bash, zsh and fish, and the man page: what they offer is what the commands take. */

import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { commands } from '../../src/cli/run.ts'
import { parameters } from '../../src/request/params.ts'
import { symbologies } from '../../symbologies/index.ts'
import { inLongRun } from '../random.ts'
import { quietzone } from './quietzone.ts'

const names = Object.keys(commands)

/** A word that a shell is to complete, the last of a line; what it should offer, if not just one word. */
const lines: readonly (readonly [line: string, offered: readonly string[]])[] = [
  ['quietzone ', [...names, 'help']],
  ['quietzone --v', ['--version']],
  ['quietzone la', ['label']],
  ['quietzone help gs', ['gs1']],
  ['quietzone completion ', ['bash', 'fish', 'zsh']],
  ['quietzone barcode -t ', symbologies],
  ['quietzone barcode --type data', ['datamatrix']],
  ['quietzone label -t code128 --ori', ['--orientation']],
  ['quietzone label --orientation ', ['landscape', 'portrait']],
  ['quietzone check --application ph', ['pharmacy']],
  ['quietzone batch --as ', ['barcode', 'label']],
  ['quietzone batch --delimiter t', ['tab']],
  ['quietzone batch x.csv --bear', ['--bearer']],
  ['quietzone barcode --level ', ['H', 'L', 'M', 'Q']],
  ['quietzone label --showtext ', ['false', 'true']],
  ['quietzone barcode --term', ['--terminal']],
  ['quietzone barcode --scale ', []],
  ['quietzone barcode pic', []],
  ['quietzone barcode -o pic', ['picture of it.png', 'pictures']],
  ['quietzone batch pic', ['picture of it.png', 'pictures']],
]

/** A shell that is not there. */
function absent(shell: string): string | false {
  return spawnSync(shell, ['--version']).error !== undefined && `not installed: ${shell} (Debian: ${shell})`
}

/** A folder with files to complete, and the script for `shell`. */
async function folder(t: Test, shell: string): Promise<string> {
  const { code, stdout } = await quietzone(['completion', shell])
  t.equal(code, 0)
  return t.testdir({ script: stdout.toString(), 'picture of it.png': '', pictures: {} })
}

/** What a shell prints for a program, without the environment of this one. */
function printed(shell: string, args: readonly string[], cwd: string, input = ''): string {
  const env = { PATH: process.env.PATH, HOME: cwd, LC_ALL: 'C.UTF-8', TERM: 'dumb' }
  const { stdout, stderr } = spawnSync(shell, args, { cwd, env, input, encoding: 'utf8' })
  return stderr === '' ? stdout : `${stdout}${stderr}`
}

t.test('bash', { skip: absent('bash') || inLongRun.skip }, async (t) => {
  const cwd = await folder(t, 'bash')
  const words = (line: string): string =>
    line
      .split(' ')
      .map((word) => `'${word}'`)
      .join(' ')
  const program = lines.map(
    ([line]) =>
      `COMP_WORDS=(${words(line)}) COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _quietzone; printf '%s\\n' "\${COMPREPLY[@]}" ---`,
  )
  const offered = printed('bash', ['--norc', '-c', `. ./script; ${program.join('; ')}`], cwd).split('---\n')
  for (const [i, [line, wanted]] of lines.entries()) {
    t.same(offered[i]!.split('\n').filter(Boolean).sort(), [...wanted].sort(), line)
  }
  const run = (script: string): string => printed('bash', ['--norc', '-c', `. ./script; ${script}`], cwd)
  const equals = 'COMP_WORDS=(quietzone barcode --type = ea)'
  const print = 'printf "%s\\n" "$' + '{COMPREPLY[@]}"'
  t.equal(run(`${equals} COMP_CWORD=4; _quietzone; ${print}`), 'ean13\nean8\n')
  t.same(run(`${equals} COMP_CWORD=3; _quietzone; ${print}`).trim().split('\n'), symbologies)
  const all = run(`COMP_WORDS=(quietzone barcode -) COMP_CWORD=2; _quietzone; ${print}`).split('\n')
  t.same(
    Object.keys(parameters.barcode).filter((name) => !all.includes(`--${name}`)),
    [],
    'every parameter',
  )
  t.ok(all.includes('-t') && all.includes('-o') && all.includes('--terminal'))
})

t.test('fish', { skip: absent('fish') }, async (t) => {
  const cwd = await folder(t, 'fish')
  const program = lines.map(([line]) => `complete -C '${line}'; echo ---`)
  const offered = printed('fish', ['--no-config', '-c', `source script; ${program.join('; ')}`], cwd).split('---\n')
  for (const [i, [line, wanted]] of lines.entries()) {
    const found = offered[i]!.split('\n').filter(Boolean)
    t.same(found.map((each) => each.split('\t')[0]!.replace(/\/$/, '')).sort(), [...wanted].sort(), line)
  }
  t.match(offered[2], 'label\ta label of a stock size')
})

const noZsh = absent('zsh') || absent('script')

t.test('zsh', { skip: noZsh || inLongRun.skip }, async (t) => {
  const cwd = await folder(t, 'zsh')
  // in a terminal of its own the line editor completes each line with a tab, and runs what came of it
  const single = lines.filter(([line, { length }]) => length === 1 || line.endsWith('scale '))
  const setup = [
    'PROMPT= RPROMPT=',
    'autoload -U compinit && compinit -u -D',
    "zstyle ':completion:*' insert-tab false",
    'setopt no_list_beep no_beep',
    'source ./script',
    'quietzone() { print -r -- "[quietzone $*]" >> found }',
  ]
  writeFileSync(join(cwd, '.zshrc'), `${setup.join('\n')}\n`)
  const typed = [...single.map(([line]) => `${line}\t\n`), 'exit\n'].join('')
  printed('script', ['-qec', 'zsh -i', '/dev/null'], cwd, typed)
  const found = readFileSync(join(cwd, 'found'), 'utf8').trimEnd().split('\n')
  for (const [i, [line, [wanted = '']]] of single.entries()) {
    const completed = `${line.slice(0, line.lastIndexOf(' ') + 1)}${wanted}`
    t.equal(found[i]?.replace(/[ =]*\]$/, ''), `[${completed.trimEnd()}`, line)
  }
})

t.test('a shell that is none', async (t) => {
  t.match(await quietzone(['completion', 'csh']), {
    code: 2,
    stderr: /"csh" is not a shell .*; accepted: bash, zsh, fish; see/,
  })
  t.match(await quietzone(['completion']), { code: 2, stderr: /no shell given; accepted: bash, zsh, fish/ })
})
