import type { Command } from 'commander'
import { parseSince } from '../duration.ts'
import { CliFailure, EXIT } from '../failure.ts'
import { listen } from '../listen/listen.ts'
import { listenSecret } from '../listen/sign.ts'
import { openClient, readCurrentKey } from '../session.ts'
import type { Terminal } from '../terminal.ts'

interface Options {
  readonly forwardTo?: string
  readonly since?: string
  readonly events?: string
  readonly printSecret?: boolean
  readonly json?: boolean
  readonly poll?: boolean
  readonly record: boolean
}

export function addListen(program: Command, io: Terminal): void {
  program
    .command('listen')
    .description('print events as they happen, and forward them to a local URL like webhooks')
    .option('--forward-to <url>', 'post each event there, signed like a webhook')
    .option('--since <time>', 'start with the events since then: 30m, 2h, 7d or a time')
    .option('--events <types>', 'only these types, with commas and wildcards, such as payment_*')
    .option('--print-secret', 'print the secret of the signatures; alone, print it and end')
    .option('--json', 'one JSON object per line')
    .option('--poll', 'read by long poll, if a proxy holds back the stream')
    .option('--no-record', 'do not record the attempts at the server')
    .addHelpText(
      'after',
      '\nThe secret is derived from the API key: the same key has the same secret everywhere. A connection that\nis lost is opened again where it stopped; no event is lost and none is forwarded twice.\nRecording needs the scope webhooks:write, reading needs webhooks:read.',
    )
    .action(async (options: Options, command: Command) => {
      const forward_to = readUrl(options.forwardTo)
      const since = options.since === undefined ? undefined : parseSince(options.since, new Date())
      const client = await openClient(io, command)
      if (options.printSecret) {
        const secret = listenSecret(client.access.api_key)
        if (forward_to === undefined) return io.print(secret)
        io.warn(`Webhook secret: ${secret}`)
      }
      const { merchant_id } = await readCurrentKey(client)
      await listen(client, {
        merchant_id,
        forward_to,
        since,
        event_types: options.events,
        signal: io.stopped(),
        is_json: options.json === true,
        records: options.record,
        transport: options.poll ? 'poll' : 'auto',
        print: (line) => io.print(line),
        warn: (line) => io.warn(line),
      })
    })
}

/** `localhost:3000/hook` is enough. */
function readUrl(sent: string | undefined): string | undefined {
  if (sent === undefined) return undefined
  const url = /^https?:\/\//.test(sent) ? sent : `http://${sent}`
  if (URL.canParse(url)) return url
  throw new CliFailure(
    `--forward-to ${sent} is no URL.`,
    'Write a URL such as http://localhost:3000/hook.',
    EXIT.usage,
  )
}
