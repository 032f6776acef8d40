// A donation's amount: suggested or typed.
import type { PageData } from '@florin/pages/contract.ts'
import { useText } from './context.ts'
import { Field } from './field.tsx'
import { AMOUNT_ID, type FormErrors, type FormValues } from './form.ts'

interface DonationProps {
  data: PageData
  amount: FormValues['amount']
  errors: FormErrors
  onChange: (amount: FormValues['amount']) => void
}

export function Donation({ data, amount, errors, onChange }: DonationProps) {
  const { t, money } = useText()
  if (data.donation === null) return null
  const { suggested, min, max } = data.donation
  const bounds = { min: money(min), max: money(max) }
  const key = errors[AMOUNT_ID]
  return (
    <fieldset class="donation">
      <legend>{t('donation')}</legend>
      <div class="amounts">
        {suggested.map((each) => (
          <label key={each} class="pick figures">
            <input
              type="radio"
              name="amount"
              checked={amount.suggested === each}
              onChange={() => onChange({ ...amount, suggested: each })}
            />
            <span>{money(each)}</span>
          </label>
        ))}
        {suggested.length > 0 && (
          <label class="pick">
            <input
              type="radio"
              name="amount"
              checked={amount.suggested === null}
              onChange={() => onChange({ ...amount, suggested: null })}
            />
            <span>{t('other_amount')}</span>
          </label>
        )}
      </div>
      {amount.suggested === null && (
        <Field
          id={AMOUNT_ID}
          label={`${t('amount')} (${data.currency})`}
          help={t('amount_range', bounds)}
          error={key && t(key, bounds)}
          inputMode="decimal"
          enterkeyhint="next"
          dir="ltr"
          class="input figures"
          autocomplete="transaction-amount"
          value={amount.typed}
          onInput={(event) => onChange({ suggested: null, typed: event.currentTarget.value })}
        />
      )}
    </fieldset>
  )
}
