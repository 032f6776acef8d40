import type { Resource } from '#resources/resource.ts'
import { subscriptionMailRules } from './compose.ts'

export const subscriptionMails: Resource = { mails: subscriptionMailRules }
