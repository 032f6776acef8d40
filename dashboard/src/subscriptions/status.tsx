import { Status, type Words } from '../lib/status.tsx'
import { type Subscription, subscriptionWords } from './words.ts'

/** The plan itself is paid; only its change waits. */
const changeWords: Words = {
  pending: ['info', 'Plan change in progress'],
  unpaid: ['warn', 'Plan change not paid'],
}

const reviewWords: Words = { pending: ['warn', 'Waits for your decision'] }

export function SubscriptionStatus({ subscription }: { subscription: Subscription }) {
  const { status, pending_update, invoice } = subscription
  const isHeld = invoice.status === 'manual_review'
  const words = isHeld ? reviewWords : pending_update === null ? {} : changeWords
  return <Status words={{ ...subscriptionWords, ...words }} status={status} />
}
