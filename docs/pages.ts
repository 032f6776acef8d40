// The generated reference pages: each is a function of the tables in the code. `npm run docs` writes them; a test
// fails when a page on disk differs.
import { bundle, entries } from '../checkout/bundle.ts'
import { cards } from '../bank/src/cards.ts'
import { codes } from '../bank/src/codes.ts'
import { verdicts } from '../bank/src/disputes.ts'
import { recipients } from '../bank/src/payouts.ts'
import { defaultTerms } from '../bank/src/config.ts'
import { routes } from '#app.ts'
import { settings } from '#config.ts'
import { errors, MAX_FAULTS, precedence } from '#errors.ts'
import { eventTypes } from '#core/outbox/event_types.ts'
import { deliveryStatuses } from '#resources/notifications/events/schema.ts'
import { browserAccess } from '#http/client_access.ts'
import { listErrors } from '#http/openapi/responses.ts'
import { inReferenceOrder } from '#http/openapi/tags.ts'
import { openapi } from '#http/openapi.ts'
import type { Machine } from '#kernel/machine.ts'
import { prefixes } from '#kernel/ids.ts'
import { accounts } from '#core/ledger/transfer.ts'
import { moves } from '#core/ledger/transfer.ts'
import { invoiceStatuses } from '#resources/billing/invoices/state.ts'
import { payment } from '#resources/payments/payments/state.ts'
import { registry } from '#resources/resources.ts'
import { fields, type FieldName } from '#resources/methods/payout_methods/method_fields.ts'
import {
  bankRedirects,
  bankTransfers,
  card,
  passthrough,
  type Variant,
  wallets,
} from '#resources/methods/payout_methods/methods.ts'
import { toDeclineCode } from '#core/providers/bank/codes.ts'
import { toRefusalCode } from '#core/providers/refusal_code.ts'
import { failures } from '#core/outbound/post.ts'
import { RETRIES_MS } from '#resources/notifications/webhooks/retries.ts'
import { dashboardsPage } from './dashboards.ts'
import { declinesPage } from './declines.ts'
import { florinJsPage } from './florin_js.ts'
import { page, table } from './page.ts'
import { paymentMethodsPage } from './payment_methods.ts'
import { providersPage } from './providers.ts'
import { arrowsOf, paymentStories, type Stories } from './stories.ts'

const { machines } = registry

/** A machine with too many arrows for one diagram gets a diagram per story. */
const stories: ReadonlyMap<Machine, Stories> = new Map([[payment, paymentStories]])

/** The events that the code sends. Every other type can only be sent as a test event. */
const sentEvents: ReadonlySet<string> = new Set(
  [
    ...machines.flatMap(({ transitions }) => Object.values(transitions).map(({ emits }) => emits)),
    'payment_reversed',
  ].filter((name) => name !== undefined),
)

function errorsPage(): string {
  const rows = precedence.map((code) => {
    const { type, status, returned_by, also, message } = errors[code]
    const others = also.map(([other, when]) => `${other} when ${when}`)
    const statuses = [String(status), ...others].join('; ')
    return [`\`${code}\``, `\`${type}\``, statuses, returned_by, message]
  })
  return page(
    'Errors',
    'An error response is one object: `{"error": {"type", "code", "message", "field"?, "errors"?, "details"?, "doc_url", "request_id"}}`. Branch on `code`. `message` is for people and may change. `field` is the path of the invalid field. `doc_url` is the page about the code. Every response has the header `X-Request-Id`; quote it when you ask for help.',
    `\`errors\` lists all faults of the fields of a request, up to ${MAX_FAULTS}, each with \`code\`, \`field\` and \`message\`. The first is the one that \`code\`, \`field\` and \`message\` of the error name. A missing object is listed with the fields that it must have. Fields that exclude each other, or depend on objects that must be looked up first, may be refused by a later request.`,
    'A request with several errors gets the first one in the order of this table. A request that is refused with 4xx does not do what it asks for. `HE_00` says "Nothing was changed by your request" only if the request has written nothing; after any other message of `HE_00` retrieve the object before you try again ([decision 21](../decisions/0021-what-an-error-claims.md)).',
    table(['Code', 'Type', 'HTTP status', 'Returned for', 'Usual message'], rows),
    'Retry requests that get 429 or 5xx: use exponential backoff with jitter, wait at least as long as `Retry-After` says, and send the same idempotency key (`Idempotency-Key`). These responses are never stored under the key.',
  )
}

function configurationPage(): string {
  const rows = Object.values(settings).map((row) => {
    const fallback =
      'fallback' in row ? (row.fallback === '' ? '(empty)' : `\`${row.fallback}\``) : '**required**'
    return [`\`${row.name}\``, fallback, 'secret' in row ? 'yes' : '', row.about]
  })
  return page(
    'Configuration',
    'Florin is configured by environment variables, which are read once at the start. All mistakes are reported together. A secret can be in a file instead, which the variable with `_FILE` at its end names, such as `FLORIN_SECRET_FILE`. [Running Florin](../operations/running.md) explains the ones to set in production.',
    table(['Variable', 'Default', 'Secret', 'What it does'], rows),
  )
}

function statesPage(): string {
  const parts = machines.flatMap((machine) => {
    const moves = Object.entries(machine.transitions)
    return [
      `## ${machine.name}`,
      ...diagrams(machine),
      table(
        ['State', 'Meaning'],
        Object.entries(machine.states).map(([state, meaning]) => [`\`${state}\``, meaning]),
      ),
      table(
        ['Transition', 'From', 'To', 'Caused by', 'Emits'],
        moves.map(([name, { from, to, by, emits }]) => [
          name,
          from.map((s) => `\`${s}\``).join(', '),
          `\`${to}\``,
          by,
          emits === undefined ? '' : `\`${emits}\``,
        ]),
      ),
    ]
  })
  return page(
    'States',
    'All objects that have states, with their transitions. *Caused by* says who causes a transition: you (merchant), the customer, the acquirer or rail (provider), or a deadline (clock). A transition emits an event unless the last column is empty.',
    ...parts,
    '## Invoice',
    'An invoice has no transitions of its own: its status follows from the payments that are made for it. The events are those of its subscription.',
    table(
      ['Status', 'Meaning'],
      Object.entries(invoiceStatuses).map(([status, meaning]) => [`\`${status}\``, meaning]),
    ),
  )
}

/** One diagram, or one for each story about the machine. */
function diagrams(machine: Machine): string[] {
  const split = stories.get(machine)
  if (split !== undefined) {
    const parts = Object.entries(arrowsOf(machine, split)).flatMap(([title, arrows]) => [
      `### ${title}`,
      diagram(arrows),
    ])
    return [...parts, '### All states and transitions']
  }
  const arrows = Object.entries(machine.transitions).flatMap(([name, { from, to, by }]) =>
    from.map((state) => `${state} --> ${to}: ${name} (${by})`),
  )
  return [diagram([...machine.start.map((state) => `[*] --> ${state}`), ...arrows])]
}

function diagram(arrows: readonly string[]): string {
  return ['```mermaid', 'stateDiagram-v2', ...arrows.map((arrow) => `  ${arrow}`), '```'].join('\n')
}

function routesPage(): string {
  const rows = inReferenceOrder(routes).map((row) => [
    `\`${row.method}\``,
    `\`${row.url}\``,
    row.summary,
    scopeOf(row),
    String(row.status),
    listErrors(row).join(' '),
  ])
  const ids = Object.entries(prefixes).map(([prefix, what]) => [`\`${prefix}_\``, what])
  return page(
    'Routes',
    'The full schemas are in [openapi.json](openapi.json). Every running api serves them at `/docs`, with a form to try each route. A publishable key works on the routes that say so: see [Browsers](#browsers).',
    table(['Method', 'Path', 'What it does', 'Scope', 'Success', 'Errors'], rows),
    'Routes with `X-Profile-Id` need this header with the id of a business profile; those of analytics need it for the scope `profile` alone.',
    'The routes `/health/live`, `/health/ready`, `/openapi.json` and `/docs` are not in the table; they need no key.',
    '## Browsers',
    'What a publishable key may set and see, by object. With payments and payouts the request carries the `client_secret` of the object, as a field or in the header `X-Client-Secret`; a browser never sees it in an answer. Pages of every origin can call these routes, and no others.',
    table(['Routes', 'May set', 'Sees'], browserRows()),
    '## Ids',
    'The prefix of an id shows the type of the object.',
    table(['Prefix', 'Object'], ids),
  )
}

function browserRows(): string[][] {
  const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')
  return Object.entries(browserAccess).map(([of, { sets, except, only, sees }]) => {
    const open = routes.filter((row) => row.publishable === of)
    const free = sets.filter((name) => !(name in only))
    const fixed = Object.entries(only).map(([name, value]) => `\`${name}\` to \`${value}\` only`)
    const never = except.length > 0 ? `; not ${code(except)}` : ''
    return [
      code(open.map((row) => `${row.method} ${row.url}`)),
      [code(free), ...fixed].join(', ') + never,
      code(sees),
    ]
  })
}

function scopeOf({ access, publishable, profile }: (typeof routes)[number]): string {
  const names: Readonly<Record<string, string>> = {
    any_key: 'any key',
    public: 'none',
    admin: "operator's key",
  }
  const header = profile === true ? ' and `X-Profile-Id`' : ''
  const scope = `${names[access] ?? `\`${access}\``}${header}`
  return publishable ? `${scope}, or a publishable key` : scope
}

/** The sandbox bank's delay for outcomes that are not immediate. */
const later = `${defaultTerms.later_ms / 1000} s`

function testCardsPage(): string {
  const rows = Object.entries(cards).map(([number, rule]) => {
    const { message, means } = codes[rule.code] ?? { message: '', means: null }
    const outcome = rule.code === '00' ? 'approved' : `declined: ${message}`
    const notes = [
      rule.challenge === 'always' ? '3-D Secure first' : '',
      rule.challenge === 'never' && rule.code === '00' ? 'never requires 3-D Secure' : '',
      rule.challenge === 'asked' && rule.code === '00' ? '3-D Secure if requested' : '',
      rule.review ? 'held for review' : '',
      rule.slow ? `after ${later}` : '',
      rule.without_three_ds ? 'needs `three_ds`' : '',
      rule.without_customer ? 'declined off-session' : '',
      rule.without_both ? 'needs `three_ds` off-session' : '',
      rule.captures
        ? `a later capture is refused: ${codes[rule.captures]?.message} (\`${toRefusalCode(toDeclineCode(rule.captures))}\`)`
        : '',
      rule.dispute ? `${rule.dispute.stage} after ${later}: ${rule.dispute.reason}` : '',
      rule.refunds === 'slow' ? `refunds are pending for ${later}` : '',
      rule.refunds === 'return' ? `refunds succeed and are returned after ${later}` : '',
    ]
    return [`\`${number}\``, outcome, means ?? '', notes.filter(Boolean).join(', ')]
  })
  return page(
    'Test cards',
    'The sandbox bank recognizes these numbers. Any other number with a valid check digit is approved, after 3-D Secure if you request `three_ds`. Use any expiry date in the future and any security code.',
    table(['Number', 'Outcome', 'Unified code', 'Notes'], rows),
    '## Refunds and disputes',
    `A refund whose amount ends in 77 is pending for ${later} and then fails, with any card.`,
    `A dispute is decided ${later} after you submit evidence with one of these texts in \`uncategorized_text\`. With any other evidence it stays undecided.`,
    table(
      ['`uncategorized_text`', 'Outcome for the merchant'],
      [...verdicts].map(([text, verdict]) => [`\`${text}\``, verdict === 'win' ? 'wins' : 'loses']),
    ),
    '## Payouts',
    'The outcome depends on the last four characters of the IBAN, the account number, the card number, the telephone number, or the part of the email address before the @.',
    table(['Ends in', 'Outcome', 'Unified code', 'Notes'], recipientRows()),
  )
}

/** A payout's outcome, by the last characters of its account. */
function recipientRows(): string[][] {
  return Object.entries(recipients).map(([ending, rule]) => {
    const { message, means } = codes[rule.code] ?? { message: '', means: null }
    const outcome = rule.code === '00' ? 'paid' : `not paid: ${message}`
    const notes = [
      rule.slow ? `after ${later}` : '',
      rule.returned ? `returned after ${later}` : '',
      rule.is_obstacle ? 'reported before any money is sent' : '',
    ]
    return [`\`${ending}\``, outcome, means ?? '', notes.filter(Boolean).join(', ')]
  })
}

function ledgerPage(): string {
  const rows = Object.entries(accounts).map(([account, meaning]) => [`\`${account}\``, meaning])
  const causes = Object.entries(moves).map(([cause, { debit, credit }]) => [
    `\`${cause}\``,
    `\`${debit}\``,
    `\`${credit}\``,
  ])
  return page(
    'Ledger accounts',
    'Each merchant has these accounts in each currency. A transfer debits one account and credits another, so the ledger always balances.',
    table(['Account', 'Balance'], rows),
    'Every transfer has a cause, which determines its two accounts.',
    table(['Cause', 'Debit', 'Credit'], causes),
  )
}

/** All payout methods, by their fields' position in a request. */
function payoutMethodsPage(): string {
  const kinds = (key: string, rows: Readonly<Record<string, Variant>>) =>
    Object.entries(rows).map(([kind, row]) => [`${key}.${kind}`, row] as const)
  const bank = Object.entries<Variant>(bankTransfers).map(
    ([kind, row]) => [`bank_transfer, \`payout_method_type\` ${kind}`, row] as const,
  )
  const all: (readonly [string, Variant])[] = [
    ['card', card],
    ...bank,
    ...kinds('wallet', wallets),
    ...kinds('bank_redirect', bankRedirects),
    ['passthrough', passthrough],
  ]
  const names = (list: readonly FieldName[]) => list.map((name) => `\`${name}\``).join(', ')
  const checked = Object.entries(fields).flatMap(([name, { advice, mask }]) =>
    advice || mask ? [[`\`${name}\``, advice ? 'yes' : '', mask ? 'yes' : '']] : [],
  )
  return page(
    'Payout methods',
    '`payout_method_data` contains exactly one of these. `source_bank_data` accepts the same fields as `bank_transfer`.',
    table(
      ['In `payout_method_data`', 'Required', 'Optional'],
      all.map(([where, row]) => [where, names(row.required), names(row.optional)]),
    ),
    'Numbers are validated before anything is stored, and stored only in the vault. Responses show them masked.',
    table(['Field', 'Validated', 'Masked'], checked),
  )
}

function eventsPage(): string {
  const types = Object.entries(eventTypes).map(([type, { content, status, sent }]) => [
    `\`${type}\``,
    `\`${content}\``,
    `\`${status}\``,
    sentEvents.has(type) ? sent : `${sent} (**not sent yet**, except as a test event)`,
  ])
  const statuses = Object.entries(deliveryStatuses).map(([name, text]) => [`\`${name}\``, text])
  const causes = Object.entries(failures).map(([name, text]) => [`\`${name}\``, text])
  return page(
    'Events',
    'An event notifies your server of one change of one object. [Receive webhooks](../guides/receive-webhooks.md) shows how to receive events; [Routes](routes.md) has the routes that list and redeliver them.',
    '`content.object` is the object in its API form, as it was right after the change. `status` is its usual status in such an event; read the object for the actual one.',
    table(['event_type', 'content.type', 'status', 'Sent when'], types),
    '## Deliveries',
    `A delivery succeeds with any 2xx response within 10 seconds. After a failure it is retried up to ${RETRIES_MS.length} times with a growing backoff: ${spans(RETRIES_MS)}. A longer \`Retry-After\` of your server is respected, up to 6 hours; a 410 stops the retries.`,
    table(['delivery.status', 'Meaning'], statuses),
    'An attempt without a response has one of these values in `error`:',
    table(['error', 'Meaning'], causes),
  )
}

/** `1 min, 2 × 5 min, …` */
function spans(waits_ms: readonly number[]): string {
  return [...Map.groupBy(waits_ms, (ms) => ms)]
    .map(([ms, same]) => {
      const minutes = ms / 60_000
      const text = minutes < 60 ? `${minutes} min` : `${minutes / 60} h`
      return same.length === 1 ? text : `${same.length} × ${text}`
    })
    .join(', ')
}

/** The script inventory that PCI DSS 6.4.3 asks for. The hashes come from a fresh build. */
function scriptsPage(): string {
  const rows = bundle().flatMap(({ name, integrity }) => {
    const entry = entries[name]
    return entry === undefined ? [] : [[`\`${name}\``, entry.reason, `\`${integrity}\``]]
  })
  return page(
    'Scripts of the hosted page',
    'Everything that runs or draws on the [hosted page](../guides/hosted-page.md), with the reason for it. All of it is built from `checkout/` and served by the api itself; nothing is loaded from elsewhere.',
    table(['File', 'Reason', 'Hash'], rows),
    'The page names each script with its hash, in the attribute `integrity` and in `script-src` of its Content-Security-Policy. A browser runs a file with these bytes and no other script: none inline, none of another host, none that was changed on the way (PCI DSS 6.4.3).',
    'A change of a script changes its hash, so it changes this page: a test fails until both are committed together, and the commit is the record of who authorized it. Compare the headers and hashes that your deployment serves with this page from outside, at least once a week, to detect a change that nobody authorized (PCI DSS 11.6.1).',
  )
}

/** Every generated page's file name and content. */
/** For `node --env-file=.env`. Required variables are set, the others are commented out with their defaults. */
function envExample(): string {
  const parts = Object.values(settings).map((row) => {
    const { name, about } = row
    const fallback = 'fallback' in row ? row.fallback : undefined
    const comment = wrap(about.replaceAll('`', ''), 98).map((line) => `# ${line}`)
    return [...comment, fallback === undefined ? `${name}=` : `#${name}=${fallback}`].join('\n')
  })
  const head = [
    '# Generated by `npm run docs` from the table of variables.',
    '# Copy it to .env, fill it in, keep it private, and start: node --env-file=.env server/src/main.ts api',
  ]
  return `${[head.join('\n'), ...parts].join('\n\n')}\n`
}

function wrap(text: string, width: number): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + word.length >= width) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines
}

/** By path from the repository root. */
export function pages(): ReadonlyMap<string, string> {
  return new Map([
    ['docs/reference/errors.md', errorsPage()],
    ['docs/reference/configuration.md', configurationPage()],
    ['docs/operations/dashboards.md', dashboardsPage()],
    ['docs/reference/states.md', statesPage()],
    ['docs/reference/declines.md', declinesPage()],
    ['docs/reference/test-cards.md', testCardsPage()],
    ['docs/reference/ledger.md', ledgerPage()],
    ['docs/reference/payment-methods.md', paymentMethodsPage()],
    ['docs/reference/payout-methods.md', payoutMethodsPage()],
    ['docs/reference/providers.md', providersPage()],
    ['docs/reference/events.md', eventsPage()],
    ['docs/reference/routes.md', routesPage()],
    ['docs/reference/scripts.md', scriptsPage()],
    ['docs/reference/florin-js.md', florinJsPage()],
    ['docs/reference/openapi.json', `${JSON.stringify(openapi(routes), null, 2)}\n`],
    ['.env.example', envExample()],
  ])
}
