// An organization groups merchants: its admins act for all its merchants, and its keys read metrics for all its
// merchants.
import { type Static, Type } from 'typebox'
import { answer, strict, text, Timestamp } from '#http/fields.ts'
import { MAX_SHOWN } from './store.ts'

export const OrganizationName = strict({
  organization_name: text(255, { description: 'The name of the organization.' }),
})
export type OrganizationName = Static<typeof OrganizationName>

const Member = Type.Object({
  merchant_id: Type.String({ description: 'The id of the merchant.' }),
  merchant_name: Type.String({ description: 'The name of the merchant.' }),
  status: Type.Unsafe<string>({
    type: 'string',
    enum: ['active', 'suspended'],
    description: 'A suspended merchant is refused with every key, and its payouts are held.',
  }),
})

export const Organization = answer('Organization', {
  organization_id: Type.String({ description: 'The id of the organization, `org_…`.' }),
  organization_name: Type.String({ description: 'The name of the organization.' }),
  merchant_count: Type.Integer({ description: 'All merchants of the organization.' }),
  merchants: Type.Array(Member, { description: `The first ${MAX_SHOWN}, oldest first.` }),
  created: Timestamp,
  modified_at: Timestamp,
})
export type Organization = Static<typeof Organization>
