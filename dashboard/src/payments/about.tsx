// Cards beside a payment's timeline. Each is left out if it has nothing to show.
import { Box } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../api/client.ts'
import { useActors } from '../audit/actors.ts'
import type { Entry } from '../audit/words.ts'
import { formatAddress } from '../customers/words.ts'
import { Id } from '../lib/copy.tsx'
import { Card, type Detail, Details } from '../lib/details.tsx'
import { Lines } from '../lib/lines.tsx'
import { wholeNumber } from '../lib/numbers.ts'
import type { Target } from '../lib/url.ts'
import { brandName } from './words.ts'

type Payment = Schemas['Payment']

interface AboutProps {
  readonly payment: Payment
}

function Section({ title, rows }: { title: string; rows: readonly Detail[] }) {
  if (rows.every(([, value]) => !value)) return null
  return (
    <Card title={title}>
      <Details rows={rows} />
    </Card>
  )
}

interface MaskedCard {
  readonly last4?: string
  readonly brand?: string | null
  readonly bin?: string | null
  readonly exp_month?: string | null
  readonly exp_year?: string | null
  readonly card_holder_name?: string | null
}

export function PaidCard({ payment: { payment_method_data } }: AboutProps) {
  const { card } = (payment_method_data ?? {}) as { card?: MaskedCard }
  if (card?.last4 === undefined) return null
  const { brand, bin, last4, exp_month, exp_year, card_holder_name } = card
  return (
    <Section
      title="Card"
      rows={[
        ['Number', `${brandName(brand)} ···· ${last4}`],
        ['Expires', exp_month && exp_year && `${exp_month} / ${exp_year.slice(-2)}`],
        ['Name on card', card_holder_name],
        ['First digits', bin && <Id key="bin">{bin}</Id>],
      ]}
    />
  )
}

/** The object that was paid, and the person, key or page that created the payment. */
export function Origin({ payment, created }: AboutProps & { readonly created: Entry | undefined }) {
  const { nameOf } = useActors()
  const { payment_link_id, invoice_id, subscription_id } = payment.origin ?? {}
  const linked = (to: Target['to'], id: string | null | undefined) =>
    id && (
      <Link {...({ to, params: { id } } as Target)} className="id">
        {id}
      </Link>
    )
  return (
    <Section
      title="Origin"
      rows={[
        ['Payment link', linked('/payment-links/$id', payment_link_id)],
        ['Invoice', linked('/invoices/$id', invoice_id)],
        ['Subscription', linked('/subscriptions/$id', subscription_id)],
        ['Created by', created && nameOf(created)],
        ['From', created?.address],
      ]}
    />
  )
}

interface Item {
  readonly name: string
  readonly quantity: number
  readonly amount: number
}

export function Items({ payment: { order_details, currency } }: AboutProps) {
  const items = (order_details ?? []) as readonly Item[]
  if (items.length === 0) return null
  return (
    <Card title="Items">
      <Box pt={8} pb={12} px={20}>
        <Lines
          currency={currency}
          lines={items.map(({ name, quantity, amount }, nth) => ({
            key: String(nth),
            name: quantity === 1 ? name : `${wholeNumber(quantity)} × ${name}`,
            amount,
          }))}
          sums={[]}
        />
      </Box>
    </Card>
  )
}

interface Contact {
  readonly address?: Parameters<typeof formatAddress>[0]
}

export function Addresses({ payment: { billing, shipping } }: AboutProps) {
  return (
    <Section
      title="Addresses"
      rows={[
        ['Billing', formatAddress((billing as Contact | null)?.address)],
        ['Shipping', formatAddress((shipping as Contact | null)?.address)],
      ]}
    />
  )
}

export function Metadata({ payment: { metadata } }: AboutProps) {
  return <Section title="Metadata" rows={Object.entries(metadata)} />
}
