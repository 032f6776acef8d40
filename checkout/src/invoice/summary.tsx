// The invoice: from whom, for whom, how much, for what.
import type { InvoicePageData, InvoiceView } from '@florin/pages/contract.ts'
import type { SummaryProps } from '../checkout.tsx'
import { useText } from '../context.ts'
import { Facts } from '../facts.tsx'
import { Fold } from '../fold.tsx'
import { Seller } from '../summary.tsx'
import {
  addressLines,
  amountDue,
  badgeLooks,
  pickBadge,
  listFacts,
  describeDate,
  listSums,
} from '@florin/pages/invoice_sums.ts'
import type { Key } from '@florin/locales/text.ts'

export function InvoiceSummary({ data, stage }: SummaryProps) {
  const text = useText<Key<'invoice'>>()
  const { t } = text
  const { invoice, path } = data as InvoicePageData
  if (invoice === null) return null
  // It was paid on this page, a moment ago.
  const state = stage === 'paid' ? 'paid' : invoice.state
  const shown = { ...invoice, state }
  const badge = pickBadge(shown)
  return (
    <section class="side" aria-label={t('invoice')}>
      <div class="column">
        <div class="invoice-head">
          <Seller data={data} />
          <span class={`state state-${badgeLooks[badge]}`}>{t(`state_${badge}`)}</span>
        </div>
        <p class="due">{t(state === 'paid' ? 'amount_paid' : 'amount_due')}</p>
        <p class="total figures">{text.money(amountDue(shown))}</p>
        <p class="description">{describeDate(shown, text)}</p>
        <p class="invoice-pdf">
          <a class="button quiet" href={`${path}/pdf?lang=${text.locale}`} download>
            {t('download')}
          </a>
        </p>
        <Details invoice={shown} />
      </div>
    </section>
  )
}

function Details({ invoice }: { invoice: InvoiceView }) {
  const text = useText<Key<'invoice'>>()
  const { t } = text
  return (
    <Fold id="invoice-details" show={t('details_show')} hide={t('details_hide')}>
      {(open) => (
        <div class={`invoice-details${open}`} id="invoice-details">
          <Facts facts={listFacts(invoice, text)}>
            <div>
              <dt>{t('bill_to')}</dt>
              <dd class="bill-to">
                {addressLines(invoice, text).map((line) => (
                  <bdi key={line}>{line}</bdi>
                ))}
              </dd>
            </div>
          </Facts>
          <Lines invoice={invoice} />
        </div>
      )}
    </Fold>
  )
}

function Lines({ invoice }: { invoice: InvoiceView }) {
  const text = useText<Key<'invoice'>>()
  const { lines, lines_left_out: count } = invoice
  const sums = listSums(invoice, text)
  return (
    <ul class="lines open">
      {lines.map((line, n) => (
        <li key={n}>
          <bdi>{line.description}</bdi>
          <span class="figures">{text.money(line.amount)}</span>
          <small class="figures">
            {line.quantity > 1 && `${line.quantity} × · `}
            {text.period(line.period_start, line.period_end)}
          </small>
        </li>
      ))}
      {count > 0 && <li>{text.t('more_lines', { count })}</li>}
      {sums.map(([name, value], n) => (
        <li key={name} class={n === sums.length - 1 ? 'sum' : ''}>
          <span>{name}</span>
          <span class="figures">{value}</span>
        </li>
      ))}
    </ul>
  )
}
