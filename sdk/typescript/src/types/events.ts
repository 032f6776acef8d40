// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { Dispute, Refund } from './shared.ts'
import type { Payment } from '../resources/payments.ts'
import type { PaymentLink } from '../resources/payment_links.ts'
import type { Payout } from '../resources/payouts.ts'
import type { Subscription } from '../resources/subscriptions.ts'

/** What is posted to the `webhook_url` of the profile. */
export interface DisputeEvent {
  /** The merchant. */
  merchant_id: string
  /** The id of the event: process each once. */
  event_id: string
  /** What happened. */
  event_type: 'dispute_opened' | 'dispute_expired' | 'dispute_accepted' | 'dispute_cancelled' | 'dispute_challenged' | 'dispute_won' | 'dispute_lost'
  /** The object that changed. */
  content: {
    /** The type of `object`. */
    type: 'dispute_details'
    /** The object as it was right after the change. */
    object: Dispute
  }
  /** Counts the changes of the object: a higher number is a later change. */
  sequence: number
  /** When it happened. */
  timestamp: string
  /** Present and true in a test event. */
  is_test?: boolean
}

/** What is posted to the `webhook_url` of the profile. */
export interface PaymentEvent {
  /** The merchant. */
  merchant_id: string
  /** The id of the event: process each once. */
  event_id: string
  /** What happened. */
  event_type: 'payment_created' | 'payment_succeeded' | 'payment_failed' | 'payment_processing' | 'payment_cancelled' | 'payment_authorized' | 'payment_captured' | 'payment_reversed' | 'action_required'
  /** The object that changed. */
  content: {
    /** The type of `object`. */
    type: 'payment_details'
    /** The object as it was right after the change. */
    object: PaymentInEvent
  }
  /** Counts the changes of the object: a higher number is a later change. */
  sequence: number
  /** When it happened. */
  timestamp: string
  /** Present and true in a test event. */
  is_test?: boolean
}

export type PaymentInEvent = Omit<Payment, 'client_secret'>

/** What is posted to the `webhook_url` of the profile. */
export interface PaymentLinkEvent {
  /** The merchant. */
  merchant_id: string
  /** The id of the event: process each once. */
  event_id: string
  /** What happened. */
  event_type: 'payment_link_completed' | 'payment_link_expired'
  /** The object that changed. */
  content: {
    /** The type of `object`. */
    type: 'payment_link_details'
    /** The object as it was right after the change. */
    object: PaymentLink
  }
  /** Counts the changes of the object: a higher number is a later change. */
  sequence: number
  /** When it happened. */
  timestamp: string
  /** Present and true in a test event. */
  is_test?: boolean
}

/** What is posted to the `webhook_url` of the profile. */
export interface PayoutEvent {
  /** The merchant. */
  merchant_id: string
  /** The id of the event: process each once. */
  event_id: string
  /** What happened. */
  event_type: 'payout_initiated' | 'payout_processing' | 'payout_success' | 'payout_failed' | 'payout_cancelled' | 'payout_expired' | 'payout_reversed'
  /** The object that changed. */
  content: {
    /** The type of `object`. */
    type: 'payout_details'
    /** The object as it was right after the change. */
    object: PayoutInEvent
  }
  /** Counts the changes of the object: a higher number is a later change. */
  sequence: number
  /** When it happened. */
  timestamp: string
  /** Present and true in a test event. */
  is_test?: boolean
}

export type PayoutInEvent = Omit<Payout, 'client_secret' | 'approvals_required'>

/** What is posted to the `webhook_url` of the profile. */
export interface RefundEvent {
  /** The merchant. */
  merchant_id: string
  /** The id of the event: process each once. */
  event_id: string
  /** What happened. */
  event_type: 'refund_succeeded' | 'refund_failed' | 'refund_review'
  /** The object that changed. */
  content: {
    /** The type of `object`. */
    type: 'refund_details'
    /** The object as it was right after the change. */
    object: Refund
  }
  /** Counts the changes of the object: a higher number is a later change. */
  sequence: number
  /** When it happened. */
  timestamp: string
  /** Present and true in a test event. */
  is_test?: boolean
}

/** What is posted to the `webhook_url` of the profile. */
export interface SubscriptionEvent {
  /** The merchant. */
  merchant_id: string
  /** The id of the event: process each once. */
  event_id: string
  /** What happened. */
  event_type: 'invoice_paid' | 'invoice_payment_failed' | 'subscription_active' | 'subscription_trial' | 'subscription_paused' | 'subscription_resumed' | 'subscription_cancelled' | 'subscription_inactive'
  /** The object that changed. */
  content: {
    /** The type of `object`. */
    type: 'subscription_details'
    /** The object as it was right after the change. */
    object: SubscriptionInEvent
  }
  /** Counts the changes of the object: a higher number is a later change. */
  sequence: number
  /** When it happened. */
  timestamp: string
  /** Present and true in a test event. */
  is_test?: boolean
}

export type SubscriptionInEvent = Omit<Subscription, 'client_secret'>

/** A webhook's body: `event_type` decides which object `content` has. */
export type WebhookEvent = PaymentEvent | RefundEvent | DisputeEvent | PayoutEvent | SubscriptionEvent | PaymentLinkEvent

export type EventName = WebhookEvent['event_type']
