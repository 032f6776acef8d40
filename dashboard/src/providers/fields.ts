// Forms about a provider account. The credentials and settings follow from the provider type's table.
import type { Profile } from '../api/profiles.ts'
import type { Field, Fields } from '../lib/field_values.ts'
import { typeName } from '../payments/words.ts'
import type { ProviderForm } from './provider_form.ts'
import { type Connector, entryNames } from './words.ts'

const ALL = 'all'
/** The pattern of a credential that only the other environment has. */
const EMPTY = '^$'

export const label = {
  kind: 'text',
  label: 'Label',
  description: 'For your team: it names the account on payments and in routing rules.',
  missing: 'Enter a label, such as Stripe EU.',
  maxLength: 64,
} satisfies Field

/** Secrets are write-only: the form never has their present values. */
export function credentialFields(type: ProviderForm, isSandbox: boolean): Fields {
  const used = type.credentials.filter(
    ({ test_pattern, live_pattern }) => (isSandbox ? test_pattern : live_pattern) !== EMPTY,
  )
  return Object.fromEntries(
    used.map(({ name, label: title, about, pattern, public: isPublic, optional }) => {
      const field: Field = {
        kind: isPublic ? 'text' : 'password',
        label: title,
        description: about.replaceAll('`', ''),
        at: `credentials.${name}`,
        autoComplete: isPublic ? 'off' : 'new-password',
        maxLength: 4096,
        check: (text) =>
          new RegExp(pattern).test(isPublic ? text.trim() : text)
            ? undefined
            : `This does not look like a valid value for ${title}.`,
        ...(optional ? { isOptional: true } : { missing: `${title} is needed.` }),
      }
      return [`credential_${name}`, field]
    }),
  )
}

/** The way in which cards are entered, if there is a choice, and the abilities that the acquirer has switched on. */
export function settingFields({ settings, card_entry }: ProviderForm): Fields {
  const abilities = settings.map(({ name, label: title, about }) => {
    const field: Field = {
      kind: 'switch',
      label: title,
      description: about,
      at: `settings.${name}`,
    }
    return [`setting_${name}`, field] as const
  })
  const entry: Field = {
    kind: 'select',
    label: 'Card entry',
    description: 'An acquirer must allow card numbers for an account before you send them.',
    data: card_entry.map((value) => ({ value, label: entryNames[value] ?? value })),
    initial: card_entry[0] ?? '',
  }
  return {
    ...(card_entry.length > 1 && { card_entry: entry }),
    ...Object.fromEntries(abilities),
  }
}

export const webhookSecret = {
  webhook_secret: {
    kind: 'password',
    label: 'Webhook secret',
    description:
      'The acquirer shows it when you register the URL. A previous secret is accepted for another day.',
    missing: 'Enter the webhook secret.',
    maxLength: 512,
    autoComplete: 'new-password',
  },
} satisfies Fields

export function editFields(type: ProviderForm | undefined, profiles: readonly Profile[]): Fields {
  return {
    connector_label: label,
    priority: {
      kind: 'number',
      label: 'Priority',
      description: 'Without a routing rule, the account with the lowest number is tried first.',
      missing: 'Enter a whole number from 0 to 1000.',
      invalid: 'Enter a whole number from 0 to 1000.',
      row: 'place',
    },
    profile_id: {
      kind: 'select',
      label: 'Business profile',
      description: 'The only profile that uses the account.',
      data: [
        { value: ALL, label: 'All profiles' },
        ...profiles.map(({ profile_id, profile_name }) => ({
          value: profile_id,
          label: profile_name,
        })),
      ],
      parse: (text) => (text === ALL ? null : text),
      row: 'place',
    },
    payment_methods_enabled: {
      kind: 'multi',
      label: 'Payment methods',
      description: 'Empty takes every method that the acquirer offers.',
      data: (type?.methods ?? []).map((value) => ({ value, label: typeName(value) })),
      searchable: true,
      clearable: true,
      empty: [],
    },
    ...(type && settingFields(type)),
  }
}

/** The account as the form shows it. */
export function startEdit(account: Connector) {
  const { connector_label, priority, profile_id, payment_methods_enabled, card_entry } = account
  const settings = Object.entries(account.settings).map(([name, isOn]) => [`setting_${name}`, isOn])
  return {
    connector_label,
    priority,
    profile_id: profile_id ?? ALL,
    payment_methods_enabled: payment_methods_enabled.join(','),
    card_entry,
    ...(Object.fromEntries(settings) as Record<string, boolean>),
  }
}
