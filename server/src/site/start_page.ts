import { escape } from '@florin/pages/escape.ts'
import { highlight } from './highlight.ts'
import type { Library } from './pages.ts'

interface Card {
  readonly title: string
  readonly text: string
  readonly url: string
}

const cards: readonly Card[] = [
  {
    title: 'Take a payment',
    text: 'In one step, or hold and capture. Declines, 3-D Secure and unknown outcomes.',
    url: '/docs/guides/accept-a-payment',
  },
  {
    title: 'Receive webhooks',
    text: 'Verify the signature, store the event, respond. Retries, test events, rotation.',
    url: '/docs/guides/receive-webhooks',
  },
  {
    title: 'Test cards',
    text: 'Card numbers and accounts for every outcome in the sandbox.',
    url: '/docs/test-cards',
  },
  {
    title: 'API reference',
    text: 'Every route with its fields, and a form to try it.',
    url: '/docs/api/',
  },
]

export function startPage({ sections }: Library, first_call: string): string {
  const shown = sections.filter(({ name }) => name !== 'Decisions')
  const lists = shown.map(({ name, entries }) => {
    const items = entries.map(({ page, name: label, summary }) => {
      const about = escape(summary.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll('`', ''))
      return `<li><a href="${page.url}">${escape(label)}</a><span>${about}</span></li>`
    })
    return `<section><h2>${escape(name)}</h2><ul class="index">${items.join('')}</ul></section>`
  })
  const boxes = cards.map(
    ({ title, text, url }) =>
      `<li><a class="card" href="${url}"><strong>${title}</strong><span>${text}</span></a></li>`,
  )
  return `<h1>Florin documentation</h1>
<p class="lead">One JSON-over-HTTP API for payments, refunds, disputes, payouts and subscriptions.</p>
<ul class="cards">${boxes.join('')}</ul>
<h2>Your first call</h2>
<pre tabindex="0" data-language="sh"><code>${highlight(first_call, 'sh')}</code></pre>
<p><a href="/docs/guides/first-call">The first call</a> explains the response, errors and retries.</p>
${lists.join('\n')}
`
}
