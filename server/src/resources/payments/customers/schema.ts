// API schemas for customers.
import { type Static, Type } from 'typebox'
import {
  Address,
  answer,
  described,
  freeText,
  listedId,
  Metadata,
  MetadataPatch,
  nullable,
  sentPerson,
  shownPerson,
  StoredMetadata,
  strict,
  text,
  Timestamp,
} from '#http/fields.ts'
import { byCreation, orderBy } from '#http/list_order.ts'
import { emailFilter, equalTo, extendedListQuery, listSchema, oneOrMany } from '#http/lists.ts'

const ABOUT = 'Your own text about the customer.'

const moved = (description: string) => Type.Integer({ description })
const reached = { payment_id: Type.String(), created: Timestamp }

const Spend = answer('CustomerSpend', {
  amounts: described(
    Type.Array(
      strict({
        currency: Type.String(),
        spent: moved('What was received less what was refunded and lost, in the lowest unit.'),
        received: moved('What was received from payments.'),
        refunded: moved('What went back with refunds that succeeded.'),
        lost: moved('What lost disputes took.'),
      }),
    ),
    'An entry for each currency in which money was received, by its code. Money that is only held, and open disputes, are not in it.',
  ),
  payment_count: moved('Payments of which money was received.'),
  last_payment: nullable(
    described(strict(reached), 'The newest payment of which money was received.'),
  ),
  first_payment: nullable(
    described(strict(reached), 'The oldest one; null too if `is_complete` is false.'),
  ),
  summed: moved('The payments that were looked at, the newest ones.'),
  is_complete: Type.Boolean({
    description:
      'Whether these are all payments of the customer. One request looks at 10,000, which the customers of a list share evenly.',
  }),
})
export type Spend = Static<typeof Spend>

/** Only in an answer to a request that expands them. */
const expanded = {
  spend: Type.Optional(described(Spend, 'What the customer spent; only when expanded.')),
  has_payouts: Type.Optional(
    Type.Boolean({
      description: 'Whether there are payouts to the customer; only when expanded.',
    }),
  ),
}

export interface Expanded {
  readonly spend?: Spend
  readonly has_payouts?: boolean
}

const expand = {
  expand: Type.Optional(
    text(64, {
      description:
        'What to include, separated by commas: `spend`, which takes `payments:read`, and `has_payouts`, which takes `payouts:read`.',
    }),
  ),
}

export const GetCustomer = strict(expand)
export type GetCustomer = Static<typeof GetCustomer>

export const Customer = answer('Customer', {
  customer_id: Type.String(),
  merchant_id: Type.String(),
  ...shownPerson,
  description: nullable(Type.String({ description: ABOUT })),
  address: nullable(described(Address, 'The postal address; payments use it for billing.')),
  metadata: StoredMetadata,
  default_payment_method_id: nullable(
    Type.String({
      description:
        'The saved payment method that is marked as the default: the first that was saved, unless another was chosen. Null after it is deleted, until the next one is saved.',
    }),
  ),
  created: Timestamp,
  modified_at: Timestamp,
  ...expanded,
})
export type Customer = Static<typeof Customer>

const details = {
  ...sentPerson,
  description: Type.Optional(nullable(freeText(1_000, { description: ABOUT }))),
  address: Type.Optional(
    nullable(
      described(
        Address,
        'The postal address. Payments of the customer without one use it for billing.',
      ),
    ),
  ),
}

export const CreateCustomer = strict({
  customer_id: Type.Optional(
    listedId('Your own id for the customer. It can never be reused. Generated when omitted.'),
  ),
  ...details,
  metadata: Type.Optional(Metadata),
})
export type CreateCustomer = Static<typeof CreateCustomer>

export const UpdateCustomer = strict({
  ...details,
  default_payment_method_id: Type.Optional(
    nullable(text(64, { description: 'A saved payment method of this customer.' })),
  ),
  metadata: Type.Optional(MetadataPatch),
})
export type UpdateCustomer = Static<typeof UpdateCustomer>

export const customerFilters = {
  customer_id: oneOrMany('One id, or several separated by commas.'),
  email: emailFilter,
  name: equalTo(text(255, { description: 'Exactly this name.' })),
}

export const ListCustomers = extendedListQuery(
  { ...expand, order: orderBy(byCreation) },
  customerFilters,
)
export type ListCustomers = Static<typeof ListCustomers>

export const CustomerEntry = answer('CustomerEntry', {
  customer_id: Type.String(),
  email: shownPerson.email,
  name: shownPerson.name,
  created: Timestamp,
  ...expanded,
})
export type CustomerEntry = Static<typeof CustomerEntry>

export const CustomerList = listSchema('CustomerList', CustomerEntry)

export const DeletedCustomer = answer('DeletedCustomer', {
  customer_id: Type.String(),
  deleted: Type.Literal(true),
  customer_deleted: Type.Literal(true, {
    description: 'Always true: the personal data of the customer is redacted everywhere.',
  }),
  address_deleted: Type.Literal(true, { description: 'Always true: the address is deleted.' }),
  payment_methods_deleted: Type.Literal(true, {
    description: 'Always true: the saved payment methods are deleted.',
  }),
})
export type DeletedCustomer = Static<typeof DeletedCustomer>
