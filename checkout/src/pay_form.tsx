// The form: donation amount, contact details, payment method, and the one button.
import { useEffect } from 'preact/hooks'
import type { Method } from '@florin/pages/contract.ts'
import { announce } from './announce.tsx'
import type { Shared } from './checkout.tsx'
import { ContactForm } from './contact_form.tsx'
import { useText } from './context.ts'
import { Donation } from './donation.tsx'
import type { Note, View } from './flow.ts'
import {
  chosenAmount,
  buildPayBody,
  listContactFields,
  fieldElementIds,
  declinedField,
  type FormErrors,
  type FormValues,
} from './form.ts'
import { methodName } from '@florin/pages/method_names.ts'
import { Methods } from './methods.tsx'
import { NoteBox } from './note.tsx'
import { useForm } from './use_form.ts'
import { Wallets } from './wallets.tsx'

type PayFormProps = Shared & { view: View & { type: 'form' } }

export function PayForm({ data, view, values, setValues, flow }: PayFormProps) {
  const { t } = useText()
  const form = useForm(data, values, setValues)
  const { is_sending, note } = view
  const seller = data.seller.name
  const methods = data.methods.filter((each) => each.flow !== 'wallet')
  // A wallet cannot open its sheet without its maker's script; in a sandbox a dialog stands for the sheet.
  const wallets = data.test_mode ? data.methods.filter((each) => each.flow === 'wallet') : []
  const method = methods.find(({ type }) => type === values.type)
  const amount = chosenAmount(data, values)
  const { errors } = form
  const title = t('title_pay', { seller })
  useRefresh(flow.refresh)
  useEffect(() => {
    document.title = title
  }, [title])
  // An earlier attempt's errors do not apply to the next one, except for the field that was refused.
  useEffect(() => form.setErrors(refusedField(note, values)), [note])

  const isReady = (chosen: Method) => {
    const isComplete = form.isReady(chosen)
    if (!isComplete) announce(t('error_fields'))
    return isComplete
  }
  const pay = (chosen: Method, token?: object) => {
    announce(t('processing'))
    void flow.pay(buildPayBody(data, values, chosen, token))
  }
  const submit = (event: Event) => {
    event.preventDefault()
    if (!is_sending && method !== undefined && isReady(method)) pay(method)
  }
  return (
    <form novalidate onSubmit={submit} aria-busy={is_sending}>
      <h1 class="visually-hidden">{title}</h1>
      {note && <NoteBox note={note} seller={seller} />}
      <Donation data={data} amount={values.amount} errors={errors} onChange={form.setAmount} />
      <Wallets wallets={wallets} amount={amount} isReady={isReady} onToken={pay} />
      <ContactForm
        asked={listContactFields(data, method)}
        values={values.contact}
        errors={errors}
        onChange={form.setContact}
      />
      <Methods data={data} methods={methods} values={values} form={form} />
      {method && (
        <PayButton
          method={method}
          amount={amount}
          is_sending={is_sending}
          is_donation={data.donation !== null}
        />
      )}
      {method?.flow === 'card' && <p class="fine">{t('never_sees', { seller })}</p>}
    </form>
  )
}

function refusedField(note: Note | undefined, { type, card }: FormValues): FormErrors {
  if (note?.type === 'declined' && note.payment.payment_method === 'card') {
    return declinedField(note.payment.unified_code, card)
  }
  if (note?.type !== 'refused' || note.field === undefined) return {}
  const isShown = (id: string) => document.querySelector(`[id="${id}"]`) !== null
  const id = fieldElementIds(note.field, type).find(isShown)
  return id === undefined ? {} : { [id]: 'error_format' }
}

interface PayButtonProps {
  method: Method
  amount: number | undefined
  is_sending: boolean
  is_donation: boolean
}

function PayButton({ method, amount, is_sending, is_donation }: PayButtonProps) {
  const text = useText()
  const { t, money } = text
  const label = () => {
    if (is_sending) return t('processing')
    if (method.flow !== 'card') {
      return t('continue_with', { method: methodName(method.type, text) })
    }
    if (amount === undefined) return t('pay_plain')
    return t(is_donation ? 'donate' : 'pay', { amount: money(amount) })
  }
  return (
    // Not disabled while it works, so that the focus stays where it was.
    <button type="submit" class="button primary pay figures" aria-disabled={is_sending}>
      {is_sending && <span class="spinner" aria-hidden="true" />}
      {label()}
    </button>
  )
}

/** The link may have been paid in another tab. */
function useRefresh(refresh: () => Promise<void>): void {
  useEffect(() => {
    const onVisible = () => {
      if (document.visibilityState === 'visible') void refresh()
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [])
}
