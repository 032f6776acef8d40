// The shopper's next step elsewhere: transfer money, scan or enter a code, confirm in an app, continue on a page.
import type { PagePayment } from '@florin/pages/contract.ts'
import { useText } from './context.ts'
import { CopyButton } from './copy_button.tsx'
import { pickRedirect } from './flow.ts'
import { methodName } from '@florin/pages/method_names.ts'
import { Panel, Spinner } from './panel.tsx'
import type { MessageKey, Text } from '@florin/locales/text.ts'

interface InstructionsProps {
  payment: PagePayment
  onOther: () => void
}

export function Instructions({ payment, onOther }: InstructionsProps) {
  const text = useText()
  const { t, money } = text
  const action = payment.next_action ?? {}
  const url = pickRedirect(payment)
  const method = methodName(payment.payment_method_type ?? '', text)
  const words = { amount: money(payment.amount), method }
  const isCard = payment.payment_method === 'card'
  const [title, body] = isCard ? CONFIRM : (titles[String(action['type'])] ?? REDIRECT)
  const until = action['expires_at'] ?? action['display_to_timestamp']
  return (
    <Panel sign="wait" title={t(title, words)} text={t(body, words)}>
      <Details action={action} />
      {typeof until === 'string' && (
        <p class="until">{t('pay_before', { date: text.date(until) })}</p>
      )}
      {url !== undefined && (
        <a class="button primary" href={url} rel="noreferrer">
          {isCard ? t('confirm_title') : t('continue_with', { method })}
        </a>
      )}
      <Spinner text={t('waiting')} />
      <button type="button" class="link" onClick={onOther}>
        {t('pay_other')}
      </button>
    </Panel>
  )
}

type Titles = readonly [title: MessageKey, body: MessageKey]

const CONFIRM: Titles = ['confirm_title', 'confirm_text']
const REDIRECT: Titles = ['return_title', 'return_text']
const titles: Readonly<Record<string, Titles>> = {
  display_bank_transfer_information: ['transfer_title', 'transfer_text'],
  display_voucher_information: ['voucher_title', 'voucher_text'],
  qr_code_information: ['qr_title', 'qr_text'],
  wait_screen_information: ['wait_title', 'wait_text'],
}

const labels: Readonly<Record<string, MessageKey>> = {
  reference: 'reference',
  bank_name: 'bank',
  account_number: 'account_number',
  account_holder: 'account_holder',
  account_holder_name: 'account_holder',
}

/** The same in every language. */
const terms: Readonly<Record<string, string>> = {
  iban: 'IBAN',
  bic: 'BIC',
  sort_code: 'Sort code',
  routing_number: 'Routing number',
}

const HIDDEN: ReadonlySet<string> = new Set([
  'type',
  'expires_at',
  'redirect_to_url',
  'image_data_url',
])

function Details({ action }: { action: Record<string, unknown> }) {
  const text = useText()
  const image = action['image_data_url']
  const rows = Object.entries(action).flatMap(([name, value]) =>
    HIDDEN.has(name) || name.startsWith('display_') || typeof value !== 'string'
      ? []
      : [{ name, value, label: instructionLabel(name, text) }],
  )
  return (
    <>
      {typeof image === 'string' && image.startsWith('data:image/') && (
        <img class="qr" src={image} alt={text.t('qr_image')} width="220" height="220" />
      )}
      {rows.length > 0 && (
        <dl class="facts details">
          {rows.map(({ name, value, label }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd>
                <span class={name === 'raw_qr_data' ? 'code long' : 'code'} dir="auto">
                  {name === 'iban' ? inFours(value) : value}
                </span>
                <CopyButton label={label} value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

function instructionLabel(name: string, { t }: Text): string {
  if (name === 'raw_qr_data') return t('qr_code')
  const key = labels[name]
  return key === undefined ? (terms[name] ?? name.replaceAll('_', ' ')) : t(key)
}

function inFours(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
