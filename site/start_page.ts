// The start page's cards and contents; site/start.md names them.
import { useData } from 'vitepress'
import { defineComponent, h } from 'vue'
import type { Navigation } from './navigation.ts'

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

export const StartCards = defineComponent(() => () => {
  const boxes = cards.map(({ title, text, url }) => {
    return h('li', [h('a', { class: 'card', href: url }, [h('strong', title), h('span', text)])])
  })
  return h('ul', { class: 'cards' }, boxes)
})

export const StartContents = defineComponent(() => {
  const { theme } = useData<Navigation>()
  return () =>
    theme.value.sections
      .filter(({ name }) => name !== 'Decisions')
      .map(({ name, entries }) => {
        const items = entries.map(({ url, name: label, summary }) =>
          h('li', [h('a', { href: url }, label), h('span', summary)]),
        )
        return h('section', [h('h2', name), h('ul', { class: 'index' }, items)])
      })
})
