/** `quietzone completion`: scripts by which bash, zsh and fish complete commands, options and values, made from the help of the commands. */

import { quoted } from '../../symbologies/messages.ts'
import { helpOption, readArguments } from './arguments.ts'
import { type Command, exit, Failure, type Manual, type Operands, type Option } from './command.ts'
import { helpPage } from './help.ts'
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
    async run(args, shell) {
      const { operands } = readArguments(args, { parameters: {}, options, operands: 1 })
      const [name] = operands
      const script = name !== undefined && Object.hasOwn(shells, name) ? shells[name] : undefined
      if (script === undefined) throw unknownShell(name)
      await printData(shell, script(completed(await manual())))
      return exit.done
    },
  }
}

function unknownShell(shell: string | undefined): Failure {
  const given = shell === undefined ? 'no shell given' : `${quoted(shell)} is not a shell that this completes for`
  return new Failure(exit.usage, `${given}; accepted: ${Object.keys(shells).join(', ')}`)
}

/** A command as shells complete it. */
interface Completed {
  readonly name: string
  readonly summary: string
  readonly options: readonly CompletedOption[]
  readonly operands: Operands
}

interface CompletedOption {
  readonly name: string
  readonly short?: string
  /** What it is for, in one short line. */
  readonly about: string
  /** What its value can be; `free`: nothing that a shell could know. */
  readonly value: 'none' | 'files' | 'free' | readonly string[]
}

/** The commands, and `help` for each of them. */
function completed({ commands }: Manual): readonly Completed[] {
  const all = commands.map(({ name, summary, page }): Completed => {
    return { name, summary, options: page.options.map(completedOption), operands: page.operands }
  })
  const names = all.map(({ name }) => name)
  return [...all, { name: 'help', summary: 'the help of a command', options: [], operands: names }]
}

function completedOption({ name, short, value, words, about }: Option): CompletedOption {
  return { name, about: inShort(about), value: acceptedBy(value, words), ...(short !== undefined && { short }) }
}

function acceptedBy(value: string | undefined, words: readonly string[] | undefined): CompletedOption['value'] {
  if (value === undefined) return 'none'
  if (words !== undefined) return words
  return ['FILE', 'PLACE', 'FOLDER'].includes(value) ? 'files' : 'free'
}

/** Characters of a description. */
const longest = 60

/** The first sentence, without marks of code, cut between two words. */
function inShort(about: string): string {
  const sentence = about.split(/[.;](?:\s|$)/, 1)[0]!.replaceAll('`', '')
  if (sentence.length <= longest) return sentence
  return `${sentence.slice(0, sentence.lastIndexOf(' ', longest))} ...`
}

/** Works in bash 3.2 and later, without the package bash-completion. */
function bashCompletion(commands: readonly Completed[]): string {
  const names = commands.map(({ name }) => name).join(' ')
  return `# Completion of quietzone for bash, made by: quietzone completion bash
_quietzone() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} words= files=
  # readline takes = for a word of its own
  if [[ $current == = ]]; then current=
  elif [[ $previous == = ]]; then previous=\${COMP_WORDS[COMP_CWORD-2]}; fi
  if [[ $COMP_CWORD == 1 ]]; then
    if [[ $current == -* ]]; then words='--help --version'; else words='${names}'; fi
  else
    case \${COMP_WORDS[1]} in
${commands.flatMap(bashCommand).join('\n')}
    esac
  fi
  local IFS=$' \\t\\n'
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ $files ]] || return 0
  IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY+=($(compgen -f -- "$current"))
}
complete -F _quietzone quietzone
`
}

function bashCommand({ name, options, operands }: Completed): readonly string[] {
  const names = options.flatMap((option) => spellings(option)).join(' ')
  return [
    `      ${name})`,
    '        case $previous in',
    ...options.flatMap((option) =>
      option.value === 'none' ? [] : [`          ${spellings(option).join('|')}) ${bashOffer(option.value)};;`],
    ),
    `          *) if [[ $current == -* ]]; then words='${names}'; else ${bashOffer(operands)}fi;;`,
    '        esac;;',
  ]
}

const spellings = ({ name, short }: CompletedOption): readonly string[] =>
  short === undefined ? [`--${name}`] : [`-${short}`, `--${name}`]

/** The assignment that offers such values. */
function bashOffer(value: Exclude<CompletedOption['value'], 'none'>): string {
  switch (value) {
    case 'files':
      return 'files=1; '
    case 'free':
      return ''
    default:
      return `words='${value.join(' ')}'; `
  }
}

/** A function for `fpath`, which can be sourced as well. */
function zshCompletion(commands: readonly Completed[]): string {
  return [
    '#compdef quietzone',
    '# Completion of quietzone for zsh, made by: quietzone completion zsh',
    '_quietzone() {',
    '  if (( CURRENT == 2 )); then',
    '    if [[ $PREFIX == -* ]]; then compadd -- --help --version; return; fi',
    '    local -a commands',
    '    commands=(',
    ...commands.map(({ name, summary }) => `      ${zshWord(`${name}:${summary.replaceAll(':', '\\:')}`)}`),
    '    )',
    '    _describe command commands',
    '    return',
    '  fi',
    '  local command=$words[2]',
    '  shift words',
    '  (( CURRENT-- ))',
    '  case $command in',
    ...commands.flatMap(zshCommand),
    '  esac',
    '}',
    'if [[ $funcstack[1] == _quietzone ]]; then _quietzone "$@"; else compdef _quietzone quietzone; fi',
    '',
  ].join('\n')
}

function zshCommand({ name, options, operands }: Completed): readonly string[] {
  // a text that cannot be completed has no spec: zsh would list an option beside it instead of inserting it
  const specs = [
    ...options.map(zshSpec),
    ...(operands.length > 0 ? [zshWord(`*:argument:${zshAction(operands)}`)] : []),
  ]
  return [`    ${name})`, '      _arguments -s \\', `${specs.map((spec) => `        ${spec}`).join(' \\\n')};;`]
}

/** As `_arguments` takes it. */
function zshSpec({ name, short, about, value }: CompletedOption): string {
  const rest = `[${about.replaceAll(/[[\]\\]/g, '\\$&')}]${value === 'none' ? '' : `:${name}:${zshAction(value)}`}`
  const long = value === 'none' ? `--${name}` : `--${name}=`
  if (short === undefined) return zshWord(`${long}${rest}`)
  const shortest = value === 'none' ? `-${short}` : `-${short}+`
  return `${zshWord(`(-${short} --${name})`)}{${shortest},${long}}${zshWord(rest)}`
}

function zshAction(value: Exclude<CompletedOption['value'], 'none'>): string {
  switch (value) {
    case 'files':
      return '_files'
    case 'free':
      return ' '
    default:
      return `(${value.map(escaped).join(' ')})`
  }
}

/** A value that zsh and fish read once more, as a list of words. */
const escaped = (value: string): string => value.replaceAll(/[^\w.:/@%+=,-]/g, '\\$&')

const zshWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

function fishCompletion(commands: readonly Completed[]): string {
  return [
    '# Completion of quietzone for fish, made by: quietzone completion fish',
    'function __quietzone_command',
    '    set -l words (commandline -opc)',
    '    test (count $words) -gt 1; and test $words[2] = $argv[1]',
    'end',
    'complete -c quietzone -f',
    'complete -c quietzone -n __fish_use_subcommand -l help',
    'complete -c quietzone -n __fish_use_subcommand -l version',
    ...commands.map(
      ({ name, summary }) => `complete -c quietzone -n __fish_use_subcommand -a ${name} -d ${fishWord(summary)}`,
    ),
    ...commands.flatMap(fishCommand),
    '',
  ].join('\n')
}

function fishCommand({ name, options, operands }: Completed): readonly string[] {
  const condition = `complete -c quietzone -n '__quietzone_command ${name}'`
  const offered = operands === 'files' ? '-F' : operands.length > 0 ? `-a ${fishWord(operands.join(' '))}` : undefined
  return [
    ...options.map((option) => `${condition} ${fishOption(option)}`),
    ...(offered === undefined ? [] : [`${condition} ${offered}`]),
  ]
}

function fishOption({ name, short, about, value }: CompletedOption): string {
  return `${short === undefined ? '' : `-s ${short} `}-l ${name}${fishValues(value)} -d ${fishWord(about)}`
}

/** What follows an option, as `complete` takes it. */
function fishValues(value: CompletedOption['value']): string {
  switch (value) {
    case 'none':
      return ''
    case 'files':
      return ' -r -F'
    case 'free':
      return ' -x'
    default:
      return ` -x -a ${fishWord(value.map(escaped).join(' '))}`
  }
}

const fishWord = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`
