// A small, complete provider type to copy: docs/guides/add-a-provider.md leads from here to an acquirer of your own. It
// is not listed in types.ts, so no merchant can connect it; the contract test runs on it.
import { DAY_MS } from '#kernel/clock.ts'
import { methodTypeNames } from '#core/method_types.ts'
import { certaintyTable } from '../certainty.ts'
import { toProviderAmount } from '../minor_units.ts'
import type { CredentialCheck, NotSent, Provider, QueryOutcome, Refused } from '../provider.ts'
import type { AccountOptions, MethodSupport, ProviderType } from '../provider_type.ts'
import type {
  AuthorizeRequest,
  CaptureRequest,
  OperationRef,
  RefundRequest,
  VoidRequest,
} from '../request.ts'
import { type Certain, certainAfter, declinedFor, exponents, refused, unknown } from './answers.ts'
import { declines } from './declines.ts'
import { verifyCallback } from './events.ts'
import { openWire, type Wire } from './wire.ts'

/** Ids are remembered for good; a revoked one is refused for good; queries read the books themselves. */
const CERTAINTY = certaintyTable(DAY_MS, {
  resend: { remembered_ms: null, identical: false },
  revoke: 'final',
  query: 'exact',
})

const offered: Readonly<Record<string, MethodSupport>> = {
  credit: { as: 'card' },
  debit: { as: 'card' },
  sepa: { as: 'transfer', currencies: ['EUR'], holds: false },
}
const absent: MethodSupport = { not: 'Template does not offer it.' }
const methods = Object.fromEntries(methodTypeNames.map((name) => [name, offered[name] ?? absent]))

const NO_DISPUTES = 'Template does not report disputes.'

export const template: ProviderType = {
  name: 'template',
  title: 'Template',
  environments: ['sandbox', 'production'],
  methods: methods as ProviderType['methods'],
  exponents,
  capture_methods: { automatic: true, manual: true, manual_multiple: true },
  refunds: { full: true, partial: true },
  disputes: { evidence: { not: NO_DISPUTES }, accept: { not: NO_DISPUTES } },
  payouts: { not: 'Template pays no recipients.' },
  event_feed: { not: 'Template has no list of events.' },
  card_entry: ['raw'],
  certainty: CERTAINTY,
  declines,
  credentials: [
    {
      name: 'api_key',
      label: 'API key',
      about: 'From the settings of the account.',
      pattern: '^[\\x21-\\x7e]{8,256}$',
    },
  ],
  settings: [],
  steps: ['Copy the API key.', 'Register the webhook URL, and copy its secret.'],
  webhook_events: [],
  connect,
}

function connect(account: AccountOptions): Provider {
  const { merchant_id, webhook_secrets } = account
  const wire = openWire(account)
  return {
    name: template.name,
    certainty: CERTAINTY,
    authorize: (request) => authorize(wire, request),
    capture: (request) => modify(wire, 'capture', request),
    void: (request) => modify(wire, 'void', request),
    refund: (request) => modify(wire, 'refund', request),
    payout: async () => notOffered,
    checkPayout: async () => notOffered,
    query: (operation) => query(wire, operation),
    revoke: (operation) => revoke(wire, operation),
    check: () => check(wire),
    submitEvidence: async () => undisputed,
    acceptDispute: async () => undisputed,
    expireDispute: async () => undisputed,
    queryDispute: async () => 'never_seen',
    listEvents: async () => unknown,
    verifyCallback: (rawBody, headers) =>
      verifyCallback({ merchant_id, secrets: webhook_secrets }, rawBody, headers),
    isCircuitOpen: () => wire.isCircuitOpen(),
    close: () => wire.close(),
  }
}

const notOffered: NotSent = { result: 'not_sent', reason: 'not_configured' }
const TOO_PRECISE = 'Template cannot express the amount.'
const undisputed: Refused = refused('no_disputes', NO_DISPUTES)

async function authorize(wire: Wire, request: AuthorizeRequest) {
  const { operation_id, currency, capture, instrument, reference } = request
  const amount = toProviderAmount(exponents, request.amount, currency)
  if (amount === undefined) return declinedFor('not_sent', TOO_PRECISE)
  const body = { id: operation_id, kind: 'authorize', amount, currency, capture, reference }
  const outcome = await post(wire, { ...body, instrument }, operation_id)
  // A refusal belongs to other operations.
  return outcome.result === 'refused' ? unknown : outcome
}

async function modify(
  wire: Wire,
  kind: 'capture' | 'void' | 'refund',
  request: CaptureRequest | VoidRequest | RefundRequest,
) {
  const { operation_id, currency, parent_transaction_id: parent } = request
  const asked = 'amount' in request ? request.amount : 0
  const amount = toProviderAmount(exponents, asked, currency)
  if (amount === undefined) return refused('not_sent', TOO_PRECISE)
  const final = 'final' in request && request.final
  const outcome = await post(wire, { id: operation_id, kind, parent, amount, final }, operation_id)
  return outcome.result === 'declined' ? unknown : outcome
}

async function post(wire: Wire, body: object, operation_id: string): Promise<Certain> {
  return certainAfter(await wire.post('/charges', operation_id, body), operation_id)
}

async function query(wire: Wire, { operation_id }: OperationRef): Promise<QueryOutcome> {
  const reply = await wire.get(`/charges/${encodeURIComponent(operation_id)}`, operation_id)
  if (reply.sent === 'answered' && reply.status === 404) return 'never_seen'
  const certain = certainAfter(reply, operation_id)
  return certain.result === 'not_sent' ? unknown : certain
}

/** A revocation that failed is no evidence. */
async function revoke(wire: Wire, { operation_id }: OperationRef) {
  const path = `/charges/${encodeURIComponent(operation_id)}/revoke`
  const certain = certainAfter(await wire.post(path, operation_id, {}), operation_id)
  return certain.result === 'not_sent' ? unknown : certain
}

/** An id that no charge has: with a valid key the answer is 404. */
async function check(wire: Wire): Promise<CredentialCheck> {
  const reply = await wire.get('/charges/none', 'check')
  if (reply.sent !== 'answered') return unknown
  if (reply.status === 404) return { result: 'valid' }
  return reply.status === 401
    ? { result: 'invalid', message: 'Template does not know this key.' }
    : unknown
}
