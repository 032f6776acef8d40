// A link that takes no payment: paid, expired, switched off or unknown.
import type { PageStatus } from '@florin/pages/contract.ts'
import type { ClosedProps } from './checkout.tsx'
import { useText } from './context.ts'
import { Panel } from './panel.tsx'
import type { Sign } from '@florin/pages/signs.ts'
import type { MessageKey } from '@florin/locales/text.ts'

type Row = readonly [sign: Sign, title: MessageKey, text: MessageKey]

const rows: Readonly<Record<PageStatus, Row>> & Readonly<Record<string, Row>> = {
  active: ['info', 'inactive_title', 'expired_text'],
  completed: ['done', 'completed_title', 'completed_text'],
  expired: ['stop', 'expired_title', 'expired_text'],
  deactivated: ['stop', 'inactive_title', 'expired_text'],
  unknown: ['stop', 'unknown_link_title', 'unknown_link_text'],
}

export function Closed({ data, status, notice }: ClosedProps) {
  const { t } = useText()
  const seller = data.seller.name
  const [sign, title, text] = rows[status] ?? rows.unknown
  const isSoldOut = status === 'completed' && notice !== null
  const isKnown = status !== 'unknown' && /^https?:/i.test(data.return_url ?? '')
  return (
    <Panel
      sign={isSoldOut ? 'info' : sign}
      title={t(isSoldOut ? 'sold_out_title' : title)}
      text={notice ?? t(text, { seller })}
    >
      {isKnown && (
        <a class="button primary" href={data.return_url ?? ''} rel="noreferrer">
          {t('return_to', { seller })}
        </a>
      )}
    </Panel>
  )
}
