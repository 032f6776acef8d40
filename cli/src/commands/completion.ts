// Completion for bash, zsh and fish. The scripts ask the program itself, so they never become outdated.
import type { Command } from 'commander'
import { CliFailure, EXIT } from '../failure.ts'
import type { Terminal } from '../terminal.ts'

const scripts: Readonly<Record<string, string>> = {
  bash: `_florin() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(florin complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _florin florin`,
  zsh: `#compdef florin
_florin() {
  local -a words_found
  words_found=("\${(@f)$(florin complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -a words_found
}
compdef _florin florin`,
  fish: `complete -c florin -f -a '(florin complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'`,
}

export function addCompletion(program: Command, io: Terminal): void {
  program
    .command('completion <shell>')
    .description('print a completion script for bash, zsh or fish')
    .addHelpText(
      'after',
      '\n  bash: florin completion bash > ~/.local/share/bash-completion/completions/florin\n  zsh:  florin completion zsh > "${fpath[1]}/_florin"\n  fish: florin completion fish > ~/.config/fish/completions/florin.fish',
    )
    .action((shell: string) => {
      const script = scripts[shell]
      if (script === undefined) {
        throw new CliFailure(
          `There is no completion for ${shell}.`,
          'Use bash, zsh or fish.',
          EXIT.usage,
        )
      }
      io.print(script)
    })
  program
    .command('complete [words...]', { hidden: true })
    .allowUnknownOption()
    .action((words: string[]) => {
      for (const word of completions(program, words)) io.print(word)
    })
}

/** The words that can stand where the last one is. */
function completions(program: Command, words: readonly string[]): string[] {
  const typed = words.at(-1) ?? ''
  let command = program
  for (const word of words.slice(0, -1)) {
    command = command.commands.find((each) => each.name() === word) ?? command
  }
  const flags = command.options.flatMap(({ long }) => long ?? [])
  const names = command.commands.map((each) => each.name()).filter((name) => name !== 'complete')
  const all = typed.startsWith('-') ? [...flags, '--help'] : names.length > 0 ? names : flags
  return all.filter((word) => word.startsWith(typed)).toSorted()
}
