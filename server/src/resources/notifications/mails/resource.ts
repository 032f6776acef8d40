import type { Resource } from '#resources/resource.ts'
import { sendMail } from './send.ts'

export const mails: Resource = { jobs: [sendMail] }
