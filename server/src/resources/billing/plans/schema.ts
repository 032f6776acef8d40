// API schemas for plans, their prices, and the catalogue as shops show it.
import { type Static, Type } from 'typebox'
import {
  answer,
  choice,
  described,
  freeText,
  keyIn,
  listedId,
  nullable,
  ownId,
  strict,
  text,
  Timestamp,
} from '#http/fields.ts'
import { among, arrayPaging, listSchema, listQuery, oneOrMany } from '#http/lists.ts'
import { Amount, Currency } from '#http/money_fields.ts'

const statuses = {
  active: 'It can be subscribed to.',
  archived: 'It takes no new subscriptions; existing ones go on.',
} as const
const intervals = choice('day', 'week', 'month', 'year')
const Interval = described(
  intervals,
  'The unit of a period, which has `interval_count` of them. In UTC; short months end on their last day.',
)

const terms = {
  amount: Type.Integer({
    description: 'The price of a period, in the lowest unit of the currency.',
  }),
  currency: Type.String(),
  interval: Interval,
  interval_count: Type.Integer({ description: 'A period is this many intervals.' }),
  trial_period: nullable(
    Type.Integer({ description: 'The length of the trial; null without a trial.' }),
  ),
  trial_period_unit: nullable(
    described(intervals, 'The unit of `trial_period`; null without a trial.'),
  ),
}

export const Price = answer('Price', {
  item_price_id: Type.String(),
  plan_id: Type.String(),
  ...terms,
  cycles: nullable(
    Type.Integer({ description: 'How many periods are billed; null: until it is cancelled.' }),
  ),
  created: Timestamp,
})

export const Plan = answer('Plan', {
  plan_id: Type.String(),
  merchant_id: Type.String(),
  name: Type.String({ description: 'The name of the plan, which invoices show.' }),
  description: nullable(Type.String({ description: 'Your own text about the plan.' })),
  status: keyIn(statuses, 'Whether it can be subscribed to.'),
  prices: Type.Array(Price, {
    description: 'The prices of the plan, in the order in which they were added.',
  }),
  created: Timestamp,
  modified_at: Timestamp,
})
export type Plan = Static<typeof Plan>

const NewPrice = strict({
  item_price_id: Type.Optional(
    ownId('Your own id for the price, unique among all prices. Generated when omitted.'),
  ),
  amount: described(Amount, 'The price of a period, in the lowest unit of the currency.'),
  currency: Currency,
  interval: Interval,
  interval_count: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 12,
      default: 1,
      description: 'A period is this many intervals.',
    }),
  ),
  trial_period: Type.Optional(
    nullable(
      Type.Integer({ minimum: 1, maximum: 365, description: 'In units of `trial_period_unit`.' }),
    ),
  ),
  trial_period_unit: Type.Optional(
    nullable(described(intervals, 'The unit of `trial_period`. By default `day`.')),
  ),
  cycles: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 1,
        maximum: 1_200,
        description: 'How many periods are billed. Omitted: until it is cancelled.',
      }),
    ),
  ),
})
export type NewPrice = Static<typeof NewPrice>

export const CreatePlan = strict({
  // As for customers: `list` may become a separate route.
  plan_id: Type.Optional(listedId('Your own id for the plan. Generated when omitted.')),
  name: text(255, { description: 'The name of the plan, which invoices show.' }),
  description: Type.Optional(
    nullable(freeText(1_000, { description: 'Your own text about the plan.' })),
  ),
  prices: Type.Array(NewPrice, {
    minItems: 1,
    maxItems: 20,
    description: 'The prices of the plan, such as one per month and one per year.',
  }),
})
export type CreatePlan = Static<typeof CreatePlan>

export const UpdatePlan = strict({
  name: Type.Optional(text(255, { description: 'The new name of the plan, for later invoices.' })),
  description: Type.Optional(
    nullable(freeText(1_000, { description: 'Your own text about the plan.' })),
  ),
  prices: Type.Optional(
    Type.Array(NewPrice, {
      maxItems: 20,
      description: 'Prices to add. Existing prices never change.',
    }),
  ),
})
export type UpdatePlan = Static<typeof UpdatePlan>

export const planFilters = {
  status: oneOrMany('`active`, `archived`, or both.', { read: among(statuses) }),
}

export const ListPlans = listQuery(planFilters)
export type ListPlans = Static<typeof ListPlans>
export const PlanList = listSchema('PlanList', Plan)

export const DeletedPlan = answer('DeletedPlan', {
  plan_id: Type.String(),
  deleted: Type.Boolean({ description: 'False if a subscription has used the plan.' }),
  status: described(
    choice('deleted', 'archived'),
    '`archived` if a subscription has used the plan: then it only takes no new ones.',
  ),
})
export type DeletedPlan = Static<typeof DeletedPlan>

export const ListItems = strict({
  client_secret: Type.Optional(freeText(255)),
  item_type: Type.Optional(described(choice('plan'), 'Only plans are offered.')),
  ...arrayPaging,
})
export type ListItems = Static<typeof ListItems>

export const ItemPrice = answer('ItemPrice', {
  price_id: Type.String({ description: 'The price; send it as `item_price_id`.' }),
  item_id: Type.String({ description: 'The plan of the price.' }),
  ...terms,
})

export const Item = answer('Item', {
  item_id: Type.String({ description: 'The plan.' }),
  name: Type.String({ description: 'The name of the plan.' }),
  description: nullable(Type.String({ description: "The merchant's text about the plan." })),
  price_id: Type.Array(ItemPrice, { description: 'The prices of the plan.' }),
})
export type Item = Static<typeof Item>
