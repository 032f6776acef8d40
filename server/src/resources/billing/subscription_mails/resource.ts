import type { Resource } from '#resources/resource.ts'
import { subscriptionMail } from './send.ts'

export const subscriptionMails: Resource = { jobs: [subscriptionMail] }
