// The page on which a recipient enters a payout method: its settings in requests, and the page in answers.
import { type Static, Type } from 'typebox'
import { anyCase, described, strict, text, WebUrl } from '#http/fields.ts'

export const payoutTypes = ['card', 'bank', 'wallet', 'bank_redirect'] as const

export const PayoutLinkConfig = strict({
  logo: Type.Optional(described(WebUrl, 'The address of the image at the top of the page.')),
  merchant_name: Type.Optional(
    text(255, { description: 'Your name at the top of the page. By default that of the profile.' }),
  ),
  theme: Type.Optional(text(64, { description: 'The color of the page, such as `#1a73e8`.' })),
  enabled_payment_methods: Type.Optional(
    Type.Array(
      strict({
        payment_method: anyCase([...payoutTypes, 'bank_transfer'], {
          description: 'A category of payout methods, in any case.',
        }),
        payment_method_types: Type.Optional(
          Type.Array(text(64), {
            maxItems: 100,
            description: 'The kinds of this category, such as `sepa`. By default all.',
          }),
        ),
      }),
      {
        maxItems: 10,
        description: 'What the page offers. By default the usual methods of the currency.',
      },
    ),
  ),
  form_layout: Type.Optional(
    anyCase(['journey', 'tabs'], {
      description: 'Stored and returned with the link; it changes nothing.',
    }),
  ),
  test_mode: Type.Optional(
    Type.Boolean({ description: 'Stored and returned with the link; it changes nothing.' }),
  ),
})

export type PayoutLinkConfig = Static<typeof PayoutLinkConfig>

/** In answers. */
export const PayoutLink = Type.Unsafe<Record<string, unknown> | null>({
  type: ['object', 'null'],
  properties: {
    link: {
      type: 'string',
      description:
        'The page for the recipient. With `payouts:write` its fragment has the `client_secret`, without which the page takes no details.',
    },
    config: {
      ...PayoutLinkConfig,
      description: 'How the page looks, as you sent it.',
    },
  },
  additionalProperties: true,
  description: 'The page on which the recipient enters the method; null without one.',
})
