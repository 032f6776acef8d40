// How the page of a link will look, drawn with its words, colours and structure. The page itself cannot be framed.
import { Box, SegmentedControl, useComputedColorScheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import { chooseAccent } from '@florin/pages/color.ts'
import { methodHint, methodKind } from '@florin/pages/method_names.ts'
import type { Text } from '@florin/locales/text.ts'
import type { Method } from '@florin/pages/contract.ts'
import { methodTypes } from '../api/generated/tables.ts'
import coin from '../coin.svg'
import { hostedText, productName } from './hosted_text.ts'
import styles from './preview.module.css'

export interface Draft {
  readonly seller: string
  readonly logo: string
  readonly color: string
  /** Undefined while it is not typed yet; null if the customer chooses it. */
  readonly amount: number | null | undefined
  readonly currency: string
  readonly description: string
  readonly lines: readonly { name: string; quantity: number; amount: number }[]
  readonly suggested: readonly number[]
  readonly min: number | undefined
  readonly max: number | undefined
  readonly expires_at: string
  readonly asks: boolean
  readonly layout: string
  /** Types, in their order; a card once. */
  readonly methods: readonly string[]
}

const widths = { phone: 375, desktop: 960 } as const

export function Preview({ draft }: { draft: Draft }) {
  const [device, setDevice] = useState<keyof typeof widths>('phone')
  const { ref, width } = useElementSize()
  const page = useElementSize()
  const theme = useComputedColorScheme('light')
  const scale = Math.min(1.1, (width || widths.phone) / widths[device])
  const accent = chooseAccent(draft.color, theme) ?? chooseAccent('#0f766e', theme)
  const colors = Object.fromEntries(
    Object.entries(accent ?? {}).map(([name, value]) => [`--${name.replaceAll('_', '-')}`, value]),
  )
  return (
    <section aria-label="Preview of the page" className={styles.frame}>
      <header className={styles.bar}>
        <h2>Preview</h2>
        <SegmentedControl
          size="xs"
          aria-label="Size of the preview"
          value={device}
          onChange={(value) => setDevice(value as keyof typeof widths)}
          data={[
            { value: 'phone', label: 'Phone' },
            { value: 'desktop', label: 'Desktop' },
          ]}
        />
      </header>
      {/* A keyboard scrolls it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <div ref={ref} className={styles.window} tabIndex={0} role="region" aria-label="The page">
        <Box dir="ltr" h={page.height * scale} w={widths[device] * scale} mx="auto">
          {/* The picture can be seen but not used: it is no form. */}
          <Box
            ref={page.ref}
            inert
            className={styles.page ?? ''}
            data-device={device}
            data-theme={theme}
            w={widths[device]}
            __vars={{ ...colors, '--scale': String(scale) }}
          >
            <Page draft={draft} />
          </Box>
        </Box>
      </div>
    </section>
  )
}

function Page({ draft }: { draft: Draft }) {
  const text = hostedText(draft.currency)
  const first = draft.methods[0]
  return (
    <>
      <div className={styles.side}>
        <Summary draft={draft} text={text} />
      </div>
      <div className={styles.main}>
        {draft.amount === null && <Amounts draft={draft} text={text} />}
        {draft.asks && <Contact text={text} />}
        <Methods draft={draft} text={text} />
        {first !== undefined && (
          <div className={styles.pay}>
            {isCard(first)
              ? payLabel(draft, text)
              : text.t('continue_with', { method: methodName(first) })}
          </div>
        )}
        {first !== undefined && isCard(first) && (
          <p className={styles.fine}>{text.t('never_sees', { seller: draft.seller })}</p>
        )}
        <p className={styles.foot}>
          <img src={coin} alt="" width={16} height={16} /> {text.t('powered_by')}
        </p>
      </div>
    </>
  )
}

function payLabel({ amount }: Draft, { t, money }: Text): string {
  return amount ? t('pay', { amount: money(amount) }) : t('pay_plain')
}

function Summary({ draft, text: { t, money, date } }: { draft: Draft; text: Text }) {
  const { seller, logo, amount, description, lines } = draft
  return (
    <>
      <div className={styles.seller}>
        {logo === '' ? (
          <span className={styles.initial}>{seller.slice(0, 1).toUpperCase()}</span>
        ) : (
          <img src={logo} alt="" width={36} height={36} />
        )}
        {seller}
      </div>
      {amount !== null && (
        <>
          <p className={styles.due}>{t('total_due')}</p>
          <p className={styles.total}>{money(amount ?? 0)}</p>
        </>
      )}
      {description !== '' && <p className={styles.description}>{description}</p>}
      <p className={styles.until}>{t('expires', { date: date(draft.expires_at) })}</p>
      {lines.length > 0 && <p className={styles.fold}>{t('details_show')}</p>}
      {lines.length > 0 && (
        <ul className={styles.lines}>
          {lines.map((line, n) => (
            // oxlint-disable-next-line react/no-array-index-key -- lines have no other key
            <li key={n}>
              <span>{line.name || '…'}</span>
              <span className="num">{money(line.amount * line.quantity)}</span>
              {line.quantity > 1 && (
                <small className="num">
                  {line.quantity} × {money(line.amount)}
                </small>
              )}
            </li>
          ))}
          {amount && (
            <li className={styles.sum}>
              <span>{t('total')}</span>
              <span className="num">{money(amount)}</span>
            </li>
          )}
        </ul>
      )}
    </>
  )
}

/** Of an open amount: those that are suggested, and one's own. */
function Amounts({ draft, text: { t, money } }: { draft: Draft; text: Text }) {
  const { suggested, min, max, currency } = draft
  const bounds =
    max === undefined ? undefined : t('amount_range', { min: money(min ?? 1), max: money(max) })
  return (
    <div className={styles.block}>
      <h3>{t('donation')}</h3>
      {suggested.length > 0 ? (
        <div className={styles.amounts}>
          {suggested.map((amount, n) => (
            <span key={amount} className={styles.pick} data-on={n === 0}>
              <i /> {money(amount)}
            </span>
          ))}
          <span className={styles.pick}>
            <i /> {t('other_amount')}
          </span>
        </div>
      ) : (
        <Field label={`${t('amount')} (${currency})`} help={bounds} />
      )}
    </div>
  )
}

function Contact({ text: { t } }: { text: Text }) {
  return (
    <div className={styles.block}>
      <h3>{t('contact')}</h3>
      {(['name', 'email', 'country', 'line1'] as const).map((name) => (
        <Field key={name} label={t(name)} />
      ))}
      <div className={styles.two}>
        <Field label={t('zip')} />
        <Field label={t('city')} />
      </div>
    </div>
  )
}

function Methods({
  draft: { methods, layout, seller },
  text: { t },
}: {
  draft: Draft
  text: Text
}) {
  const [first] = methods
  if (first === undefined) return <p className={styles.none}>{t('no_methods', { seller })}</p>
  const isTabs = layout !== 'accordion' && layout !== 'spaced_accordion'
  const body = isCard(first) ? (
    <CardFields t={t} />
  ) : (
    <p className={styles.hint}>{t(methodHint(pageMethod(first)), { method: methodName(first) })}</p>
  )
  return (
    <div className={styles.block}>
      <h3>{t('payment_method')}</h3>
      <div className={styles.methods} data-layout={isTabs ? 'tabs' : layout}>
        {methods.map((type) => {
          const kind = isTabs ? undefined : methodKind(pageMethod(type))
          return (
            <div key={type} data-on={type === first}>
              <span className={styles.method}>
                <i /> {methodName(type)}
                {kind && <small>{t(kind)}</small>}
              </span>
              {type === first && !isTabs && body}
            </div>
          )
        })}
      </div>
      {isTabs && body}
    </div>
  )
}

function pageMethod(type: string): Method {
  const { method = 'card', flow = 'card' } = methodTypes[type] ?? {}
  return { type, method, flow, fields: [] } as unknown as Method
}

function isCard(type: string): boolean {
  return type === 'credit' || type === 'debit'
}

function methodName(type: string): string {
  return isCard(type) ? 'Card' : productName(type)
}

function CardFields({ t }: Pick<Text, 't'>) {
  return (
    <div className={styles.card}>
      <Field label={t('card_number')} value="1234 1234 1234 1234" />
      <div className={styles.two}>
        <Field label={t('expiry')} value={t('expiry_format')} />
        <Field label={t('code')} value="123" />
      </div>
      <Field label={t('holder')} />
    </div>
  )
}

function Field({
  label,
  value = '',
  help,
}: {
  label: string
  value?: string
  help?: string | undefined
}) {
  return (
    <div className={styles.field}>
      <span>{label}</span>
      <div>{value}</div>
      {help !== undefined && <small>{help}</small>}
    </div>
  )
}
