// Requests to the API, with one key. A network error and a refusal become a failure that says what to do.
import { CliFailure, EXIT, type ExitCode } from './failure.ts'

export interface Access {
  readonly api_key: string
  readonly base_url: string
}

export interface Sent {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Instead of a body. */
  readonly form?: FormData
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export type Json = Readonly<Record<string, unknown>>

export class ApiClient {
  readonly access: Access

  constructor(access: Access) {
    this.access = access
  }

  /** The response as it is, even if it is a refusal. Fails if the server cannot be reached. */
  async send(method: string, path: string, sent: Sent = {}): Promise<Response> {
    const { api_key, base_url } = this.access
    const url = new URL(base_url.replace(/\/$/, '') + path)
    for (const [name, value] of Object.entries(sent.query ?? {})) url.searchParams.set(name, value)
    const headers: Record<string, string> = { 'api-key': api_key, 'User-Agent': USER_AGENT }
    if (sent.body !== undefined) headers['Content-Type'] = 'application/json'
    return fetch(url, {
      method,
      headers: { ...headers, ...sent.headers },
      redirect: 'manual',
      ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
      ...(sent.form === undefined ? {} : { body: sent.form }),
      ...(sent.signal === undefined ? {} : { signal: sent.signal }),
    }).catch((error: unknown) => {
      if (sent.signal?.aborted) throw error
      throw unreachable(base_url, error)
    })
  }

  /** The answer's JSON, or a failure. */
  async call(method: string, path: string, sent: Sent = {}): Promise<Json> {
    const response = await this.send(method, path, sent)
    if (!response.ok) throw await refusal(response)
    return (await response.json()) as Json
  }
}

export const VERSION = '0.1.0'
export const USER_AGENT = `florin-cli/${VERSION}`

function unreachable(base_url: string, error: unknown): CliFailure {
  const { cause } = error as { cause?: { code?: string; message?: string } }
  const why = cause?.code ?? cause?.message ?? String(error)
  return new CliFailure(
    `The server at ${base_url} cannot be reached (${why}).`,
    'Check FLORIN_BASE_URL or the profile (`florin login`), and that the server runs.',
    EXIT.unavailable,
  )
}

interface ErrorBody {
  readonly error?: {
    readonly code?: string
    readonly message?: string
    readonly doc_url?: string
    readonly request_id?: string
    readonly errors?: readonly { readonly message: string }[]
  }
}

/** What the server says about a request that it refused. */
export async function refusal(response: Response): Promise<CliFailure> {
  const body = (await response.json().catch(() => ({}))) as ErrorBody
  const { code, message, request_id, errors = [] } = body.error ?? {}
  const { status } = response
  const says = errors.length > 1 ? errors.map((each) => `\n  - ${each.message}`).join('') : message
  const name = code === undefined ? `HTTP ${status}` : `${code}, HTTP ${status}`
  const request = request_id === undefined ? '' : ` Request: ${request_id}.`
  return new CliFailure(
    `The server refused the request (${name}): ${says ?? response.statusText}`,
    `${advice(status)}${request}`,
    exitFor(status, code),
  )
}

function exitFor(status: number, code: string | undefined): ExitCode {
  // A proxy answers for a server that is away, whatever the status.
  if (code === undefined || status >= 500 || status === 429 || status === 408) {
    return EXIT.unavailable
  }
  return status === 401 || status === 403 ? EXIT.refused : EXIT.failed
}

function advice(status: number): string {
  if (status === 401) return 'Check FLORIN_API_KEY, or sign in again with `florin login`.'
  if (status === 403) return 'Use a key with the scope that the message names.'
  if (status === 404) return 'Check the id, and that the key belongs to the same merchant.'
  if (status === 429) return 'Wait a minute, then try again.'
  if (status >= 500) return 'Try again; a repeated request with the same Idempotency-Key is safe.'
  return 'Correct the request, then try again; `--help` lists the fields.'
}
