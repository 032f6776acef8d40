import { table } from '../kernel/change.ts'

export interface EventRow {
  merchant_id: string
  event_id: string
  profile_id: string
  event_type: string
  object_type: string
  object_id: string
  sequence: number
  body: string
  created: Date
  relayed_at: Date | null
  version: number
}

export const events = table<EventRow>('events', 'merchant_id', 'event_id')
