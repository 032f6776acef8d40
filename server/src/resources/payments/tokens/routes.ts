import { post, type Route } from '#http/route.ts'
import { exampleCard } from '#resources/payments/payments/example.ts'
import { createToken, parseToken } from './create.ts'
import { CreateToken, Token } from './schema.ts'

export const tokenRoutes: Route[] = [
  post('/tokens', {
    tag: 'Tokens',
    summary: 'Create a card token',
    about:
      'For browsers, with a publishable key: the card number goes from the customer to Florin and never through your server.',
    access: 'payments:write',
    publishable: 'token',
    body: CreateToken,
    parse: parseToken,
    creates: true,
    example: { card: exampleCard },
    status: 201,
    answer: Token,
    errors: ['IR_01', 'IR_04'],
    run: (context, { order }) => createToken(context, order),
  }),
]
