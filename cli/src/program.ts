import { Command } from 'commander'
import { VERSION } from './client.ts'
import { addCompletion } from './commands/completion.ts'
import { addEventCommands } from './commands/events.ts'
import { addListen } from './commands/listen.ts'
import { addLogin } from './commands/login.ts'
import { addLogs } from './commands/logs.ts'
import { addMcp } from './commands/mcp.ts'
import { addOpen } from './commands/open.ts'
import { addFixtures, addTrigger } from './commands/trigger.ts'
import { addOperations } from './operations/commands.ts'
import type { Terminal } from './terminal.ts'

const AFTER = `
The key comes from FLORIN_API_KEY, with the server in FLORIN_BASE_URL, or from a profile that
\`florin login\` has written; --profile or FLORIN_PROFILE names another one than \`default\`.

Exit codes: 0 done, 1 the command failed, 2 wrong usage, 3 no key or a refused one, 4 the server
cannot be reached or has an error of its own.`

/** The operations of a resource are added if the arguments name it: they are many. */
export function buildProgram(io: Terminal, args: readonly string[]): Command {
  const program = new Command('florin')
    .description("Florin's command line for developers.")
    .version(VERSION)
    .option('--profile <name>', 'a profile that `florin login` has written')
    .option('--base-url <url>', 'the server, instead of the one of the profile')
    .showHelpAfterError('(add --help to see the options)')
    .addHelpText('after', AFTER)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.print(text.trimEnd()),
      writeErr: (text) => io.warn(text.trimEnd()),
    })
  addLogin(program, io)
  addListen(program, io)
  addTrigger(program, io)
  addFixtures(program, io)
  addLogs(program, io)
  addOpen(program, io)
  addMcp(program, io)
  addOperations(program, io, args)
  addEventCommands(program, io)
  addCompletion(program, io)
  return program
}
