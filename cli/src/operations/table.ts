// The operations, as generate.ts reads them from the routes.
import { readFileSync } from 'node:fs'

export interface Field {
  readonly name: string
  /** A type of JSON Schema. */
  readonly kind: string
  readonly required: boolean
  readonly about?: string
  readonly values?: readonly string[]
}

export interface OperationRow {
  readonly resource: string
  readonly verb: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly path_params: readonly string[]
  /** Of the body, or of the query. */
  readonly fields: readonly Field[]
  readonly has_body: boolean
  readonly summary: string
  readonly about?: string
  readonly answers_bytes?: boolean
  /** The field of a form that takes a file. */
  readonly file_field?: string
  readonly takes_profile?: boolean
  readonly csv?: boolean
  /** Only the operator's key is accepted. */
  readonly needs_operator?: boolean
}

export interface Table {
  readonly resources: Readonly<Record<string, string>>
  readonly operations: readonly OperationRow[]
}

let table: Table | undefined

/** Read when it is needed first: `listen` does without. */
export function readTable(): Table {
  table ??= JSON.parse(readFileSync(new URL('table.json', import.meta.url), 'utf8')) as Table
  return table
}
