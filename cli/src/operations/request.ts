// From a command line to a request: ids to the URL, options to the body or the query.
import { readFileSync } from 'node:fs'
import type { ApiClient, Sent } from '../client.ts'
import { CliFailure, EXIT } from '../failure.ts'
import { withValue } from '../fixtures/references.ts'
import type { Field, OperationRow } from './table.ts'

export interface CallOptions {
  readonly set?: readonly string[]
  readonly data?: string
  readonly merchant?: string
  readonly profileId?: string
  readonly idempotencyKey?: string
  readonly table?: boolean
  readonly out?: string
  readonly csv?: boolean
  readonly file?: string
  readonly [name: string]: unknown
}

/** The ids that a command takes, in the order of the URL. The merchant's own is known from the key. */
export function ownIds({ path_params }: OperationRow): string[] {
  return path_params.filter((name) => name !== 'merchant_id')
}

export function toPath(
  row: OperationRow,
  ids: readonly string[],
  merchant_id: string | undefined,
): string {
  const left = [...ids]
  return row.url.replaceAll(/:([a-z_]+)/g, (_, name: string) =>
    encodeURIComponent((name === 'merchant_id' ? merchant_id : left.shift()) ?? ''),
  )
}

export function flagOf({ name }: Field): string {
  return name.replaceAll('_', '-')
}

/** As commander names the value of an option. */
function keyOf(field: Field): string {
  return flagOf(field).replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** `--data`, then `--set`, then the options of the fields: the later one wins. */
function readFields(row: OperationRow, options: CallOptions): Record<string, unknown> {
  let fields: Record<string, unknown> = options.data === undefined ? {} : readObject(options.data)
  for (const setting of options.set ?? []) {
    const at = setting.indexOf('=')
    if (at < 1) throw new CliFailure(`--set ${setting} has no value.`, 'Write --set name=value.', 2)
    const value = parseValue(setting.slice(at + 1))
    fields = { ...withValue(fields, setting.slice(0, at), value) }
  }
  for (const field of row.fields) {
    const text = options[keyOf(field)]
    if (typeof text === 'string') fields[field.name] = row.has_body ? readValue(field, text) : text
  }
  return fields
}

/** Text stays text: an order number such as 007 loses no zeros. */
function readValue(field: Field, text: string): unknown {
  if (field.kind === 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    throw new CliFailure(
      `--${flagOf(field)} ${text} is not JSON, and \`${field.name}\` takes ${field.kind}.`,
      field.kind === 'object' || field.kind === 'array'
        ? `Write JSON, or set its parts: --set ${field.name}.part=value.`
        : 'Write a number, true or false.',
      EXIT.usage,
    )
  }
}

function parseValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function readObject(sent: string): Record<string, unknown> {
  const value = readJson(sent)
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    return value as Record<string, unknown>
  }
  throw new CliFailure('--data is no JSON object.', 'Write an object, such as {"amount":1200}.', 2)
}

function readJson(sent: string): unknown {
  const text = sent.startsWith('@') ? readText(sent.slice(1)) : sent
  try {
    return JSON.parse(text)
  } catch (error) {
    const message = `--data is not JSON: ${(error as Error).message}.`
    throw new CliFailure(message, 'Write JSON, or @file.json, or @- for standard input.', 2)
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CliFailure(`${path} cannot be read (${code}).`, 'Check the path.', EXIT.usage)
  }
}

export function toSent(row: OperationRow, options: CallOptions): Sent {
  // A body without named fields is an array.
  const isArray = row.has_body && row.fields.length === 0 && options.data?.startsWith('{') === false
  const fields = isArray ? {} : readFields(row, options)
  const headers = {
    ...(options.idempotencyKey === undefined ? {} : { 'Idempotency-Key': options.idempotencyKey }),
    ...(options.profileId === undefined ? {} : { 'X-Profile-Id': options.profileId }),
    ...(options.csv === true ? { Accept: 'text/csv' } : {}),
  }
  if (isArray) return { headers, body: readJson(options.data ?? '[]') }
  if (row.has_body) return { headers, body: fields }
  const query = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return { headers, query: Object.fromEntries(query) as Record<string, string> }
}

/** A form with a file, as the one route takes that has uploads. */
export function sendForm(
  client: ApiClient,
  row: OperationRow,
  path: string,
  options: CallOptions,
): Promise<Response> {
  const { file } = options
  if (file === undefined) {
    throw new CliFailure('No file was given.', 'Name it with --file.', EXIT.usage)
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(readFields(row, options)))
    form.set(name, String(value))
  const type = TYPES[file.slice(file.lastIndexOf('.') + 1).toLowerCase()] ?? ''
  const name = file.slice(file.lastIndexOf('/') + 1)
  form.set(row.file_field ?? 'file', new Blob([readFileSync(file)], { type }), name)
  return client.send(row.method, path, { form, ...headersOf(options) })
}

function headersOf(options: CallOptions): Pick<Sent, 'headers'> {
  const { idempotencyKey } = options
  return idempotencyKey === undefined ? {} : { headers: { 'Idempotency-Key': idempotencyKey } }
}

const TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
}
