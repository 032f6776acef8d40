// `florin mcp`: tools for an agent's program, over stdio.
import type { Command } from 'commander'
import { runBridge } from '../mcp.ts'
import { resolveOptions } from '../session.ts'
import type { Terminal } from '../terminal.ts'

export function addMcp(program: Command, io: Terminal): void {
  program
    .command('mcp')
    .description('serve tools to an agent over stdin and stdout (Model Context Protocol)')
    .option(
      '--allow <names>',
      'changes that the agent may make, such as refunds.create,customers.update',
      '',
    )
    .addHelpText(
      'after',
      '\nThe agent reads what the key may read, and changes only what --allow names.\nUse a key with few scopes and with amount limits.',
    )
    .action(async ({ allow }: { allow: string }, command: Command) => {
      const access = await resolveOptions(io, command)
      const names = allow.split(',').filter((name) => name !== '')
      const { stdin: input, stdout: output } = process
      await runBridge({ ...access, allow: names, input, output, log: (line) => io.warn(line) })
    })
}
