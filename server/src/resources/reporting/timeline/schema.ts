// API schemas for a customer's timeline.
import { type Static, Type } from 'typebox'
import { answer, choice, described, nullable, text, Timestamp } from '#http/fields.ts'
import { extendedListQuery } from '#http/lists.ts'
import { statuses } from '#resources/reporting/search/schema.ts'
import { kindNames } from './kinds.ts'

/** Entries of different kinds can have the same id, so a place has more than the id. */
const place = (description: string) => Type.Optional(text(160, { description }))

export const ReadTimeline = extendedListQuery(
  {
    starting_after: place(
      'The `entry_id` of the last entry of the previous page. The cost does not grow with depth.',
    ),
    ending_before: place(
      'The `entry_id` of the first entry of the next page: answers with the entries just before it, newest first. Not together with `starting_after`.',
    ),
  },
  {},
)
export type ReadTimeline = Static<typeof ReadTimeline>

const TimelineEntry = answer('TimelineEntry', {
  entry_id: Type.String({ description: 'Its place in the timeline, for `starting_after`.' }),
  object: described(
    choice(...kindNames),
    'The kind of object. `customer` is the creation of the customer, `customer_change` a later change.',
  ),
  id: Type.String({ description: 'The id of the object; for a change that of its audit entry.' }),
  title: nullable(
    Type.String({
      description:
        'What names it best: a description, a reason, a number, a card, the beginning of a note, or the fields that were sent with a change.',
    }),
  ),
  status: nullable(
    Type.Unsafe<string>({
      type: 'string',
      enum: statuses,
      description: 'The present status of an object that has one, as the object itself shows it.',
    }),
  ),
  amount: nullable(
    Type.Integer({ description: 'Its amount in the lowest unit of the currency, if it has one.' }),
  ),
  currency: nullable(Type.String({ description: 'The currency of the amount.' })),
  user_id: nullable(
    Type.String({ description: 'The author of a note, or the user who changed the customer.' }),
  ),
  created: Timestamp,
})
export type TimelineEntry = Static<typeof TimelineEntry>

export const Timeline = answer('CustomerTimeline', {
  count: Type.Integer({ description: 'Entries on this page.' }),
  has_more: Type.Boolean({
    description: 'Whether there are entries after this page; with `ending_before`, before it.',
  }),
  limit: Type.Integer({ description: 'The `limit` of the request, or its default.' }),
  offset: Type.Integer({ description: 'The `offset` of the request, or 0.' }),
  data: Type.Array(TimelineEntry, { description: 'The entries of this page, newest first.' }),
})
export type Timeline = Static<typeof Timeline>
