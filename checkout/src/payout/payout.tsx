// Script for the payout link page.
import { render } from 'preact'
import { useState } from 'preact/hooks'
import { LiveRegion } from '../announce.tsx'
import { TextContext } from '../context.ts'
import { Panel } from '../panel.tsx'
import { readJson } from '../read_json.ts'
import { Seller } from '../summary.tsx'
import { TestMode } from '../test_mode.tsx'
import { type Key, makeText, type Messages } from '@florin/locales/text.ts'
import type { PayoutText } from './labels.ts'
import { PayoutForm } from './payout_form.tsx'
import type { PayoutPageData } from '@florin/pages/payout_setup.ts'

interface PayoutPageProps {
  data: PayoutPageData
  text: PayoutText
  secret: string
}

function PayoutPage({ data, text, secret }: PayoutPageProps) {
  // Without its fragment the address is not the whole link.
  const isWhole = secret !== '' || data.status !== 'open'
  const [status, setStatus] = useState(isWhole ? data.status : 'unknown')
  const shared = { ...data, status }
  const done = (isSaved: boolean) => (isSaved ? setStatus('done') : location.reload())
  return (
    <TextContext.Provider value={text}>
      {data.test_mode && <TestMode cards={[]} onPick={undefined} />}
      <div class={data.seller.name === '' ? 'page single' : 'page'}>
        {data.seller.name !== '' && <Side data={data} text={text} />}
        <main class="main">
          <div class="column">
            {status === 'open' ? (
              <PayoutForm data={data} secret={secret} onDone={done} />
            ) : (
              <Ended data={shared} text={text} />
            )}
            <footer class="foot">
              <span>{text.t('powered_by')}</span>
            </footer>
          </div>
        </main>
      </div>
      <LiveRegion />
    </TextContext.Provider>
  )
}

type Part = Omit<PayoutPageProps, 'secret'>

function Side({ data, text }: Part) {
  const values = { seller: data.seller.name, amount: text.money(data.amount) }
  return (
    <header class="side">
      <div class="column">
        <Seller data={data} />
        <h1 class="payout-title figures">{text.t('title', values)}</h1>
        {data.description !== null && <p class="description">{data.description}</p>}
      </div>
    </header>
  )
}

function Ended({ data, text: { t } }: Part) {
  const seller = data.seller.name
  switch (data.status) {
    case 'expired':
      return <Panel sign="stop" title={t('expired_title')} text={t('expired_text', { seller })} />
    case 'cancelled':
      return <Panel sign="stop" title={t('cancelled_title')} />
    case 'done':
      return <Panel sign="done" title={t('done_title')} text={t('done_text', { seller })} />
    case 'open':
    case 'unknown':
      return <Panel sign="stop" title={t('unknown_link_title')} text={t('unknown_link_text')} />
  }
}

const root = document.querySelector('#app')
if (root !== null) {
  const data = readJson('florin-data') as PayoutPageData
  const messages = readJson('florin-messages') as Messages<Key<'payout'>>
  const text = makeText(messages, data.locale, data)
  const secret = location.hash.slice(1)
  render(<PayoutPage data={data} text={text} secret={secret} />, root)
}
