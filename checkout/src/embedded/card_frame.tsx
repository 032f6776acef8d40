// The card form in its frame. What is typed stays in this component; the page around it gets events.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Appearance, FieldError, PaymentDetails, Result } from '../florin.d.ts'
import { announce, LiveRegion } from '../announce.tsx'
import {
  detectBrand,
  type CardErrors,
  type CardField,
  cardFieldId,
  type CardValues,
  checkCard,
  emptyCard,
} from '@florin/pages/card.ts'
import { CardForm } from '../card_form.tsx'
import { TextContext } from '../context.ts'
import type { Text } from '@florin/locales/text.ts'
import { applyLook, resolveLook } from './appearance.ts'
import { confirmCard } from './confirm.ts'
import type { Parent } from './parent.ts'
import type { EmbeddedData } from '@florin/pages/card_frame_setup.ts'

interface CardFrameProps {
  data: EmbeddedData
  parent: Parent
  text: Text
}

const FIELDS: readonly CardField[] = ['number', 'expiry', 'code', 'holder']

export function CardFrame({ data, parent, text }: CardFrameProps) {
  const { values, errors, ...card } = useCard()
  const [isSending, setSending] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useHeight(form, parent)
  useAppearance(parent)
  useEffect(() => parent.post(describeChange(values, errors, text)), [values, errors])
  useEffect(() => parent.post({ type: 'ready' }), [])

  const confirm = async (client_secret: string, details: PaymentDetails): Promise<Result> => {
    const first = firstError(card.check(), text)
    if (first !== null) {
      announce(text.t('error_fields'))
      return { error: { code: 'incomplete', ...first } }
    }
    announce(text.t('processing'))
    setSending(true)
    const { publishable_key } = data
    const sent = { publishable_key, client_secret, details, card: values, text }
    const result = await confirmCard(sent)
    setSending(false)
    card.clearCode()
    return result
  }
  const focus = () => requestAnimationFrame(() => focusFirst(form.current))
  useMessages(parent, { confirm, clear: card.clear, focus })

  const submit = (event: Event) => {
    event.preventDefault()
    parent.post({ type: 'submit' })
  }
  return (
    <TextContext.Provider value={text}>
      <form ref={form} novalidate aria-busy={isSending} onSubmit={submit}>
        <CardForm
          values={values}
          errors={errors}
          disabled={isSending}
          onChange={card.change}
          onLeave={card.leave}
        />
        {data.test_mode && <p class="test-note">{text.t('test_mode')}</p>}
        <button type="submit" class="visually-hidden" tabIndex={-1} aria-hidden="true" />
      </form>
      <LiveRegion />
    </TextContext.Provider>
  )
}

function useCard() {
  const [values, setValues] = useState(emptyCard)
  const [errors, setErrors] = useState<CardErrors>({})
  return {
    values,
    errors,
    change: (next: CardValues) => {
      setErrors((last) => keep(last, (field) => next[field] === values[field]))
      setValues(next)
    },
    /** A field that was left half filled in is marked at once; an empty one only on confirmation. */
    leave: (field: CardField) => {
      const key = checkCard(values, new Date())[field]
      if (values[field] !== '' && key) setErrors((last) => ({ ...last, [field]: key }))
    },
    check: () => {
      const found = checkCard(values, new Date())
      setErrors(found)
      return found
    },
    clear: () => {
      setValues(emptyCard)
      setErrors({})
    },
    /** The security code is for one attempt only, as the card schemes want it. */
    clearCode: () => setValues((last) => ({ ...last, code: '' })),
  }
}

function describeChange(values: CardValues, errors: CardErrors, text: Text) {
  const change = {
    empty: Object.values(values).every((value) => value === ''),
    complete: Object.keys(checkCard(values, new Date())).length === 0,
    brand: detectBrand(values.number).name,
    error: firstError(errors, text),
  }
  return { type: 'change', change } as const
}

function firstError(errors: CardErrors, { t }: Text): FieldError | null {
  const field = FIELDS.find((name) => errors[name] !== undefined)
  const key = field && errors[field]
  return field && key ? { field, message: t(key) } : null
}

function keep(errors: CardErrors, isKept: (field: CardField) => boolean): CardErrors {
  return Object.fromEntries(FIELDS.filter(isKept).map((field) => [field, errors[field]]))
}

function focusFirst(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid]')
  const first = field ?? form?.querySelector<HTMLElement>(`[id="${cardFieldId('number')}"]`)
  first?.focus()
}

interface Handlers {
  confirm: (client_secret: string, details: PaymentDetails) => Promise<Result>
  clear: () => void
  focus: () => void
}

/** The handlers come from the last rendering, so that they see the typed values. */
function useMessages(parent: Parent, handlers: Handlers): void {
  const latest = useRef(handlers)
  latest.current = handlers
  useEffect(() => {
    let isConfirming = false
    parent.listen((message) => {
      if (message.type === 'focus') latest.current.focus()
      if (message.type === 'clear') latest.current.clear()
      if (message.type !== 'confirm' || isConfirming) return
      isConfirming = true
      void latest.current
        .confirm(message.client_secret, message.details)
        .then((result) => parent.post({ type: 'result', result }))
        .finally(() => (isConfirming = false))
    })
  }, [])
}

function useAppearance(parent: Parent): void {
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)')
    let { appearance } = parent.opening
    const apply = () => applyLook(resolveLook(appearance, dark.matches))
    const set = (next: Appearance) => {
      appearance = next
      apply()
      const { problems } = resolveLook(next, dark.matches)
      const error = { code: 'invalid_appearance', message: problems.join(' ') }
      if (problems.length > 0) parent.post({ type: 'error', error })
    }
    set(appearance)
    dark.addEventListener('change', apply)
    parent.listen((message) => {
      if (message.type === 'appearance') set(message.appearance)
    })
  }, [])
}

/** The page gives the frame the form's height, so that nothing scrolls inside it. */
function useHeight(form: { current: HTMLFormElement | null }, parent: Parent): void {
  useEffect(() => {
    const { current } = form
    if (current === null) return
    const observer = new ResizeObserver(() => {
      const height = Math.ceil(document.documentElement.getBoundingClientRect().height)
      parent.post({ type: 'height', height })
    })
    observer.observe(current)
  }, [])
}
