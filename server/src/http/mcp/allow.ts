// The changes that a connection allows, by name: a header, or a query for programs that can only be given a URL.
import type { FastifyRequest } from 'fastify'
import { Failure } from '#errors.ts'
import type { Tool } from './tools.ts'

const ALLOW_HEADER = 'florin-allow'
const ALLOW_QUERY = 'allow'
const MAX_LENGTH = 4_000

export function readAllowed(
  { headers, query }: Pick<FastifyRequest, 'headers' | 'query'>,
  tools: readonly Tool[],
): ReadonlySet<string> {
  const inQuery = (query as Readonly<Record<string, unknown>>)[ALLOW_QUERY]
  const sent = headers[ALLOW_HEADER] ?? inQuery ?? ''
  if (typeof sent !== 'string' || sent.length > MAX_LENGTH) throw unknown('')
  const names = sent.split(',').flatMap((name) => name.trim() || [])
  const changes = new Set(tools.filter((tool) => tool.is_change).map((tool) => tool.operation))
  const other = names.find((name) => !changes.has(name))
  if (other !== undefined) throw unknown(other)
  return new Set(names)
}

/** A misspelled name must not look like a change that was allowed. */
function unknown(name: string): Failure {
  const which = name === '' ? '' : `: ${name.slice(0, 64)}`
  const message = `Unknown change${which}. Name changes such as refunds.create, separated by commas.`
  return new Failure('IR_04', message, { field: 'Florin-Allow' })
}
