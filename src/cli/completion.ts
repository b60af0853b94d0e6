import { quoted } from '../../symbologies/messages.ts'
import { helpOption, readArguments } from './arguments.ts'
import { type Command, exit, Failure } from './command.ts'
import { type Completed, completed } from './completed.ts'
import { bashCompletion } from './completion-bash.ts'
import { fishCompletion } from './completion-fish.ts'
import { zshCompletion } from './completion-zsh.ts'
import { helpPage } from './help.ts'
import type { Manual } from './help-page.ts'
import { printData } from './output.ts'

const shells: { readonly [name: string]: (commands: readonly Completed[]) => string } = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
}

const options = [helpOption]

/** @param manual  all commands with their help */
export function completionOf(manual: () => Promise<Manual>): Command {
  return {
    help: () =>
      helpPage({
        title: 'quietzone completion: a script that completes commands, options and values in a shell',
        examples: [
          'source <(quietzone completion bash)',
          'source <(quietzone completion zsh)',
          'quietzone completion fish | source',
        ],
        paragraphs: [
          `The shell is ${Object.keys(shells).join(', ')}. The examples are lines for ~/.bashrc, for ~/.zshrc after compinit, and for ~/.config/fish/config.fish. The script is made from the help of the commands, and starts no program when it completes. The tarball for machines without a network has the three scripts in share/.`,
        ],
        options,
        operands: Object.keys(shells),
      }),
    async run(args) {
      const { operands } = readArguments(args, { parameters: {}, options, operands: 1 })
      const [shell] = operands
      const script = shell !== undefined && Object.hasOwn(shells, shell) ? shells[shell] : undefined
      if (script === undefined) throw unknownShell(shell)
      await printData(script(completed(await manual())))
      return exit.done
    },
  }
}

function unknownShell(shell: string | undefined): Failure {
  const given = shell === undefined ? 'no shell given' : `${quoted(shell)} is not a shell that this completes for`
  return new Failure(exit.usage, `${given}; accepted: ${Object.keys(shells).join(', ')}`)
}
