// The API schemas of customers.
import { type Static, Type } from 'typebox'
import {
  Address,
  answer,
  Email,
  Metadata,
  MetadataPatch,
  nullable,
  Phone,
  PhoneCountryCode,
  shaped,
  StoredMetadata,
  strict,
  text,
  Timestamp,
} from '#http/fields.ts'
import { equalTo, listOf, listQuery, oneOrMany } from '#http/lists.ts'

export const Customer = answer('Customer', {
  customer_id: Type.String(),
  merchant_id: Type.String(),
  email: nullable(Type.String()),
  name: nullable(Type.String()),
  phone: nullable(Type.String()),
  phone_country_code: nullable(Type.String()),
  description: nullable(Type.String()),
  address: nullable(Address),
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
  email: Type.Optional(nullable(Email)),
  name: Type.Optional(nullable(text(255))),
  phone: Type.Optional(nullable(Phone)),
  phone_country_code: Type.Optional(nullable(PhoneCountryCode)),
  description: Type.Optional(nullable(text(1_000))),
  address: Type.Optional(nullable(Address)),
}

export const CreateCustomer = strict({
  // `list` is a route of its own: a customer of that name could never be read.
  customer_id: Type.Optional(
    shaped(
      '^(?!list$)[A-Za-z0-9_-]{1,64}$',
      '1 to 64 letters, digits, `_` or `-`, and not `list`',
      {
        description:
          'Your own id for the customer. It can never be reused. Generated when omitted.',
      },
    ),
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
  email: equalTo(text(255)),
  name: equalTo(text(255)),
}

export const ListCustomers = listQuery(customerFilters)
export type ListCustomers = Static<typeof ListCustomers>

export const CustomerEntry = answer('CustomerEntry', {
  customer_id: Type.String(),
  email: nullable(Type.String()),
  name: nullable(Type.String()),
  created: Timestamp,
})
export type CustomerEntry = Static<typeof CustomerEntry>

export const CustomerList = listOf('CustomerList', CustomerEntry)

export const DeletedCustomer = answer('DeletedCustomer', {
  customer_id: Type.String(),
  deleted: Type.Literal(true),
  customer_deleted: Type.Literal(true),
  address_deleted: Type.Literal(true),
  payment_methods_deleted: Type.Literal(true),
})
export type DeletedCustomer = Static<typeof DeletedCustomer>
