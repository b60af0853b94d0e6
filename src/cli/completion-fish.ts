import type { Completed, CompletedOption } from './completed.ts'

export function fishCompletion(commands: readonly Completed[]): string {
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
      ({ name, summary }) => `complete -c quietzone -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
    ),
    ...commands.flatMap(commandLines),
    '',
  ].join('\n')
}

function commandLines({ name, options, operands }: Completed): readonly string[] {
  const condition = `complete -c quietzone -n '__quietzone_command ${name}'`
  const offered = operands === 'files' ? '-F' : operands.length > 0 ? `-a ${quoted(operands.join(' '))}` : undefined
  return [
    ...options.map((option) => `${condition} ${optionWords(option)}`),
    ...(offered === undefined ? [] : [`${condition} ${offered}`]),
  ]
}

function optionWords({ name, short, about, value }: CompletedOption): string {
  return `${short === undefined ? '' : `-s ${short} `}-l ${name}${values(value)} -d ${quoted(about)}`
}

/** What follows an option, as `complete` takes it. */
function values(value: CompletedOption['value']): string {
  switch (value) {
    case 'none':
      return ''
    case 'files':
      return ' -r -F'
    case 'free':
      return ' -x'
    default:
      return ` -x -a ${quoted(value.join(' '))}`
  }
}

const quoted = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`
