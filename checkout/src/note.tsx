// The note above the form: what happened to the last attempt, and what to do next.
import { useEffect, useRef } from 'preact/hooks'
import { announce } from './announce.tsx'
import { useText } from './context.ts'
import { explain } from '@florin/pages/declines.ts'
import type { Note } from './flow.ts'
import { SignMark } from './panel.tsx'
import type { Text } from '@florin/locales/text.ts'

interface Words {
  title: string
  body: string
  is_bad: boolean
}

export function NoteBox({ note, seller }: { note: Note; seller: string }) {
  const text = useText()
  const box = useRef<HTMLDivElement>(null)
  const { title, body, is_bad } = describeNote(note, seller, text)
  useEffect(() => {
    box.current?.focus()
    announce(`${title}. ${body}`)
  }, [note])
  return (
    <div ref={box} tabIndex={-1} class={is_bad ? 'note bad-note' : 'note'}>
      <SignMark sign={is_bad ? 'fail' : 'wait'} size={20} />
      <div>
        <strong>{title}</strong>
        <p>{body}</p>
      </div>
    </div>
  )
}

function describeNote(note: Note, seller: string, { t, locale }: Text): Words {
  switch (note.type) {
    case 'declined': {
      const { status, unified_code, payment_method } = note.payment
      if (status === 'cancelled') {
        return { title: t('cancelled'), body: t('not_charged'), is_bad: true }
      }
      const { reason, advice } = explain(unified_code)
      const isByIssuer = payment_method === 'card' && unified_code?.startsWith('UE_1')
      return {
        title: t(isByIssuer ? 'declined_card' : 'not_made'),
        body: `${t(reason)} ${t(advice, { seller })}`,
        is_bad: true,
      }
    }
    case 'refused': {
      // The server writes English.
      const message = locale === 'en' ? note.message : t('advice_check')
      return { title: t('not_started'), body: `${message} ${t('not_charged')}`, is_bad: true }
    }
    case 'busy':
      return { title: t('busy_title'), body: t('busy_text'), is_bad: false }
    case 'not_received':
      return { title: t('not_made'), body: t('not_received'), is_bad: true }
    case 'too_many':
      return { title: t('not_started'), body: t('too_many'), is_bad: true }
  }
}
