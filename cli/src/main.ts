#!/usr/bin/env node
// `florin`: the command line for developers. It needs an API key and nothing else.
import { pathToFileURL } from 'node:url'
import { CommanderError } from 'commander'
import { CliFailure, EXIT } from './failure.ts'
import { buildProgram } from './program.ts'
import { terminal, type Terminal } from './terminal.ts'

/** Runs one command line and returns the exit code. */
export async function run(args: readonly string[], io: Terminal = terminal): Promise<number> {
  try {
    await buildProgram(io, args).parseAsync([...args], { from: 'user' })
    return EXIT.done
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage
    if (error instanceof CliFailure) {
      io.warn(`Error: ${error.message}\n${error.next}`)
      return error.exit
    }
    throw error
  }
}

const [, file = ''] = process.argv
if (import.meta.main || import.meta.url === pathToFileURL(file).href) {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // The reader has had enough, as `head` does.
    if (error.code === 'EPIPE') process.exit(EXIT.done)
  })
  process.exitCode = await run(process.argv.slice(2))
}
