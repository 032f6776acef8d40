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
import { emailFilter, equalTo, listSchema, listQuery, oneOrMany } from '#http/lists.ts'

const ABOUT = 'Your own text about the customer.'

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

export const ListCustomers = listQuery(customerFilters)
export type ListCustomers = Static<typeof ListCustomers>

export const CustomerEntry = answer('CustomerEntry', {
  customer_id: Type.String(),
  email: shownPerson.email,
  name: shownPerson.name,
  created: Timestamp,
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
