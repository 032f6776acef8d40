// What is kept of an attempt, for the merchant who looks for a fault. The poster has bounded it; here what
// could be misused by who reads the log is masked.
import type { Posting, PostResult } from './post.ts'
import type { AttemptRow } from './store.ts'

const MASK = '****'
const SECRET_NAME = /auth|cookie|credential|key|pass|secret|session|token/i
/** A scheme of HTTP authentication, or one long word of letters and digits. */
const SECRET_VALUE = /^(basic|bearer|digest|negotiate)\s|^(?=\S*\d)(?=\S*[a-z])\S{20,}$/i
const OURS = /^(x-webhook|webhook|content)-|^user-agent$/i

/** What has the shape of a card number is never kept, whoever sent it. */
const CARD_NUMBER = /\d(?:[ -]?\d){12,18}/g

export function loggedAttempt(
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
    response_body: result.body.replaceAll(CARD_NUMBER, MASK),
    error: null,
    error_message: null,
  }
}

type Headers = Readonly<Record<string, string>>

/** The merchant's own headers can be credentials whatever their name; our own never are. */
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
