// Filters for the payment list.
import { type Static, Type } from 'typebox'
import { shaped, text } from '#http/fields.ts'
import {
  among,
  amountRange,
  currencies,
  emailFilter,
  equalTo,
  listSchema,
  listQuery,
  oneOrMany,
} from '#http/lists.ts'
import { declines } from '#core/declines.ts'
import { methodNames, methodTypeNames } from '#core/method_types.ts'
import { Payment } from './schema.ts'
import { aliases, payment } from './state.ts'

export const paymentFilters = {
  payment_id: oneOrMany('One id, or several separated by commas.'),
  status: oneOrMany('A status, or several.', {
    read: among(payment.states, (name) => aliases.get(name) ?? name),
  }),
  customer_id: oneOrMany('A customer, or several.'),
  currency: currencies,
  payment_method: oneOrMany('A method, or several.', { read: among(methodNames) }),
  payment_method_type: oneOrMany('A kind of method, or several.', { read: among(methodTypeNames) }),
  profile_id: oneOrMany('A profile, or several.'),
  merchant_order_reference_id: equalTo(
    text(255, { description: 'Exactly this reference of yours.' }),
  ),
  email: emailFilter,
  ...amountRange,
  last4: equalTo(
    shaped('^\\d{4}$', 'four digits', { description: 'The last four digits of the card.' }),
  ),
  unified_code: oneOrMany('The reason of a decline as its `unified_code`, or several.', {
    read: among(declines),
  }),
  is_refunded: equalTo(
    Type.Boolean({
      description: 'Whether a refund was made, of all or a part; pending ones count.',
    }),
  ),
  is_disputed: equalTo(
    Type.Boolean({ description: 'Whether money of it is disputed, or was lost to a dispute.' }),
  ),
}

export const ListPayments = listQuery(paymentFilters)
export type ListPayments = Static<typeof ListPayments>

export const PaymentList = listSchema('PaymentList', Payment)
