// Sends one call: all its attempts under one Idempotency-Key, each with its own timeout.
import { ApiError, ConnectionError, FlorinError, TimeoutError, toError } from './errors.ts'
import type { CallOptions, FlorinOptions, RequestEvent, ResponseEvent } from './options.ts'
import { isTransient, waitMs } from './retry.ts'
import { VERSION } from './version.ts'

/** JSON by default. `bytes` is the response itself, for its `body` to be streamed. */
export type Accept = 'json' | 'csv' | 'bytes'

export interface Call {
  readonly route: string
  readonly params: readonly string[]
  readonly sent: object | undefined
  readonly accept?: Accept | undefined
}

interface Prepared {
  readonly route: string
  readonly method: string
  readonly url: string
  readonly body: string | FormData | undefined
  readonly accept: Accept
  readonly idempotencyKey: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

const TIMEOUT_MS = 60_000
const MAX_RETRIES = 3

const accepts: Readonly<Record<Accept, string>> = {
  json: 'application/json',
  csv: 'text/csv',
  bytes: '*/*',
}

export class Transport {
  readonly #options: FlorinOptions
  readonly #apiKey: string
  readonly #baseUrl: string

  constructor(options: FlorinOptions) {
    const apiKey = options.apiKey ?? readEnv('FLORIN_API_KEY')
    const baseUrl = options.baseUrl ?? readEnv('FLORIN_BASE_URL')
    if (!apiKey) throw new FlorinError('Set `apiKey`, or the variable FLORIN_API_KEY.')
    // Checked here, because the error of `fetch` would contain the key.
    if (!/^[\x21-\x7e]+$/.test(apiKey)) {
      throw new FlorinError(
        '`apiKey` contains a space, a line break or another character that no key has.',
      )
    }
    if (!baseUrl || !/^https?:\/\//.test(baseUrl)) {
      throw new FlorinError(
        'Set `baseUrl`, or the variable FLORIN_BASE_URL, to the address of your Florin, such as https://pay.example.com.',
      )
    }
    this.#options = options
    this.#apiKey = apiKey
    this.#baseUrl = baseUrl.replace(/\/+$/, '')
  }

  async send<T>(call: Call, options: CallOptions = {}): Promise<T> {
    const prepared = this.#prepare(call, options)
    const most = options.maxRetries ?? this.#options.maxRetries ?? MAX_RETRIES
    for (let retries = 0; ; retries++) {
      try {
        return (await this.#attempt(prepared, retries + 1)) as T
      } catch (error) {
        if (error instanceof FlorinError) error.idempotencyKey = prepared.idempotencyKey
        if (options.signal?.aborted || retries >= most || !isTransient(error)) throw error
        const wait = waitMs(error, retries)
        if (wait === undefined) throw error
        await sleep(wait, options.signal)
      }
    }
  }

  #prepare({ route, params, sent, accept = 'json' }: Call, options: CallOptions): Prepared {
    const [method = '', path = ''] = route.split(' ')
    const isRead = method === 'GET'
    const { apiVersion = this.#options.apiVersion, profileId = this.#options.profileId } = options
    const idempotencyKey = isRead ? undefined : (options.idempotencyKey ?? crypto.randomUUID())
    const body = isRead ? undefined : toBody(sent)
    const headers = {
      accept: accepts[accept],
      ...clientHeader(),
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...(apiVersion === undefined ? {} : { 'x-api-version': apiVersion }),
      ...(profileId === undefined ? {} : { 'x-profile-id': profileId }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...options.headers,
    }
    return {
      route,
      method,
      url: `${this.#baseUrl}${fillPath(path, params)}${isRead ? toQuery(sent) : ''}`,
      body,
      accept,
      idempotencyKey,
      headers,
      timeoutMs: options.timeoutMs ?? this.#options.timeoutMs ?? TIMEOUT_MS,
      signal: options.signal,
    }
  }

  async #attempt(prepared: Prepared, attempt: number): Promise<unknown> {
    const { route, method, url, idempotencyKey } = prepared
    const headers = new Headers(prepared.headers)
    const event: RequestEvent = { route, method, url, attempt, idempotencyKey, headers }
    await this.#options.onRequest?.(event)
    const started = performance.now()
    let response: Response | undefined
    let failure: unknown
    try {
      const received = await this.#fetch(prepared, headers)
      response = received.response
      if (response.ok) return received.content
      throw toError({
        status: response.status,
        headers: response.headers,
        body: parseJson(received.content),
        attempts: attempt,
      })
    } catch (error) {
      failure = error instanceof ApiError ? undefined : error
      throw error
    } finally {
      await this.#report({
        ...event,
        status: response?.status,
        requestId: response?.headers.get('x-request-id') ?? undefined,
        durationMs: performance.now() - started,
        error: failure,
      })
    }
  }

  /** A hook that throws must not hide an answer: the payment may have been charged. */
  async #report(response: ResponseEvent): Promise<void> {
    try {
      await this.#options.onResponse?.(response)
    } catch {
      // The hook's own problem.
    }
  }

  async #fetch({ method, url, body, accept, timeoutMs, signal }: Prepared, headers: Headers) {
    const { fetch = globalThis.fetch } = this.#options
    const all = new Headers(headers)
    all.set('api-key', this.#apiKey)
    const controller = new AbortController()
    const abort = () => controller.abort(signal?.reason)
    if (signal?.aborted) throw signal.reason
    signal?.addEventListener('abort', abort, { once: true })
    const timer = setTimeout(() => controller.abort(), timeoutMs)
    try {
      // A redirect would carry the key to wherever it leads.
      const response = await fetch(url, {
        method,
        headers: all,
        redirect: 'manual',
        signal: controller.signal,
        ...(body === undefined ? {} : { body }),
      })
      if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
        const where = `${method} ${new URL(url).origin}`
        throw new FlorinError(
          `${where} answered with a redirect; set \`baseUrl\` to the final address.`,
        )
      }
      return { response, content: await readContent(response, accept) }
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (error instanceof FlorinError) throw error
      const where = `${method} ${new URL(url).origin}`
      if (controller.signal.aborted) {
        throw new TimeoutError(`${where} did not answer within ${timeoutMs} ms.`, { cause: error })
      }
      throw new ConnectionError(`${where} could not be reached: ${reason(error)}.`, {
        cause: error,
      })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }
}

async function readContent(response: Response, accept: Accept): Promise<unknown> {
  if (response.ok && accept === 'bytes') return response
  const text = await response.text()
  if (!response.ok || accept === 'csv') return text
  const parsed = parseJson(text)
  if (parsed !== undefined) return parsed
  throw new ConnectionError(`The answer with status ${response.status} is not JSON.`)
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

/** An empty id, or dots that a URL resolves, would call another route. */
function fillPath(path: string, params: readonly string[]): string {
  const values = params.values()
  return path.replaceAll(/:([a-z_]+)/g, (_, name: string) => {
    const value: unknown = values.next().value
    if (typeof value !== 'string' || value === '' || value === '.' || value === '..') {
      throw new FlorinError(`\`${name}\` must be an id, not ${JSON.stringify(value)}.`)
    }
    return encodeURIComponent(value)
  })
}

function toQuery(sent: object = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(sent as Record<string, unknown>)) {
    if (value !== undefined && value !== null) query.set(name, toText(value))
  }
  const text = query.toString()
  return text === '' ? '' : `?${text}`
}

function toText(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(toText).join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A body with a file is a form. */
function toBody(sent: object | undefined): string | FormData | undefined {
  if (sent === undefined) return undefined
  const entries = Object.entries(sent as Record<string, unknown>)
  if (!entries.some(([, value]) => value instanceof Blob)) return JSON.stringify(sent)
  const form = new FormData()
  // The fields come first: the server knows them before the file arrives.
  for (const [name, value] of entries.toSorted(
    ([, a], [, b]) => Number(a instanceof Blob) - Number(b instanceof Blob),
  )) {
    if (value !== undefined) form.append(name, value instanceof Blob ? value : toText(value))
  }
  return form
}

/** A page in a browser cannot set User-Agent. */
function clientHeader(): Record<string, string> {
  const name = 'document' in globalThis ? 'x-florin-client' : 'user-agent'
  return { [name]: `florin-node/${VERSION}` }
}

function readEnv(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  return process?.env?.[name]
}

function reason(error: unknown): string {
  const { cause, message } = error as {
    cause?: { code?: string; message?: string }
    message?: string
  }
  return cause?.code ?? cause?.message ?? message ?? String(error)
}

function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
