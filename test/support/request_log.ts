// Reads the request log in tests.
import assert from 'node:assert/strict'
import type { Client } from '#testing/client.ts'
import { eventually } from '#testing/eventually.ts'

/** The log is written behind the answers. */
export function untilLogged(client: Client, query: string, count = 1): Promise<LoggedRequest[]> {
  return eventually(`${count} requests are logged: ${query}`, async () => {
    const { status, body, text } = await client.get(`/requests?${query}`)
    assert.equal(status, 200, text)
    return body.data.length >= count ? (body.data as LoggedRequest[]) : undefined
  })
}

/** One request with its bodies. */
export async function readLogged(client: Client, query: string): Promise<LoggedRequest> {
  const [entry] = await untilLogged(client, query)
  const { status, body, text } = await client.get(`/requests/${entry?.request_id}`)
  assert.equal(status, 200, text)
  return body as LoggedRequest
}

export interface LoggedRequest {
  readonly request_id: string
  readonly path: string
  readonly route: string
  readonly status: number
  readonly error_code: string | null
  readonly key_id: string | null
  readonly user_id: string | null
  readonly profile_ids: readonly string[]
  readonly object_ids: readonly string[]
  readonly request_body: string | null
  readonly response_body: string | null
  readonly [field: string]: unknown
}
