/** `quietzone man`: the help of all commands as a man page. */

import { helpOption, readArguments } from './arguments.ts'
import { type Command, type CommandHelp, exit, type Manual, type Section, type Term } from './command.ts'
import { helpPage } from './help.ts'
import { printData } from './output.ts'

const options = [helpOption]

/** @param manual  all commands with their help */
export function manualOf(manual: () => Promise<Manual>): Command {
  return {
    help: () =>
      helpPage({
        title: 'quietzone man: the help of all commands as a man page',
        examples: ['quietzone man | man -l -', 'quietzone man > /usr/local/share/man/man1/quietzone.1'],
        paragraphs: ['The tarball for machines without a network has it in share/man/man1.'],
        options,
      }),
    async run(args, shell) {
      readArguments(args, { parameters: {}, options, operands: 0 })
      await printData(shell, manPage(await manual()))
      return exit.done
    },
  }
}

/** The source of the page, in the macros of man(7). */
function manPage({ version, commands, exitCodes }: Manual): string {
  return [
    `.TH QUIETZONE 1 "" "quietzone ${escaped(version)}"`,
    '.SH NAME',
    'quietzone \\- barcodes and labels, without a network',
    '.SH SYNOPSIS',
    '.B quietzone',
    '.I COMMAND',
    '[\\fIOPTIONS\\fR]',
    '.br',
    '.B quietzone help',
    '.I COMMAND',
    '.SH COMMANDS',
    ...termLines(commands.map(({ name, summary }) => ({ term: name, about: summary }))),
    ...commands.flatMap(commandLines),
    ...sectionLines(exitCodes),
    '',
  ].join('\n')
}

function commandLines({ name, page }: CommandHelp): readonly string[] {
  const { title, examples, paragraphs, sections } = page
  return [
    `.SH QUIETZONE ${escaped(name.toUpperCase())}`,
    line(`${capitalized(title.slice(title.indexOf(': ') + 2))}${/[.?]$/.test(title) ? '' : '.'}`),
    '.PP',
    '.EX',
    ...examples.map(line),
    '.EE',
    ...paragraphs.flatMap((paragraph) => ['.PP', line(paragraph)]),
    ...sections.flatMap(({ title: heading, entries }) => [`.SS ${escaped(heading)}`, ...termLines(entries)]),
  ]
}

const sectionLines = ({ title, entries }: Section): readonly string[] => [
  `.SH ${escaped(title.toUpperCase())}`,
  ...termLines(entries),
]

const termLines = (entries: readonly Term[]): readonly string[] =>
  entries.flatMap(({ term, about }) => ['.TP', `\\fB${escaped(term)}\\fR`, line(about)])

/** A line of text, which is not a request even if it begins with a point or an apostrophe. */
const line = (text: string): string => `\\&${escaped(text)}`

/** Characters that groff would take for another: ASCII is what is copied from a page. */
const glyphs: { readonly [character: string]: string } = {
  '\\': '\\e',
  '-': '\\-',
  "'": '\\(aq',
  '`': '\\(ga',
  '^': '\\(ha',
  '~': '\\(ti',
}

const escaped = (text: string): string => text.replaceAll(/[\\'`^~-]/g, (character) => glyphs[character]!)

const capitalized = (text: string): string => text[0]!.toUpperCase() + text.slice(1)
