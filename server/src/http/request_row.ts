// A row in the request log.
import { table } from '#kernel/change.ts'

export interface RequestRow {
  merchant_id: string
  request_id: string
  /** The `X-Request-Id` that the caller sent: not unique. */
  sent_request_id: string | null
  created: Date
  method: string
  route: string
  path: string
  status: number
  error_code: string | null
  duration_ms: number
  key_id: string | null
  user_id: string | null
  address: string | null
  user_agent: string | null
  profile_ids: readonly string[]
  object_ids: readonly string[]
  request_body: string | null
  response_body: string | null
}

export const requests = table<RequestRow>('requests', 'merchant_id', 'request_id')
