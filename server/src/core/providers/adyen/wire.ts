// Requests to one Adyen account: Checkout v71 and the Disputes API v30. Nothing is retried here.
import { createCircuit, type Line, openLine, type Reply } from '../line.ts'
import type { AccountOptions } from '../provider_type.ts'

const CHECKOUT = '/v71'
const DISPUTES = '/ca/services/DisputeService/v30'
const CONNECTIONS = 64

/** The key of a live account's URL, from the Customer Area: Developers, API URLs. */
export const LIVE_PREFIX = '^[0-9a-f]{8,32}-[A-Za-z0-9]{1,64}$'

export interface Wire {
  /** `about` is an id for the log; no other part of a request is logged. */
  checkout(path: string, about: string, body: string, key?: string): Promise<Reply>
  dispute(path: string, about: string, body: string): Promise<Reply>
  isCircuitOpen(): boolean
  close(): void
}

type WireOptions = Pick<
  AccountOptions,
  'credentials' | 'test_mode' | 'urls' | 'timeout_ms' | 'log' | 'connector_id'
>

export function openWire(options: WireOptions): Wire {
  const { credentials, timeout_ms = 20_000, log, connector_id } = options
  const { checkout, disputes } = baseUrls(options)
  const open = (url: string | undefined) =>
    url === undefined ? undefined : openLine({ url, timeout_ms, connections: CONNECTIONS })
  const lines = { checkout: open(checkout), disputes: open(disputes) }
  const circuit = createCircuit()
  const fixed = {
    'X-API-Key': credentials['api_key'] ?? '',
    'Content-Type': 'application/json',
  }

  async function post(
    line: Line | undefined,
    path: string,
    about: string,
    body: string,
    key?: string,
  ): Promise<Reply> {
    if (line === undefined) return { sent: 'no', cause: NOT_CONFIGURED }
    if (!circuit.admits()) return { sent: 'no', cause: 'circuit' }
    const headers = key === undefined ? fixed : { ...fixed, 'Idempotency-Key': key }
    const reply = await line.ask({ method: 'POST', path, headers, body })
    circuit.report(isAlive(reply) ? 'well' : 'badly')
    if (reply.sent !== 'answered') {
      log.warn({ about, connector_id, ...reply }, 'adyen: no answer; recovery finds the outcome')
    } else if (!isOrdinary(reply.status)) {
      const message = 'adyen: unexpected HTTP status; recovery finds the outcome'
      log.error({ about, connector_id, status: reply.status }, message)
    }
    return reply
  }

  return {
    checkout: (path, about, body, key) => post(lines.checkout, CHECKOUT + path, about, body, key),
    dispute: (path, about, body) => post(lines.disputes, DISPUTES + path, about, body),
    isCircuitOpen: () => circuit.isOpen(),
    close() {
      lines.checkout?.close()
      lines.disputes?.close()
    },
  }
}

/** The account has no URL: nothing was sent. */
export const NOT_CONFIGURED = 'not_configured'

/** A live account without a valid prefix has no URL. */
export function baseUrls({ credentials, test_mode, urls }: WireOptions) {
  const { checkout = ownCheckout(credentials['live_prefix'], test_mode), disputes } = urls
  const own = test_mode ? 'https://ca-test.adyen.com' : 'https://ca-live.adyen.com'
  return { checkout, disputes: disputes ?? own }
}

function ownCheckout(prefix: string | undefined, test_mode: boolean): string | undefined {
  if (test_mode) return 'https://checkout-test.adyen.com'
  if (prefix === undefined || !new RegExp(LIVE_PREFIX).test(prefix)) return undefined
  return `https://${prefix}-checkout-live.adyenpayments.com/checkout`
}

function isAlive(reply: Reply): boolean {
  return reply.sent === 'answered' && reply.status < 500
}

function isOrdinary(status: number): boolean {
  return status === 200 || status === 201 || status === 422
}
