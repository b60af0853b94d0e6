import t from 'tap'
import { commandPrograms } from './command-programs.ts'
import { resultOf } from './peer.ts'
import { verdicts } from './peer-verdicts.ts'

t.test('where another renderer draws a command otherwise, it is settled who is right', async (t) => {
  let programs = 0
  for (const each of commandPrograms) {
    const { command, differing } = await resultOf(each, 1)
    programs++
    if (verdicts[command] === undefined) t.same(differing, [], command)
  }
  t.comment(`${programs} programs`)
  t.same(
    Object.keys(verdicts).filter((name) => !commandPrograms.some(({ command }) => command === name)),
    [],
  )
})
