// `florin payments create`: a command for every route that a key can call, made from the table.
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import { type ApiClient, refusal } from '../client.ts'
import { findOrAdd } from '../commands/events.ts'
import { openClient, readCurrentKey } from '../session.ts'
import type { Terminal } from '../terminal.ts'
import { toTable } from './output.ts'
import { type CallOptions, flagOf, ownIds, sendForm, toPath, toSent } from './request.ts'
import { type OperationRow, readTable } from './table.ts'

const collect = (value: string, before: string[] = []) => [...before, value]

/** Options that every command has. */
const OWN: ReadonlySet<string> = new Set([
  'set',
  'data',
  'table',
  'out',
  'csv',
  'file',
  'help',
  'merchant',
])

export function addOperations(program: Command, io: Terminal, args: readonly string[]): void {
  const { resources, operations } = readTable()
  for (const row of operations) {
    const parent = findOrAdd(program, row.resource, resources[row.resource] ?? row.resource)
    if (args.includes(row.resource)) addOperation(parent, row, io)
  }
}

function addOperation(parent: Command, row: OperationRow, io: Terminal): void {
  const ids = ownIds(row)
  const command = parent
    .command([row.verb, ...ids.map((name) => `<${name}>`)].join(' '))
    .description(row.summary)
  for (const field of row.fields) {
    const flag = flagOf(field)
    if (OWN.has(flag)) continue
    const { kind, about = '', values } = field
    const choices = values === undefined || about.includes('`') ? '' : ` (${values.join(', ')})`
    command.option(`--${flag} <${kind}>`, `${field.required ? 'required: ' : ''}${about}${choices}`)
  }
  command
    .option(
      '--set <name=value>',
      'a field, also within others: billing.address.city=Leeds',
      collect,
    )
    .option('--data <json>', 'the fields as a JSON object, or @file.json, or @- for standard input')
  if (row.path_params.includes('merchant_id')) {
    command.option('--merchant <id>', 'another merchant than that of the key')
  }
  if (row.method !== 'GET') {
    command.option('--idempotency-key <key>', 'the same key makes a repeated request safe')
  }
  if (row.takes_profile && !row.fields.some(({ name }) => name === 'profile_id')) {
    command.option('--profile-id <id>', 'the business profile (header X-Profile-Id)')
  }
  if (row.file_field !== undefined) command.option('--file <path>', 'the file to send')
  if (row.csv) command.option('--csv', 'print CSV')
  if (row.answers_bytes) command.option('--out <path>', 'write the bytes to a file')
  else command.option('--table', 'print a table instead of JSON')
  command.addHelpText('after', `\n${row.method} ${row.url}\n${row.about ?? ''}`)
  command.action(async (...args: unknown[]) => {
    const options = args[ids.length] as CallOptions
    const client = await openClient(io, command)
    await call(io, client, row, args.slice(0, ids.length) as string[], options)
  })
}

async function call(
  io: Terminal,
  client: ApiClient,
  row: OperationRow,
  ids: readonly string[],
  options: CallOptions,
): Promise<void> {
  const isOwn = row.path_params.includes('merchant_id') && options.merchant === undefined
  const merchant_id = isOwn ? (await readCurrentKey(client)).merchant_id : options.merchant
  const path = toPath(row, ids, merchant_id)
  const keyed: CallOptions =
    row.method === 'GET'
      ? options
      : { ...options, idempotencyKey: options.idempotencyKey ?? randomUUID() }
  const response =
    row.file_field === undefined
      ? await client.send(row.method, path, toSent(row, keyed))
      : await sendForm(client, row, path, keyed)
  if (!response.ok) throw await refusal(response)
  await show(io, response, options)
}

async function show(io: Terminal, response: Response, options: CallOptions): Promise<void> {
  if (options.out !== undefined) {
    writeFileSync(options.out, Buffer.from(await response.arrayBuffer()))
    return io.warn(`Written to ${options.out}.`)
  }
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  if (!isJson) return io.print(text)
  const answer: unknown = JSON.parse(text)
  io.print(options.table ? toTable(answer) : JSON.stringify(answer, null, 2))
}
