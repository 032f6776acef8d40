// The tools: one for each route that is not left out. Which of them a caller sees follows from the key's scopes, the
// changes that the connection allows by name, and the same rule for keys that are bound to profiles.
import { hasScope } from '../authenticate.ts'
import { isForProfiles } from '../admit.ts'
import { operationName } from '../operation_names.ts'
import type { Route } from '../route.ts'
import { argumentSchema, type JsonSchema } from './arguments.ts'
import { type Call } from './call.ts'
import { reasonLeftOut } from './left_out.ts'

export interface Tool {
  /** Such as `payments.create`. */
  readonly operation: string
  /** As models call it: `payments_create`. */
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: JsonSchema
  readonly is_change: boolean
  /** Null for a tool that calls several routes. */
  readonly row: Route | null
  /** The scope without which there is nothing to answer; null: any key. */
  readonly scope: string | null
  run(call: Call, sent: Readonly<Record<string, unknown>>): Promise<unknown>
}

/** The rights behind one request. */
export interface Grant {
  readonly scopes: readonly string[]
  readonly profile_ids: readonly string[]
  /** The operations that may change something. */
  readonly allow: ReadonlySet<string>
}

export function routeTools(routes: readonly Route[]): Tool[] {
  return routes.filter((row) => reasonLeftOut(row) === undefined).map(routeTool)
}

/** Models' programs accept letters, digits, `_` and `-`. */
function toolName(operation: string): string {
  return operation.replaceAll('.', '_')
}

function routeTool(row: Route): Tool {
  const operation = operationName(row)
  const is_change = isChange(row)
  return {
    operation,
    name: toolName(operation),
    title: row.summary,
    description: [`${row.summary}.`, row.about].filter(Boolean).join(' '),
    arguments: argumentSchema(row, is_change),
    is_change,
    row,
    scope: row.access === 'any_key' ? null : row.access,
    run: (call, sent) => call.route(row, sent, is_change),
  }
}

/** A POST that only reads needs no more than the scope to read. */
function isChange({ method, access }: Route): boolean {
  return method !== 'GET' && !access.endsWith(':read')
}

export function isGranted(tool: Tool, grant: Grant): boolean {
  const { row, scope, operation, is_change } = tool
  if (scope !== null && !hasScope(grant.scopes, scope)) return false
  if (row && grant.profile_ids.length > 0 && !isForProfiles(row)) return false
  return !is_change || grant.allow.has(operation)
}
