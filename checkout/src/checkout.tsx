// The payment page: the order on one side; the form, the next step or the result on the other.
import { Coin } from './coin.tsx'
import type { ComponentChildren, FunctionComponent } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { PageData, TestCard } from '@florin/pages/contract.ts'
import type { PageSetup } from '@florin/pages/payment_setup.ts'
import { announce, LiveRegion } from './announce.tsx'
import { formatNumber } from '@florin/pages/card.ts'
import { TextContext, useText } from './context.ts'
import { type Flow, makeFlow, type Opening, type View } from './flow.ts'
import { chosenAmount, type FormValues, initialValues } from './form.ts'
import { Instructions } from './instructions.tsx'
import { LanguageSwitch } from './language_switch.tsx'
import { methodName } from '@florin/pages/method_names.ts'
import { Panel, Spinner } from './panel.tsx'
import { PayForm } from './pay_form.tsx'
import { isPaid, Status } from './status.tsx'
import { TestMode } from './test_mode.tsx'
import { makeText, type Messages } from '@florin/locales/text.ts'
import type { SetValues } from './use_form.ts'

export interface SummaryProps {
  data: PageData
  amount: number | undefined
  /** Is it still to be paid, is it paid, or neither? */
  stage: 'due' | 'paid' | 'closed'
}

export interface ClosedProps {
  data: PageData
  status: PageData['status']
  notice: string | null
}

/** The page's specific parts: a link has an order, an invoice has its lines. */
interface Parts {
  Summary: FunctionComponent<SummaryProps>
  /** When nothing can be paid. */
  Closed: FunctionComponent<ClosedProps>
}

interface CheckoutProps {
  data: PageData
  setup: PageSetup
  parts: Parts
  opening?: Opening
}

export function Checkout({ data, setup, parts, opening = {} }: CheckoutProps) {
  const [language, setLanguage] = useState({ locale: data.locale, messages: setup.messages })
  const text = useMemo(() => makeText(language.messages, language.locale, data), [language])
  const [view, setView] = useState<View>({ type: 'loading' })
  const [values, setValues] = useState(() => initialValues(data))
  const flow = useFlow(data, opening, (next) => {
    setView(next)
    // The security code is for one attempt only, as the card schemes want it.
    const hasEnded = next.type !== 'form' || next.note !== undefined
    if (hasEnded) setValues((last) => ({ ...last, card: { ...last.card, code: '' } }))
  })
  useEffect(() => {
    document.documentElement.lang = text.locale
    document.documentElement.dir = text.direction
  }, [text])
  const pick = (card: TestCard) => {
    setValues((last) => withTestCard(last, data, card))
    announce(`${text.t('card_number')}: ${formatNumber(card.number)}`)
  }
  const shared = { data, parts, view, values, setValues, flow }
  const isForm = view.type === 'form'
  const hasCard = data.methods.some(({ flow }) => flow === 'card')
  return (
    <TextContext.Provider value={text}>
      {data.test_mode && (
        <TestMode cards={data.test_cards} onPick={isForm && hasCard ? pick : undefined} />
      )}
      <div class={data.status === 'unknown' ? 'page single' : 'page'}>
        {data.status !== 'unknown' && (
          <parts.Summary data={data} amount={amountIn(shared)} stage={pickStage(view)} />
        )}
        <main class="main">
          <div class="column">
            <CurrentView {...shared} />
            <Footer>
              <LanguageSwitch
                languages={setup.languages}
                onSwitch={(locale: string, messages: Messages) => setLanguage({ locale, messages })}
              />
            </Footer>
          </div>
        </main>
      </div>
      <LiveRegion />
    </TextContext.Provider>
  )
}

export interface Shared {
  data: PageData
  parts: Parts
  view: View
  values: FormValues
  setValues: SetValues
  flow: Flow
}

/** The amount of the shown payment, or the one about to be paid. */
function amountIn({ data, view, values }: Shared): number | undefined {
  const isPayment = view.type === 'payment' || view.type === 'redirecting'
  return isPayment && view.payment.created !== '' ? view.payment.amount : chosenAmount(data, values)
}

function pickStage(view: View): 'due' | 'paid' | 'closed' {
  if (view.type === 'closed') return 'closed'
  return view.type === 'payment' && isPaid(view.payment) ? 'paid' : 'due'
}

function CurrentView(shared: Shared) {
  const text = useText()
  const { t } = text
  const { data, parts, view, flow } = shared
  switch (view.type) {
    case 'loading':
      return <Spinner text="" />
    case 'form':
      return <PayForm {...shared} view={view} />
    case 'unknown':
      return (
        <Panel sign="wait" title={t('unknown_title')} text={t('unknown_text')}>
          <Spinner text={t('waiting')} />
          <button type="button" class="button quiet" onClick={flow.checkNow}>
            {t('check_now')}
          </button>
        </Panel>
      )
    case 'redirecting': {
      const method = methodName(view.payment.payment_method_type ?? '', text)
      return <Panel sign="wait" title={t('redirecting', { method })} />
    }
    case 'payment': {
      const { payment } = view
      if (payment.status === 'requires_action' && payment.next_action !== null) {
        return <Instructions payment={payment} onOther={flow.restart} />
      }
      const isReusable = data.status === 'active' && data.donation !== null
      return (
        <Status data={data} payment={payment} onAgain={isReusable ? flow.restart : undefined} />
      )
    }
    case 'closed':
      return <parts.Closed data={data} status={view.status} notice={view.notice} />
  }
}

function Footer({ children }: { children: ComponentChildren }) {
  const { t } = useText()
  return (
    <footer class="foot">
      <span class="powered">
        <Coin size={16} />
        {t('powered_by')}
      </span>
      {children}
    </footer>
  )
}

function useFlow(data: PageData, opening: Opening, show: (view: View) => void): Flow {
  const flow = useMemo(() => makeFlow(data, opening, show), [])
  useEffect(() => {
    void flow.start()
    // A page that the browser had put aside comes back as it was left, perhaps long ago.
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) void flow.start()
    })
  }, [])
  return flow
}

function withTestCard(last: FormValues, data: PageData, { number }: TestCard): FormValues {
  const method = data.methods.find(({ flow }) => flow === 'card')
  const isAmex = /^3[47]/.test(number)
  const card = {
    number: formatNumber(number),
    expiry: '12 / 34',
    code: isAmex ? '1234' : '123',
    holder: last.card.holder || 'Ada King',
  }
  return { ...last, type: method?.type ?? last.type, card }
}
