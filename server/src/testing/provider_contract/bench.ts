// Shared by the contract tests: the provider under test, the ids that recovery would know, and how faults are armed.
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { DeclineCode } from '#core/declines.ts'
import { newId } from '#kernel/ids.ts'
import type { OperationKind } from '#core/providers/certainty.ts'
import type { PayoutInstrument } from '#core/providers/payout.ts'
import type {
  Declined,
  ModificationOutcome,
  OperationEvent,
  Outcome,
  Provider,
  ProviderEvent,
  ReportedOutcome,
  Settlement,
} from '#core/providers/provider.ts'
import type {
  AuthorizeRequest,
  CaptureRequest,
  Instrument,
  OperationRef,
  RefundRequest,
  VoidRequest,
} from '#core/providers/request.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'

export interface Subject {
  /** Accounts belong to the merchant `m_contract`. */
  readonly connect: (timeout_ms?: number) => Provider
  readonly approve: Instrument
  readonly declines?: readonly (readonly [Instrument, DeclineCode])[]
  readonly review?: Instrument
  readonly challenge?: Instrument
  readonly pending?: Instrument
  /** Refunds to the first are pending for a moment; those to the second come back after one. */
  readonly slow_refund?: Instrument
  readonly returned_refund?: Instrument
  /** Absent if it pays no recipients. */
  readonly payouts?: Payouts
  /** Its money is disputed a moment after it was taken. */
  readonly disputed?: Instrument
  readonly faults?: Faults
  /** Arms a fault for the next call of this type. Without it, requests name their faults. */
  readonly arm?: (fault: string, call: Call) => Promise<void>
  /** True if an authorization only holds: the money is captured by another operation. */
  readonly captures_separately?: true
  /** False if the rest of a hold is not released by the last capture, but expires. */
  readonly releases_rest?: false
  /** True if a call that moves nothing precedes the authorization. */
  readonly prepares?: true
  /** The address for callbacks, for a provider that does not take the URL from the request. */
  readonly deliverTo?: (url: string) => void
  /** False if disputes cannot be queried, only reported. */
  readonly dispute_query?: false
  /** False if events are not listed, only delivered. */
  readonly event_feed?: false
  /** Finishes a pending operation, for an adapter without `settle`. */
  readonly settle?: (operation_id: string, outcome: Settlement) => Promise<void>
  /** The effects under an operation, by the provider's own books. */
  readonly effects?: (operation_id: string) => Promise<string[]>
  /** Requests and answers that break the provider's published description. */
  readonly violations?: () => readonly string[]
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

/** The fault to request for each failure; a missing one does not exist at this provider. */
export interface Faults {
  readonly lost_before?: string
  readonly lost_after?: string
  readonly error_before?: string
  readonly error_after?: string
  readonly silence?: string
  readonly maintenance?: string
  /** Queries do not find the operation for longer than the tests take. */
  readonly query_lags?: string
  /** Half the requested amount is taken. */
  readonly capture_less?: string
}

/** The call that a fault strikes; `prepare` is the one before an authorization. */
export type Call = Modification | 'prepare' | 'authorize' | 'payout' | 'evidence'

export type Modification = 'capture' | 'void' | 'refund'

type ModificationRequest = VoidRequest & Partial<Pick<CaptureRequest, 'amount' | 'final'>>

/** Shared by one provider's tests. */
export interface Bench {
  readonly subject: Subject
  readonly provider: Provider
  readonly mailbox: Mailbox
  readonly authorize: (
    more?: Partial<AuthorizeRequest>,
    by?: Provider,
  ) => Promise<readonly [operation_id: string, Outcome]>
  /** The common part of a request that modifies an authorization. */
  readonly modify: (parent_id: string) => VoidRequest
  /** Sends a modification with its stored body. */
  readonly send: (
    kind: Modification,
    request: ModificationRequest,
    by?: Provider,
  ) => Promise<ModificationOutcome>
  /** The same; waits for the event if the outcome is reported by one. */
  readonly carryOut: (
    kind: Modification,
    request: ModificationRequest,
  ) => Promise<ModificationOutcome>
  /** The operation as recovery knows it, with the committed transaction ids. */
  readonly ref: (operation_id: string, kind?: OperationKind) => OperationRef
  /** Closes an operation: its transaction id can no longer be committed. */
  readonly close: (operation_id: string) => void
  /** Undefined if the provider has no such fault; otherwise the part of the request that asks for it. */
  readonly arm: (fault: keyof Faults, call: Call) => Promise<{ faults?: string } | undefined>
  /** Waits for an event, in the list and in the mailbox, for a few seconds at most. */
  readonly event: <T extends ProviderEvent>(
    isIt: (event: ProviderEvent) => event is T,
  ) => Promise<T>
  readonly settle: (operation_id: string, outcome: Settlement) => Promise<unknown>
}

export type Given = () => Bench

export async function setUp(subject: Subject): Promise<Bench> {
  const provider = subject.connect()
  const mailbox = await openMailbox()
  subject.deliverTo?.(mailbox.url)
  const ids = idBook()
  const event: Bench['event'] = (isIt) => foundEvent(subject, provider, mailbox, isIt)
  const send: Bench['send'] = async (kind, given, by = provider) => {
    const request = given as CaptureRequest & RefundRequest
    const body = provider.compose?.(kind, request)
    const outcome = await by[kind](body === undefined ? request : { ...request, body })
    ids.note(request.operation_id, outcome)
    return outcome
  }
  const carryOut: Bench['carryOut'] = async (kind, request) => {
    const outcome = await send(kind, request)
    if (outcome.result !== 'pending') return outcome
    return (await event(eventOf(request.operation_id))).outcome as ModificationOutcome
  }
  const modify: Bench['modify'] = (parent_id) => {
    const request = modification(parent_id)
    const { transaction_id } = ids.of(parent_id)
    ids.adopt(request.operation_id, transaction_id)
    return { ...request, callback_url: mailbox.url, parent_transaction_id: transaction_id }
  }
  return {
    subject,
    provider,
    mailbox,
    async authorize(more = {}, by = provider) {
      const request = { ...asked(subject.approve), callback_url: mailbox.url, ...more }
      const { operation_id } = request
      const acknowledge = async (id: string) => ids.acknowledge(operation_id, id)
      const outcome = await by.authorize({ ...request, acknowledge })
      ids.note(operation_id, outcome)
      const isHeld = outcome.result === 'approved' && request.capture
      if (isHeld && subject.captures_separately) {
        const captured = { ...modify(operation_id), amount: outcome.amount, final: true }
        assert.equal((await carryOut('capture', captured)).result, 'approved')
      }
      return [operation_id, outcome]
    },
    modify,
    send,
    carryOut,
    ref: (operation_id, kind) => ({ ...ref(operation_id, kind), ...ids.of(operation_id) }),
    close: ids.close,
    async arm(fault, call) {
      const name = subject.faults?.[fault]
      if (name === undefined) return undefined
      if (subject.arm === undefined) return { faults: name }
      await subject.arm(name, call)
      return {}
    },
    event,
    settle: async (operation_id, outcome) =>
      (await subject.settle?.(operation_id, outcome)) ?? provider.settle?.(operation_id, outcome),
  }
}

/** The committed transaction ids, as the operations table has them. */
function idBook() {
  const known = new Map<string, Pick<OperationRef, 'transaction_id' | 'parent_transaction_id'>>()
  const closed = new Set<string>()
  const none = { transaction_id: null, parent_transaction_id: null }
  const of = (operation_id: string) => known.get(operation_id) ?? none
  const set = (operation_id: string, transaction_id: string) =>
    known.set(operation_id, { ...of(operation_id), transaction_id })
  return {
    of,
    acknowledge(operation_id: string, transaction_id: string) {
      if (closed.has(operation_id)) throw new Error(`${operation_id} has been closed`)
      set(operation_id, transaction_id)
    },
    note(operation_id: string, outcome: Outcome) {
      const id = 'transaction_id' in outcome ? outcome.transaction_id : null
      if (id !== null) set(operation_id, id)
    },
    adopt: (operation_id: string, parent_transaction_id: string | null) =>
      void known.set(operation_id, { transaction_id: null, parent_transaction_id }),
    close: (operation_id: string) => void closed.add(operation_id),
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
    merchant_id: 'm_contract',
    reference: 'pay_contract',
    return_url: 'https://shop.example/back',
  }
}

export function ref(operation_id: string, kind: OperationKind = 'authorize'): OperationRef {
  const none = { transaction_id: null, parent_transaction_id: null }
  return { operation_id, kind, amount: 1_000, currency: 'EUR', ...none }
}

/** Only silence needs a short timeout; under other faults it would depend on the machine's speed. */
export function connectFor({ connect }: Subject, fault: keyof Faults): Provider {
  return fault === 'silence' ? connect(700) : connect()
}

/** Says by name what a provider does not do. */
export function needs<T>(t: TestContext, what: T | undefined): T | undefined {
  if (what === undefined) t.skip('this provider does not do that')
  return what
}

function modification(parent_id: string) {
  const fixed = { currency: 'EUR', merchant_id: 'm_contract', reference: 'pay_contract' }
  return { operation_id: newId('op'), parent_id, ...fixed }
}

async function foundEvent<T extends ProviderEvent>(
  { event_feed }: Subject,
  provider: Provider,
  mailbox: Mailbox,
  isIt: (event: ProviderEvent) => event is T,
): Promise<T> {
  for (let turn = 0; turn < 100; turn++) {
    const events = event_feed === false ? mailbox.eventsFor(provider) : await allEvents(provider)
    const found = events.find(isIt)
    if (found !== undefined) return found
    await new Promise((done) => setTimeout(done, 50))
  }
  return assert.fail('the provider did not report it')
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

/** Matches events about this operation with this result; without one: with a final result. */
export function eventOf(operation_id: string, result?: ReportedOutcome['result']) {
  return (event: ProviderEvent): event is OperationEvent =>
    event.type === 'operation' &&
    event.operation_id === operation_id &&
    (result === undefined ? isFinal(event.outcome) : event.outcome.result === result)
}

function isFinal({ result }: ReportedOutcome): boolean {
  return result !== 'pending' && result !== 'challenge'
}
