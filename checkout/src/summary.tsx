// The order: who is paid, how much, for what.
import { useState } from 'preact/hooks'
import type { PageData } from '../contract.ts'
import type { SummaryProps } from './checkout.tsx'
import { useText } from './context.ts'

const labels = { due: 'total_due', paid: 'total_paid', closed: 'total' } as const

export function Summary({ data, amount, stage }: SummaryProps) {
  const { t, money, date } = useText()
  return (
    <section class="side" aria-label={t('order_summary')}>
      <div class="column">
        <Seller data={data} />
        {amount !== undefined && (
          <>
            <p class="due">{t(labels[stage])}</p>
            <p class="total figures">{money(amount)}</p>
          </>
        )}
        {data.description !== null && <p class="description">{data.description}</p>}
        {stage === 'due' && <p class="until">{t('expires', { date: date(data.expires_at) })}</p>}
        {data.lines.length > 0 && <Lines data={data} />}
      </div>
    </section>
  )
}

export function Seller({ data: { seller } }: { data: Pick<PageData, 'seller'> }) {
  const [isBroken, setBroken] = useState(false)
  const { logo, name } = seller
  return (
    <div class="seller">
      {logo !== null && !isBroken ? (
        <img
          class="logo"
          src={logo}
          alt=""
          width="36"
          height="36"
          onError={() => setBroken(true)}
        />
      ) : (
        <span class="logo initial" aria-hidden="true">
          {String.fromCodePoint(name.codePointAt(0) ?? 0).toUpperCase()}
        </span>
      )}
      <span class="seller-name">{name}</span>
    </div>
  )
}

/** On a small screen folded away, so that the form is near the top. */
function Lines({ data: { lines, amount } }: { data: PageData }) {
  const { t, money } = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        class="link more"
        aria-expanded={isOpen}
        aria-controls="order-lines"
        onClick={() => setOpen(!isOpen)}
      >
        {t(isOpen ? 'details_hide' : 'details_show')}
      </button>
      <ul class={isOpen ? 'lines open' : 'lines'} id="order-lines">
        {lines.map((line, n) => (
          <li key={n}>
            <span>{line.name}</span>
            <span class="figures">{money(line.amount * line.quantity)}</span>
            {line.quantity > 1 && (
              <small class="figures">
                {line.quantity} × {money(line.amount)}
              </small>
            )}
          </li>
        ))}
        {amount !== null && (
          <li class="sum">
            <span>{t('total')}</span>
            <span class="figures">{money(amount)}</span>
          </li>
        )}
      </ul>
    </>
  )
}
