import { type Route, route } from '../http/route.ts'
import { createMerchant } from './create.ts'
import { CreateMerchant, NewMerchant } from './schema.ts'

export const merchantRoutes: Route[] = [
  route({
    method: 'POST',
    url: '/accounts',
    tag: 'Merchants',
    summary: 'Create a merchant',
    about: 'For the operator: takes the key in FLORIN_ADMIN_KEY.',
    access: 'admin',
    body: CreateMerchant,
    example: { merchant_name: 'Corner Bookshop' },
    status: 201,
    answer: NewMerchant,
    errors: ['IR_01', 'IR_04'],
    run: (context, { body }) => createMerchant(context, body),
  }),
]
