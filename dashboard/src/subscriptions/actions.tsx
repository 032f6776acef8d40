import { useMay } from '../api/session.ts'
import { type Offer, Offers } from '../lib/offers.tsx'
import { Cancel } from './cancel.tsx'
import { ChangePlan } from './change_plan.tsx'
import type { Known } from './known.ts'
import { KeepPlan } from './pending_change.tsx'
import { Pause, Resume } from './pause.tsx'
import { allows } from './words.ts'

function listActions(known: Known): Offer[] {
  const { status, pending_update } = known.subscription
  const offers: Offer[] = []
  if (allows(status, 'cancel')) {
    offers.push({ name: 'Cancel', dialog: (close) => <Cancel {...known} close={close} /> })
  }
  if (allows(status, 'pause')) {
    offers.push({ name: 'Pause', dialog: (close) => <Pause {...known} close={close} /> })
  }
  if (allows(status, 'resume')) {
    offers.push({
      name: 'Resume',
      isPrimary: true,
      dialog: (close) => <Resume {...known} close={close} />,
    })
  }
  // While the change's payment is in flight, the API refuses another one.
  const canGiveUp = pending_update !== null && status === 'unpaid'
  if (canGiveUp) {
    offers.push({
      name: 'Keep the present plan',
      dialog: (close) => <KeepPlan {...known} close={close} />,
    })
  }
  // The price can be changed in the states that are renewed.
  if (allows(status, 'stop_renewing') || canGiveUp) {
    offers.push({
      name: 'Change plan',
      isPrimary: true,
      dialog: (close) => <ChangePlan {...known} close={close} />,
    })
  }
  return offers
}

export function Actions(known: Known) {
  const may = useMay()
  if (!may('subscriptions:write')) return null
  return <Offers offers={listActions(known)} />
}
