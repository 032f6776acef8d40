// Shared by the contract tests: the provider under test, and how to reach it.
import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { DeclineCode } from '#core/declines.ts'
import { newId } from '#kernel/ids.ts'
import type { PayoutInstrument } from '#core/providers/payout.ts'
import type {
  AuthorizeRequest,
  Declined,
  Instrument,
  ProviderEvent,
  OperationEvent,
  Outcome,
  Provider,
} from '#core/providers/provider.ts'

export interface Subject {
  readonly connect: (timeout_ms?: number) => Provider
  readonly approve: Instrument
  readonly declines?: readonly (readonly [Instrument, DeclineCode])[]
  readonly review?: Instrument
  readonly challenge?: Instrument
  readonly pending?: Instrument
  /** Refunds to the first are pending for a moment; those to the second come back after one. */
  readonly slow_refund?: Instrument
  readonly returned_refund?: Instrument
  readonly payouts: Payouts
  /** Its money is disputed a moment after it was taken. */
  readonly disputed?: Instrument
  readonly faults?: Faults
  /** The effects under an operation, by the provider's own books. */
  readonly effects?: (operation_id: string) => Promise<string[]>
  /** Ends the provider as if its machine had lost power, and starts it again at the same address. */
  readonly restart?: () => Promise<void>
  /** Ends the provider as if its machine had lost power. */
  readonly kill?: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** Which recipient leads where. */
interface Payouts {
  readonly approve: PayoutInstrument
  readonly declines?: readonly (readonly [PayoutInstrument, DeclineCode, Declined['reason']])[]
  readonly pending?: PayoutInstrument
  readonly returned?: PayoutInstrument
}

/** The fault to request for each failure. */
interface Faults {
  readonly lost_before: string
  readonly lost_after: string
  readonly error_before: string
  readonly error_after: string
  readonly silence: string
  readonly maintenance: string
  /** Queries do not find the operation for longer than the tests take. */
  readonly query_lags: string
  /** Half the requested amount is taken. */
  readonly capture_less: string
}

/** Shared by one provider's tests. */
export interface Bench {
  readonly subject: Subject
  readonly provider: Provider
  readonly authorize: (
    more?: Partial<AuthorizeRequest>,
  ) => Promise<readonly [operation_id: string, Outcome]>
}

export type Given = () => Bench

export function setUp(subject: Subject): Bench {
  const provider = subject.connect()
  return {
    subject,
    provider,
    async authorize(more = {}) {
      const request = { ...asked(subject.approve), ...more }
      return [request.operation_id, await provider.authorize(request)]
    },
  }
}

export function asked(instrument: Instrument): AuthorizeRequest {
  return {
    operation_id: newId('op'),
    amount: 1_000,
    currency: 'EUR',
    capture: false,
    instrument,
    authentication: null,
    customer_present: true,
    reference: 'pay_contract',
  }
}

/** Says by name what a provider does not do. */
export function needs<T>(t: TestContext, what: T | undefined): T | undefined {
  if (what === undefined) t.skip('this provider does not do that')
  return what
}

export function modify(parent_id: string) {
  return { operation_id: newId('op'), parent_id, currency: 'EUR', reference: 'pay_contract' }
}

interface Letter {
  readonly body: Buffer
  readonly headers: IncomingHttpHeaders
}

export async function openMailbox() {
  const { promise: first, resolve } = Promise.withResolvers<Letter>()
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      response.end()
      resolve({ body: Buffer.concat(pieces), headers: request.headers })
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const close = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return { url, first, [Symbol.asyncDispose]: close }
}

/** Reads the events from the start until there is what is looked for, for a few seconds at most. */
export async function foundInEvents<T extends ProviderEvent>(
  provider: Provider,
  isIt: (event: ProviderEvent) => event is T,
): Promise<T> {
  for (let turn = 0; turn < 100; turn++) {
    const found = (await allEvents(provider)).find(isIt)
    if (found !== undefined) return found
    await new Promise((done) => setTimeout(done, 50))
  }
  return assert.fail('the provider did not tell')
}

async function allEvents(provider: Provider): Promise<ProviderEvent[]> {
  const all: ProviderEvent[] = []
  for (let cursor: string | null = null; ; ) {
    const page = await provider.listEvents(cursor)
    assert.ok(page.result === 'events')
    all.push(...page.events)
    if (!page.has_more) return all
    cursor = page.cursor
  }
}

/** Matches events about this operation. */
export function eventOf(operation_id: string) {
  return (event: ProviderEvent): event is OperationEvent =>
    event.type === 'operation' && event.operation_id === operation_id
}
