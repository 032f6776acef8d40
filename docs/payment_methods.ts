// The generated page about the method table.
import { INSTRUCTIONS_DAYS } from '../bank/src/methods.ts'
import { fields } from '#resources/methods/payment_methods/method_fields.ts'
import { methodNames } from '#core/method_types.ts'
import { type Method, methods, type MethodType } from '#resources/methods/payment_methods/types.ts'
import { page, table } from './page.ts'

function codeList(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}

/** All payment methods, with what each type needs and can do. */
export function paymentMethodsPage(): string {
  const rows = methodNames.flatMap((name) => {
    const method: Method = methods[name]
    return Object.entries(method.types).map(([type, row]) => [
      `\`${name}\``,
      `\`${type}\``,
      row.currencies?.join(', ') ?? 'every currency',
      countryList(row),
      name === 'card' ? 'the card' : requiredFields(row),
      codeList(row.optional ?? []),
      method.holds ? 'yes' : 'no',
      method.needs_return_url ? 'yes' : '',
      `\`${row.deadline ?? method.deadline}\``,
    ])
  })
  const described = Object.entries(fields).map(([name, { schema }]) => [
    `\`${name}\``,
    (schema as { description?: string }).description ?? '',
  ])
  return page(
    'Payment methods',
    'A payment names its method as `payment_method` and its type as `payment_method_type`. `payment_method_data` has exactly one object, named after the method; in it is one object, named after the type. Cards and `crypto` have their fields directly in the object of the method. Unknown fields are refused.',
    table(
      [
        'Method',
        'Type',
        'Currencies',
        'Usual in',
        'Required fields',
        'Optional fields',
        'Manual capture',
        'Needs `return_url`',
        'Waits until',
      ],
      rows,
    ),
    'Another currency, or manual capture of a method that cannot hold money, is refused with 422 `IR_29` when the payment is created, updated or confirmed. The message and `details.currencies` list the possible currencies.',
    '*Usual in* lists the countries where shoppers usually pay with the type. [The hosted page](../guides/hosted-page.md#which-ways-to-pay) shows it there first. A discontinued type is accepted by the API, because earlier integrations may name it; the hosted page offers it only to a business that lists it in `allowed_payment_method_types`.',
    `*Waits until* says how long a payment stays in \`requires_action\` before it fails: for the \`session_expiry\` of its business profile, or until the time that the customer was shown, which is \`expires_at\` or \`display_to_timestamp\` in \`next_action\`. The sandbox shows a time ${INSTRUCTIONS_DAYS} days ahead. Money that arrives later is booked and returned to the customer; \`late_outcomes\` of the payment shows it, and the event \`payment_reversed\` reports it.`,
    '`apple_pay` and `google_pay` need a merchant identity in `wallet_identities` of the business profile. `pay_later` needs `email` and `billing` of the payment.',
    '## Fields',
    table(['Field', 'Meaning'], described),
  )
}

function countryList({ countries, discontinued }: MethodType): string {
  if (discontinued) return 'discontinued'
  if (countries === undefined) return 'every country'
  return countries.length === 0 ? '–' : countries.join(', ')
}

function requiredFields({ required = [], one_of = [] }: MethodType): string {
  const either = one_of.map((name) => `\`${name}\``).join(' or ')
  return [codeList(required), either].filter(Boolean).join(', ')
}
