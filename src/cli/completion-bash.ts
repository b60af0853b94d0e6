import type { Completed, CompletedOption } from './completed.ts'

/** Works in bash 3.2 and later, without the package bash-completion. */
export function bashCompletion(commands: readonly Completed[]): string {
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
${commands.flatMap(commandLines).join('\n')}
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

function commandLines({ name, options, operands }: Completed): readonly string[] {
  const names = options.flatMap((option) => spellings(option)).join(' ')
  return [
    `      ${name})`,
    '        case $previous in',
    ...options.flatMap((option) =>
      option.value === 'none' ? [] : [`          ${spellings(option).join('|')}) ${offered(option.value)};;`],
    ),
    `          *) if [[ $current == -* ]]; then words='${names}'; else ${offered(operands)}fi;;`,
    '        esac;;',
  ]
}

const spellings = ({ name, short }: CompletedOption): readonly string[] =>
  short === undefined ? [`--${name}`] : [`-${short}`, `--${name}`]

/** The assignment that offers such values. */
function offered(value: Exclude<CompletedOption['value'], 'none'>): string {
  switch (value) {
    case 'files':
      return 'files=1; '
    case 'free':
      return ''
    default:
      return `words='${value.join(' ')}'; `
  }
}
