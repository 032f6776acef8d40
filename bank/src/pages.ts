// The pages for customers: plain forms that work without scripts, by keyboard and on a small screen. All input from
// callers is escaped and isolated with <bdi>, so that it can neither run nor change the text direction around it.
import { createHash } from 'node:crypto'
import { methodName } from './methods.ts'
import { formatMoney } from './money.ts'
import type { Operation } from './operation.ts'

const style = `
:root { color-scheme: light dark; --ink: #16202b; --paper: #fff; --ground: #eef1f5; --line: #c3ccd6;
  --strong: #0b5c3b; --on-strong: #fff; --quiet: #4a5866; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf2; --paper: #18212b; --ground: #0d141b;
  --line: #46535f; --strong: #7fdcb0; --on-strong: #06251a; --quiet: #b3bec9; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
main { max-inline-size: 26rem; margin-inline: auto; margin-block: 1rem; padding: 1.25rem;
  background: var(--paper); border: 1px solid var(--line); border-radius: .5rem;
  border-block-start: .375rem solid var(--strong); overflow-wrap: anywhere; }
h1 { font-size: 1.375rem; line-height: 1.25; margin-block: 0 .75rem; }
p { margin-block: 0 1rem; }
.bank { color: var(--quiet); font-size: .875rem; margin-block-end: .25rem; }
dl { margin-block: 0 1.25rem; border-block-start: 1px solid var(--line); }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; column-gap: 1rem;
  padding-block: .5rem; border-block-end: 1px solid var(--line); }
dt { color: var(--quiet); }
dd { margin: 0; margin-inline-start: auto; font-weight: 600; text-align: end; }
form { display: grid; gap: .75rem; }
button, .back { display: block; inline-size: 100%; min-block-size: 2.75rem; padding: .625rem 1rem;
  font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
  color: var(--ink); background: transparent; border: 2px solid var(--quiet); border-radius: .375rem; }
button.strong, .back { color: var(--on-strong); background: var(--strong);
  border-color: var(--strong); }
:focus-visible { outline: 3px solid #2f7df6; outline-offset: 3px; }
.note { padding: .375rem .625rem; border: 1px solid var(--quiet); border-radius: .375rem;
  font-size: .875rem; }
`

const styleHash = createHash('sha256').update(style).digest('base64')

/** Browsers apply form-action also to the redirects after a form, which lead to the shop's return_url. */
export function pageHeaders(operation?: Operation): Record<string, string> {
  const targets = operation?.return_url ? "'self' https: http:" : "'self'"
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      `default-src 'none'; style-src 'sha256-${styleHash}'; form-action ${targets}; ` +
      "base-uri 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  }
}

export function choicePage(operation: Operation): string {
  return operation.paid_with.type === 'card' ? cardPage(operation) : methodPage(operation)
}

function cardPage(operation: Operation): string {
  const body = `
    <p class="bank">Sandbox Bank, your card issuer</p>
    <h1>Is this you?</h1>
    <p>The shop asks us to make sure that you are paying. Check the details, then choose.</p>
    ${facts(operation, ['Card', `ending in ${operation.paid_with.last_four}`])}
    ${form}`
  return page('Confirm your card payment – Sandbox Bank', body)
}

function methodPage(operation: Operation): string {
  const name = methodName(operation.paid_with.method_type ?? '')
  const body = `
    <p class="bank">Sandbox page of <bdi>${escape(name)}</bdi></p>
    <h1>Pay with <bdi>${escape(name)}</bdi></h1>
    <p>Check the details, then choose what happens.</p>
    ${facts(operation, ['Method', name])}
    ${form}`
  return page(`Pay with ${name} – sandbox`, body)
}

function facts(operation: Operation, third: [string, string]): string {
  const { amount, currency, reference, descriptor } = operation
  const rows: [string, string][] = [
    ['Amount', formatMoney(amount, currency)],
    third,
    ['Reference', reference],
    ...(descriptor === null ? [] : [['On your statement', descriptor] satisfies [string, string]]),
  ]
  const lines = rows.map(
    ([name, value]) => `<div><dt>${name}</dt><dd><bdi>${escape(value)}</bdi></dd></div>`,
  )
  return `<dl>${lines.join('')}</dl>`
}

const form = `<form method="post" aria-label="Your choice">
      <button class="strong" name="choice" value="approve">Approve payment</button>
      <button name="choice" value="decline">Decline payment</button>
      <button name="choice" value="abandon">Abandon payment</button>
    </form>`

const endings = {
  approved: 'The payment was approved. Nothing more is needed here.',
  declined: 'The payment was not made. To try again, start a new payment in the shop.',
  pending:
    'Your choice was received and the bank is still working on it. Nothing more is needed here.',
  returned: 'The money came back. Nothing more is needed here.',
  challenge: 'The payment waits for your choice.',
}

export function answeredPage(operation: Operation): string {
  const back = returnAddress(operation)
  const link =
    back === null
      ? '<p>You can close this page.</p>'
      : `<p><a class="back" href="${escape(back)}">Go back to the shop</a></p>`
  const body = `
    <p class="bank">Sandbox Bank</p>
    <h1>This page was already answered</h1>
    <p>${endings[operation.outcome]}</p>
    ${facts(operation, ['Status', operation.outcome])}
    ${link}`
  return page('Already answered – Sandbox Bank', body)
}

export function problemPage(title: string, advice: string): string {
  const body = `
    <p class="bank">Sandbox Bank</p>
    <h1>${escape(title)}</h1>
    <p>${escape(advice)}</p>`
  return page(`${title} – Sandbox Bank`, body)
}

/** The return_url with the operation_id; the shop must query the outcome. */
export function returnAddress(operation: Operation): string | null {
  if (operation.return_url === null) return null
  const url = new URL(operation.return_url)
  url.searchParams.set('operation_id', operation.operation_id)
  return url.href
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="robots" content="noindex">
  <title>${escape(title)}</title>
  <style>${style}</style>
</head>
<body>
  <main>
    <p class="note">This is a sandbox: no money moves, whatever you choose.</p>${body}
  </main>
</body>
</html>
`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
