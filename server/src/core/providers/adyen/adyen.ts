// Adyen, by Checkout API v71 and Disputes API v30. Each request is sent once. An authorize without an answer is
// cancelled by its reference; a modification is sent again under its Idempotency-Key. Captures, voids and refunds are
// only received at first: webhooks report their outcomes.
import { createHash } from 'node:crypto'
import { DAY_MS } from '#kernel/clock.ts'
import { type Certainty, certaintyTable } from '../certainty.ts'
import type {
  AuthorizeOutcome,
  CredentialCheck,
  ModificationOutcome,
  NotSent,
  Provider,
} from '../provider.ts'
import type { AccountOptions, ProviderType } from '../provider_type.ts'
import type {
  AuthorizeRequest,
  CaptureRequest,
  OperationRef,
  RefundRequest,
  VoidRequest,
} from '../request.ts'
import {
  certainAfter,
  declinedFor,
  readModification,
  readPayment,
  refused,
  unknown,
} from './answers.ts'
import { declines } from './declines.ts'
import {
  acceptDispute,
  disputeEvents,
  expireDispute,
  submitEvidence,
  unreadable,
} from './disputes.ts'
import { verifyCallback } from './events.ts'
import { methods } from './methods.ts'
import { toReference } from './reference.ts'
import { type Account, composeModification, composePayment, exponents } from './requests.ts'
import { LIVE_PREFIX, openWire, type Wire } from './wire.ts'

/** Adyen remembers an Idempotency-Key for at least a week. */
const KEY_MS = 7 * DAY_MS

const modification: Certainty = {
  resend: { remembered_ms: KEY_MS, identical: true },
  revoke: 'none',
  query: 'none',
}

const CERTAINTY = certaintyTable(KEY_MS, modification, {
  authorize: { resend: null, revoke: 'reported_later', query: 'none' },
  payout: { resend: null, revoke: 'none', query: 'none' },
  // An answer to a dispute is a state: repeating it changes nothing.
  answer: { resend: { remembered_ms: null, identical: false }, revoke: 'none', query: 'none' },
})

export const adyen: ProviderType = {
  name: 'adyen',
  title: 'Adyen',
  environments: ['sandbox', 'production'],
  methods,
  exponents,
  capture_methods: {
    automatic: true,
    manual: true,
    manual_multiple: { needs: 'multiple_captures' },
  },
  captures_separately: true,
  refunds: { full: true, partial: true },
  disputes: { evidence: true, accept: true },
  payouts: { not: 'Payouts to recipients need a separate agreement and API at Adyen.' },
  event_feed: { not: 'Adyen has no list of events: outcomes are reported by webhooks alone.' },
  card_entry: ['raw'],
  certainty: CERTAINTY,
  declines,
  credentials: [
    {
      name: 'api_key',
      label: 'API key',
      about: 'From the Customer Area: Developers, API credentials.',
      pattern: '^[\\x21-\\x7E]{20,512}$',
    },
    {
      name: 'merchant_account',
      label: 'Merchant account',
      about: 'The name of the merchant account, not of the company account.',
      pattern: '^[A-Za-z0-9_-]{1,64}$',
      public: true,
    },
    {
      name: 'live_prefix',
      label: 'Live URL prefix',
      about: 'From the live Customer Area: Developers, API URLs, Prefix.',
      pattern: LIVE_PREFIX,
      // A test account has none; a live account without one is refused by the check.
      test_pattern: '^$',
      public: true,
      optional: true,
    },
  ],
  webhook_secret: {
    label: 'HMAC key',
    about: "The webhook's HMAC key: 64 hexadecimal digits.",
    pattern: '^[0-9A-Fa-f]{64}$',
  },
  settings: [
    {
      name: 'multiple_captures',
      label: 'Multiple partial captures',
      about: 'Adyen has enabled several captures of one payment for this merchant account.',
    },
  ],
  steps: [
    'Create an API credential with the roles "Checkout webservice role" and "Merchant PAL webservice role", and copy its API key.',
    'Have Adyen enable raw card data for the credential, which requires PCI DSS compliance.',
    'Add a standard webhook with the URL below, method JSON, and generate its HMAC key.',
    'In the webhook settings, include the PSP reference and the original reference of disputes.',
    'For disputes, give the credential the role "API dispute management".',
  ],
  webhook_events: [
    'AUTHORISATION',
    'CANCELLATION',
    'CAPTURE',
    'CAPTURE_FAILED',
    'REFUND',
    'REFUND_FAILED',
    'REFUNDED_REVERSED',
    'TECHNICAL_CANCEL',
    ...disputeEvents,
  ],
  connect,
}

function connect(options: AccountOptions): Provider {
  const { merchant_id, credentials, webhook_secrets: keys, log } = options
  const account: Account = {
    merchant_id,
    merchant_account: credentials['merchant_account'] ?? '',
  }
  const wire = openWire(options)
  return {
    name: 'adyen',
    certainty: CERTAINTY,
    authorize: (request) => authorize(wire, account, request),
    capture: (request) => modify(wire, account, 'capture', request),
    void: (request) => modify(wire, account, 'void', request),
    refund: (request) => modify(wire, account, 'refund', request),
    payout: async () => NOT_OFFERED,
    checkPayout: async () => NOT_OFFERED,
    query: async () => unknown,
    revoke: (operation) => revoke(wire, account, operation),
    continue: (operation, parameters) => complete(wire, operation, parameters),
    compose(call, request) {
      const body = composeModification(account, call, request)
      return typeof body === 'string' ? body : ''
    },
    check: () => check(wire, account),
    submitEvidence: (request) => submitEvidence(wire, account, request),
    acceptDispute: (request) => acceptDispute(wire, account, request),
    expireDispute: async (request) => expireDispute(request),
    queryDispute: async () => unreadable,
    listEvents: async () => unknown,
    verifyCallback: (rawBody) => verifyCallback({ account, keys, log }, rawBody),
    isCircuitOpen: () => wire.isCircuitOpen(),
    close: () => wire.close(),
  }
}

const NOT_OFFERED: NotSent = { result: 'not_sent', reason: 'not_configured' }

async function authorize(
  wire: Wire,
  account: Account,
  request: AuthorizeRequest,
): Promise<AuthorizeOutcome> {
  const { operation_id } = request
  const body = composePayment(account, request)
  if (typeof body !== 'string') return declinedFor('not_sent', body.unsendable, 'UE_4001')
  const reply = await wire.checkout('/payments', operation_id, body, operation_id)
  const certain = certainAfter(reply, (answer) => readPayment(answer, request, false))
  return 'error' in certain ? declinedFor(certain.error, certain.message, 'UE_4001') : certain
}

/** The customer has returned from a page. The same parameters get the same key, so this may be repeated. */
async function complete(
  wire: Wire,
  operation: OperationRef,
  parameters: Readonly<Record<string, string>>,
): Promise<AuthorizeOutcome> {
  const { operation_id } = operation
  const { redirectResult, payload } = parameters
  const details = redirectResult === undefined ? payload && { payload } : { redirectResult }
  // Without parameters only the webhook reports the outcome.
  if (!details) return unknown
  const body = JSON.stringify({ details })
  const key = createHash('sha256').update(`${operation_id}:${body}`).digest('hex')
  const reply = await wire.checkout('/payments/details', operation_id, body, key)
  const certain = certainAfter(reply, (answer) => readPayment(answer, operation, true))
  // Parameters that Adyen refuses say nothing about the payment, and a failed call leaves it as it is.
  return 'error' in certain || certain.result === 'not_sent' ? unknown : certain
}

async function modify(
  wire: Wire,
  account: Account,
  call: 'capture' | 'void' | 'refund',
  request: CaptureRequest | VoidRequest | RefundRequest,
): Promise<ModificationOutcome> {
  const { operation_id, parent_transaction_id } = request
  if (!parent_transaction_id) return refused('unknown_parent', 'The payment has no transaction.')
  const body = request.body || composeModification(account, call, request)
  if (typeof body !== 'string') return refused('not_sent', body.unsendable)
  const path = `/payments/${encodeURIComponent(parent_transaction_id)}/${plural[call]}`
  const reply = await wire.checkout(path, operation_id, body, operation_id)
  const reference = toReference(operation_id, call)
  const certain = certainAfter(reply, (answer) =>
    readModification(answer, reference, parent_transaction_id),
  )
  return 'error' in certain ? refused(certain.error, certain.message) : certain
}

const plural = { capture: 'captures', void: 'cancels', refund: 'refunds' } as const

/**
 * Cancels the try by its reference; TECHNICAL_CANCEL reports the outcome. It has no Idempotency-Key: each call must
 * look again, because the payment may have arrived since the last one.
 */
async function revoke(wire: Wire, account: Account, { operation_id, kind }: OperationRef) {
  if (kind !== 'authorize') return unknown
  const body = JSON.stringify({
    merchantAccount: account.merchant_account,
    paymentReference: operation_id,
    reference: operation_id,
  })
  await wire.checkout('/cancels', operation_id, body)
  return unknown
}

/** Lists the account's payment methods, which moves no money. */
async function check(wire: Wire, account: Account): Promise<CredentialCheck> {
  const body = JSON.stringify({ merchantAccount: account.merchant_account })
  const certain = certainAfter(await wire.checkout('/paymentMethods', 'check', body), () => VALID)
  if ('error' in certain) return { result: 'invalid', message: certain.message }
  if (certain.result !== 'not_sent') return certain
  if (certain.reason === 'unauthorized') {
    const message = 'Adyen refused the API key, or it does not belong to this merchant account.'
    return { result: 'invalid', message }
  }
  const isMissing = certain.reason === 'not_configured'
  return isMissing
    ? { result: 'invalid', message: 'A live account needs its URL prefix.' }
    : unknown
}

const VALID: CredentialCheck = { result: 'valid' }
