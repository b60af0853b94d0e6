import type { Completed, CompletedOption } from './completed.ts'

/** A function for `fpath`, which can be sourced as well. */
export function zshCompletion(commands: readonly Completed[]): string {
  return [
    '#compdef quietzone',
    '# Completion of quietzone for zsh, made by: quietzone completion zsh',
    '_quietzone() {',
    '  if (( CURRENT == 2 )); then',
    '    if [[ $PREFIX == -* ]]; then compadd -- --help --version; return; fi',
    '    local -a commands',
    '    commands=(',
    ...commands.map(({ name, summary }) => `      ${quoted(`${name}:${summary.replaceAll(':', '\\:')}`)}`),
    '    )',
    '    _describe command commands',
    '    return',
    '  fi',
    '  local command=$words[2]',
    '  shift words',
    '  (( CURRENT-- ))',
    '  case $command in',
    ...commands.flatMap(commandLines),
    '  esac',
    '}',
    'if [[ $funcstack[1] == _quietzone ]]; then _quietzone "$@"; else compdef _quietzone quietzone; fi',
    '',
  ].join('\n')
}

function commandLines({ name, options, operands }: Completed): readonly string[] {
  // a text that cannot be completed has no spec: zsh would list an option beside it instead of inserting it
  const specs = [...options.map(specOf), ...(operands.length > 0 ? [quoted(`*:argument:${action(operands)}`)] : [])]
  return [`    ${name})`, '      _arguments -s \\', `${specs.map((spec) => `        ${spec}`).join(' \\\n')};;`]
}

/** As `_arguments` takes it. */
function specOf({ name, short, about, value }: CompletedOption): string {
  const rest = `[${about.replaceAll(/[[\]\\]/g, '\\$&')}]${value === 'none' ? '' : `:${name}:${action(value)}`}`
  const long = value === 'none' ? `--${name}` : `--${name}=`
  if (short === undefined) return quoted(`${long}${rest}`)
  const shortest = value === 'none' ? `-${short}` : `-${short}+`
  return `${quoted(`(-${short} --${name})`)}{${shortest},${long}}${quoted(rest)}`
}

function action(value: Exclude<CompletedOption['value'], 'none'>): string {
  switch (value) {
    case 'files':
      return '_files'
    case 'free':
      return ' '
    default:
      return `(${value.join(' ')})`
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
