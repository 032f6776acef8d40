// The objects that can have notes. A note is a person's, so a user who may read the object may add one.
import type { Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import {
  isErased,
  readCustomer,
  whileNotDeleted,
  whileNotErased,
} from '#resources/payments/customers/read.ts'
import { readDispute } from '#resources/payments/disputes/read.ts'
import { readPayment } from '#resources/payments/payments/read.ts'

/** The columns by which a person's notes are erased. */
interface Owner {
  readonly payment_id: string | null
  readonly customer_id: string | null
}

interface Subject {
  readonly owner: Owner
  /** Holds while the note is written. */
  readonly demands: readonly Write[]
}

/** Refuses an object that the caller may not read. */
type ReadSubject = (context: Context, id: string) => Promise<Subject>

async function readPaid(context: Context, payment_id: string): Promise<Subject> {
  const payment = await readPayment(context, payment_id)
  if (await isErased(context, payment)) throw erased()
  const demands = await whileNotErased(context, payment)
  return { owner: { payment_id, customer_id: null }, demands }
}

function erased(): Failure {
  const message = 'The customer of this payment was deleted, so nothing more is written about it.'
  return new Failure('IR_16', message)
}

export const subjects = {
  payments: {
    type: 'payment',
    id: 'payment_id',
    access: 'payments:read',
    read: readPaid,
  },
  disputes: {
    type: 'dispute',
    id: 'dispute_id',
    access: 'disputes:read',
    read: async (context, dispute_id) =>
      readPaid(context, (await readDispute(context, dispute_id)).payment_id),
  },
  customers: {
    type: 'customer',
    id: 'customer_id',
    access: 'customers:read',
    read: async (context, customer_id) => ({
      owner: { payment_id: null, customer_id },
      demands: [whileNotDeleted(await readCustomer(context, customer_id))],
    }),
  },
} as const satisfies Record<
  string,
  { type: string; id: string; access: `${string}:read`; read: ReadSubject }
>

export type SubjectKind = keyof typeof subjects
