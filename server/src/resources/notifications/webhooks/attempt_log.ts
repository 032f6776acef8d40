// The attempt log, for merchants who debug a receiver. post.ts has bounded its size; here credentials and card
// numbers are masked.
import type { AttemptRow } from './deliveries_store.ts'
import type { Posting, PostResult } from '#core/outbound/post.ts'

const MASK = '****'
const SECRET_NAME = /auth|cookie|credential|key|pass|secret|session|token/i
/** An HTTP authentication scheme, or one long word with letters and digits. */
const SECRET_VALUE = /^(basic|bearer|digest|negotiate)\s|^(?=\S*\d)(?=\S*[a-z])\S{20,}$/i
const OURS = /^(x-webhook|webhook|content)-|^user-agent$/i

/** Digits that look like a card number are never stored, even if the receiver sent them. */
const CARD_NUMBER = /\d(?:[ -]?\d){12,18}/g

export function attemptLog(
  { url, headers }: Posting,
  result: PostResult,
): Pick<
  AttemptRow,
  | 'url'
  | 'request_headers'
  | 'response_status'
  | 'response_headers'
  | 'response_body'
  | 'error'
  | 'error_message'
  | 'duration_ms'
> {
  const sent = { url, request_headers: maskRequest(headers), duration_ms: result.duration_ms }
  if ('error' in result) {
    const { error, message: error_message } = result
    const nothing = { response_status: null, response_headers: null, response_body: null }
    return { ...sent, ...nothing, error, error_message }
  }
  return {
    ...sent,
    response_status: result.status,
    response_headers: maskResponse(result.headers),
    response_body: maskText(result.body),
    error: null,
    error_message: null,
  }
}

export function maskText(text: string): string {
  return text.replaceAll(CARD_NUMBER, MASK)
}

type Headers = Readonly<Record<string, string>>

/** Any merchant header may hold a credential, whatever its name; Florin's headers do not. */
function maskRequest(headers: Headers): Headers {
  return mapped(headers, (name, value) =>
    OURS.test(name) || !(SECRET_NAME.test(name) || SECRET_VALUE.test(value)) ? value : MASK,
  )
}

function maskResponse(headers: Headers): Headers {
  return mapped(headers, (name, value) =>
    SECRET_NAME.test(name) ? MASK : value.replaceAll(CARD_NUMBER, MASK),
  )
}

function mapped(headers: Headers, map: (name: string, value: string) => string): Headers {
  const result: Record<string, string> = {}
  for (const name in headers) result[name] = map(name, headers[name] ?? '')
  return result
}
