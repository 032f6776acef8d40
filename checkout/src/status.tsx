// A payment's result, with a receipt to print.
import type { PageData, PagePayment } from '@florin/pages/contract.ts'
import { cardName, methodName } from '@florin/pages/method_names.ts'
import { useText } from './context.ts'
import { type Fact, Facts } from './facts.tsx'
import { Panel, Spinner } from './panel.tsx'
import type { Sign } from '@florin/pages/signs.ts'
import type { MessageKey, Text } from '@florin/locales/text.ts'

interface StatusProps {
  data: PageData
  payment: PagePayment
  onAgain?: (() => void) | undefined
}

type Row = readonly [sign: Sign, title: MessageKey, text: MessageKey]

const PAID: Row = ['done', 'paid', 'paid_text']
const rows: Readonly<Record<string, Row>> = {
  processing: ['wait', 'pending', 'pending_text'],
  requires_action: ['wait', 'pending', 'pending_text'],
  requires_merchant_action: ['wait', 'review', 'review_text'],
}

/** To the shopper a payment that is held for the seller is paid. */
export function isPaid({ status }: PagePayment): boolean {
  return rows[status] === undefined
}

export function Status({ data, payment, onAgain }: StatusProps) {
  const { t } = useText()
  const seller = data.seller.name
  const [sign, title, text] = rows[payment.status] ?? PAID
  const back = returnUrl(data.return_url, payment)
  return (
    <Panel sign={sign} title={t(title)} text={t(text, { seller })}>
      {payment.status === 'processing' && <Spinner text={t('waiting')} />}
      {payment.created !== '' && <Receipt data={data} payment={payment} />}
      <div class="actions">
        {back !== undefined && (
          <a class="button primary" href={back} rel="noreferrer">
            {t('return_to', { seller })}
          </a>
        )}
        {isPaid(payment) && payment.created !== '' && (
          <button type="button" class="button quiet" onClick={() => print()}>
            {t('print')}
          </button>
        )}
        {isPaid(payment) && onAgain && (
          <button type="button" class="link" onClick={onAgain}>
            {t('pay_again')}
          </button>
        )}
      </div>
    </Panel>
  )
}

/** A receipt is for what is paid; until then only what identifies the payment is shown. */
function Receipt({ data, payment }: { data: PageData; payment: PagePayment }) {
  const text = useText()
  const { t } = text
  const facts: Fact[] = [[t('amount'), text.money(payment.amount)]]
  if (isPaid(payment)) {
    facts.unshift([t('paid_to'), data.seller.name])
    facts.push([t('date'), text.date(payment.created)], [t('paid_with'), paidWith(payment, text)])
  }
  return (
    <section aria-label={t(isPaid(payment) ? 'receipt' : 'pending')}>
      {isPaid(payment) && <h2>{t('receipt')}</h2>}
      <Facts facts={facts}>
        {data.order_number !== null && (
          <div>
            <dt>{t('order_number')}</dt>
            <dd>
              <bdi>{data.order_number}</bdi>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('reference')}</dt>
          <dd class="code">{payment.payment_id}</dd>
        </div>
      </Facts>
    </section>
  )
}

function paidWith({ payment_method_type, payment_method_data }: PagePayment, text: Text): string {
  const { last4, brand } = (payment_method_data?.['card'] ?? {}) as Record<string, string>
  if (last4 === undefined) return methodName(payment_method_type ?? '', text)
  return cardName({ brand: brand ?? null, last4 }, text)
}

/** As every payment returns: with its id and status. */
function returnUrl(address: string | null, { payment_id, status }: PagePayment) {
  if (address === null || !/^https?:/i.test(address) || !URL.canParse(address)) return undefined
  const url = new URL(address)
  url.searchParams.set('payment_id', payment_id)
  url.searchParams.set('status', status)
  return url.href
}
