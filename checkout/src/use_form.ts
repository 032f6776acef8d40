// The form's values and their errors, as the form changes them.
import { useState } from 'preact/hooks'
import type { Method, PageData } from '@florin/pages/contract.ts'
import { type CardField, cardFieldId, type CardValues, checkCard } from '@florin/pages/card.ts'
import {
  AMOUNT_ID,
  checkForm,
  type ContactField,
  contactId,
  type FormErrors,
  type FormValues,
} from './form.ts'

export type SetValues = (change: (last: FormValues) => FormValues) => void

export function useForm(data: PageData, values: FormValues, setValues: SetValues) {
  const [errors, setErrors] = useState<FormErrors>({})
  const set = (change: Partial<FormValues>, ...ids: string[]) => {
    setValues((last) => ({ ...last, ...change }))
    setErrors((last) => without(last, ids))
  }
  return {
    errors,
    setErrors,
    setType: (type: string) => set({ type }),
    setAmount: (amount: FormValues['amount']) => set({ amount }, AMOUNT_ID),
    setContact: (field: ContactField, value: string) =>
      set({ contact: { ...values.contact, [field]: value } }, contactId(field)),
    setField: (id: string, value: string) => set({ fields: { ...values.fields, [id]: value } }, id),
    setCard: (card: CardValues) => {
      const fields = Object.keys(card) as CardField[]
      const changed = fields.filter((field) => card[field] !== values.card[field])
      set({ card }, ...changed.map(cardFieldId))
    },
    /** A card field that was left half filled in is marked at once; an empty one only on Pay. */
    leaveCard: (field: CardField) => {
      const key = checkCard(values.card, new Date())[field]
      const id = cardFieldId(field)
      if (values.card[field] !== '' && key) setErrors((last) => ({ ...last, [id]: key }))
    },
    /** Marks what is wrong and puts the focus on the first. */
    isReady: (method: Method | undefined) => {
      const found = checkForm(data, values, method, new Date())
      setErrors(found)
      const [first] = Object.keys(found)
      if (first !== undefined) focusSoon(first)
      return first === undefined
    },
  }
}

/** After the errors are drawn, so that a screen reader finds the message with its field. */
function focusSoon(id: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[id="${id}"]`)?.focus())
}

function without(errors: FormErrors, ids: readonly string[]): FormErrors {
  return Object.fromEntries(Object.entries(errors).filter(([id]) => !ids.includes(id)))
}
