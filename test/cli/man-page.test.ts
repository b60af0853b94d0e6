import { spawnSync } from 'node:child_process'
import t from 'tap'
import { commands, helpText } from '../../src/cli/run.ts'
import { inLongRun } from '../random.ts'
import { quietzone } from './quietzone.ts'

const noMan = spawnSync('man', ['--version']).error !== undefined && 'not installed: man (Debian: man-db)'

t.test('the man page: no warning, every option of every command', { skip: noMan || inLongRun.skip }, async (t) => {
  const { stdout } = await quietzone(['man'])
  const cwd = t.testdir({ 'quietzone.1': stdout })
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', MANWIDTH: '80' }
  const shown = spawnSync('man', ['--warnings', '-l', 'quietzone.1'], { cwd, env, encoding: 'utf8' })
  t.same([shown.status, shown.stderr], [0, ''])
  const page = shown.stdout
  for (const [command, { load }] of Object.entries(commands)) {
    const help = helpText((await load()).help())
    const start = page.indexOf(`\nQUIETZONE ${command.toUpperCase()}\n`)
    const section = page.slice(start, page.indexOf('\nQUIETZONE ', start + 1))
    t.ok(start > 0, command)
    const options = [...help.matchAll(/^ {2}((?:-[a-z], )?--[a-z0-9]+)/gm)].map(([, option]) => option!)
    t.same(
      options.filter((option) => !section.includes(`  ${option}`)),
      [],
      command,
    )
    const [example = ''] = help.match(/(?<=^ {2})\S.*quietzone.*$/m) ?? []
    t.ok(section.includes(example), `${command}: ${example}`)
  }
})
