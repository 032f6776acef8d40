import { Sections } from '../lib/sections.tsx'

const sections = [
  { name: 'Subscriptions', to: '/subscriptions' },
  { name: 'Plans', to: '/plans' },
  { name: 'Coupons', to: '/coupons' },
] as const

export function SubscriptionSections({ current }: { current: (typeof sections)[number]['name'] }) {
  return <Sections label="Subscriptions, plans and coupons" sections={sections} current={current} />
}
