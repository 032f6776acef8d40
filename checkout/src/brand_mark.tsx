// The card's brand, drawn with a few shapes: no image is loaded during typing.
import type { Brand } from '@florin/pages/card.ts'

const words: Readonly<Record<string, string>> = {
  visa: 'VISA',
  amex: 'AMEX',
  diners: 'Diners',
  discover: 'DISCOVER',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

export function BrandMark({ brand }: { brand: Brand }) {
  const { name, label } = brand
  if (name === 'unknown') return <CardOutline />
  const circles = name === 'mastercard' ? ['#eb001b', '#f79e1b'] : ['#0a73d9', '#d81e05']
  return (
    <span class={`brand brand-${name}`} role="img" aria-label={label}>
      {words[name] ?? (
        <svg viewBox="0 0 32 20" width="32" height="20" aria-hidden="true">
          <circle cx="12" cy="10" r="7" fill={circles[0]} />
          <circle cx="20" cy="10" r="7" fill={circles[1]} fill-opacity="0.85" />
        </svg>
      )}
    </span>
  )
}

function CardOutline() {
  return (
    <span class="brand brand-unknown" aria-hidden="true">
      <svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor">
        <rect x="3" y="5" width="18" height="14" rx="3" stroke-width="1.75" />
        <path d="M3 10h18M7 15h2" stroke-width="1.75" stroke-linecap="round" />
      </svg>
    </span>
  )
}
