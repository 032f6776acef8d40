import type { Command } from 'commander'
import { ApiClient } from '../client.ts'
import { writeProfile } from '../config.ts'
import { CliFailure, EXIT } from '../failure.ts'
import { readCurrentKey } from '../session.ts'
import type { Terminal } from '../terminal.ts'

interface Options {
  readonly apiKey?: string
  readonly name: string
  readonly baseUrl?: string
}

export function addLogin(program: Command, io: Terminal): void {
  program
    .command('login')
    .description('check an API key and store it in a profile; works without a browser')
    .option('--api-key <key>', 'the key; `-` or no option reads it from standard input')
    .option('--name <profile>', 'the name of the profile', 'default')
    .addHelpText(
      'after',
      '\nAn option is visible in the list of processes, so prefer standard input:\n  florin login --base-url https://pay.example.com < key.txt',
    )
    .action(async (_, command: Command) => {
      const options = command.optsWithGlobals<Options>()
      const { name } = options
      const base_url = options.baseUrl ?? io.env['FLORIN_BASE_URL'] ?? (await askServer(io))
      const api_key = await readKey(io, options.apiKey)
      const { merchant_id, environment } = await readCurrentKey(
        new ApiClient({ api_key, base_url }),
      )
      const path = await writeProfile(io.env, name, { api_key, base_url, merchant_id, environment })
      io.print(`Signed in to ${merchant_id} (${environment}) at ${base_url}.`)
      io.warn(`The profile ${name} is in ${path}, which only you can read.`)
    })
}

async function askServer(io: Terminal): Promise<string> {
  const answer = await io.ask('Server [http://127.0.0.1:8080]: ')
  return answer === '' ? 'http://127.0.0.1:8080' : answer
}

async function readKey(io: Terminal, sent: string | undefined): Promise<string> {
  const key =
    sent === undefined || sent === '-' ? await io.ask('API key: ', { secret: true }) : sent
  if (key !== '') return key
  throw new CliFailure(
    'No API key was given.',
    'Send it with --api-key or on standard input. Keys are made in the dashboard, under API keys.',
    EXIT.refused,
  )
}
