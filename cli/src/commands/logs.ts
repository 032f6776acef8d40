// `florin logs tail`: follows the request log. Rows are written in batches and may appear a moment late, so each read
// goes back a little and drops what was shown.
import type { Command } from 'commander'
import type { ApiClient, Json } from '../client.ts'
import { parseSince } from '../duration.ts'
import { CliFailure, EXIT } from '../failure.ts'
import { openClient } from '../session.ts'
import type { Terminal } from '../terminal.ts'

const PERIOD_MS = 1_000
const OVERLAP_MS = 5_000
const PAGE = 100
const MAX_PAUSE_MS = 10_000

interface Options {
  readonly since?: string
  readonly status?: string
  readonly method?: string
  readonly route?: string
  readonly errorCode?: string
  readonly object?: string
  readonly json?: boolean
}

interface Logged {
  readonly created: string
  readonly status: number
  readonly method: string
  readonly path: string
  readonly duration_ms: number
  readonly error_code: string | null
  readonly request_id: string
}

interface Tail {
  readonly client: ApiClient
  readonly filters: Readonly<Record<string, string>>
  readonly shown: Set<string>
  from: Date
}

export function addLogs(program: Command, io: Terminal): void {
  program
    .command('logs')
    .description('the log of your requests')
    .command('tail')
    .description('print requests as they are answered')
    .option('--since <time>', 'start with the requests since then: 30m, 2h, 7d or a time')
    .option('--status <status>', 'an HTTP status, or a class such as 4xx')
    .option('--method <method>', 'an HTTP method')
    .option('--route <route>', 'a route, such as /payments/:payment_id')
    .option('--error-code <codes>', 'error codes, separated by commas')
    .option('--object <id>', 'requests that name this object')
    .option('--json', 'one JSON object per line')
    .addHelpText('after', '\nNeeds a key with the scope requests:read.')
    .action(async (options: Options, command: Command) => {
      const client = await openClient(io, command)
      const now = new Date()
      const from = options.since === undefined ? now : parseSince(options.since, now)
      const tail: Tail = { client, filters: readFilters(options), shown: new Set(), from }
      const show = (entry: Json) => io.print(options.json ? JSON.stringify(entry) : toLine(entry))
      await follow(io, tail, show)
    })
}

function readFilters({ status, method, route, errorCode, object }: Options) {
  const isClass = status?.endsWith('xx') === true
  const filters = {
    ...(isClass ? { status_class: status } : { status }),
    method: method?.toUpperCase(),
    route,
    error_code: errorCode,
    object_id: object,
  }
  const given = Object.entries(filters).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Record<string, string>
}

async function follow(io: Terminal, tail: Tail, show: (entry: Json) => void): Promise<void> {
  const signal = io.stopped()
  let pause_ms = PERIOD_MS
  while (!signal.aborted) {
    try {
      for (const entry of await readNew(tail)) show(entry)
      pause_ms = PERIOD_MS
    } catch (error) {
      const isLasting = error instanceof CliFailure && error.exit !== EXIT.unavailable
      if (isLasting) throw error
      pause_ms = Math.min(2 * pause_ms, MAX_PAUSE_MS)
      io.warn(`${String(error)} Trying again in ${pause_ms} ms.`)
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pause_ms)
      signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
    })
  }
}

async function readNew(tail: Tail): Promise<Json[]> {
  const found: Json[] = []
  for (let after: string | undefined; ; ) {
    const created_gte = new Date(tail.from.getTime() - OVERLAP_MS).toISOString()
    const cursor = after === undefined ? {} : { starting_after: after }
    const query = { ...tail.filters, order: 'oldest', limit: String(PAGE), created_gte, ...cursor }
    const page = await tail.client.call('GET', '/requests', { query })
    const entries = page['data'] as Json[]
    found.push(...entries.filter((entry) => !tail.shown.has(String(entry['request_id']))))
    after = String(entries.at(-1)?.['request_id'])
    if (page['has_more'] !== true) break
  }
  for (const entry of found) tail.shown.add(String(entry['request_id']))
  const last = found.at(-1)
  if (last !== undefined) tail.from = new Date(String(last['created']))
  return found
}

function toLine(entry: Json): string {
  const { created, status, method, path, duration_ms, error_code, request_id } =
    entry as unknown as Logged
  const code = error_code === null ? '' : ` ${error_code}`
  return `${created}  ${status}${code}  ${method} ${path}  ${duration_ms} ms  ${request_id}`
}
