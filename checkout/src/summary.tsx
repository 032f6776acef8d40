// The order: who is paid, how much, for what.
import { useState } from 'preact/hooks'
import type { PageData } from '@florin/pages/contract.ts'
import type { SummaryProps } from './checkout.tsx'
import { useText } from './context.ts'
import { Fold } from './fold.tsx'

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

function Lines({ data: { lines, amount } }: { data: PageData }) {
  const { t, money } = useText()
  return (
    <Fold id="order-lines" show={t('details_show')} hide={t('details_hide')}>
      {(open) => (
        <ul class={`lines${open}`} id="order-lines">
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
      )}
    </Fold>
  )
}
