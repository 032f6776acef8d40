// The card fields. Holds no state: the page that shows it decides what happens to the values.
import {
  detectBrand,
  caretAfter,
  type CardErrors,
  type CardField,
  cardFieldId,
  type CardValues,
  toDigits,
  formatExpiry,
  formatNumber,
} from '@florin/pages/card.ts'
import { BrandMark } from './brand_mark.tsx'
import { useText } from './context.ts'
import { Field } from './field.tsx'

interface CardFormProps {
  values: CardValues
  errors: CardErrors
  disabled?: boolean
  onChange: (values: CardValues) => void
  /** A field was left, so that it can be checked. */
  onLeave?: (field: CardField) => void
}

export function CardForm({ values, errors, disabled = false, onChange, onLeave }: CardFormProps) {
  const { t } = useText()
  const brand = detectBrand(values.number)
  const set = (field: CardField, value: string) => onChange({ ...values, [field]: value })
  const common = (field: CardField) => ({
    id: cardFieldId(field),
    value: values[field],
    error: errors[field] && t(errors[field]),
    disabled,
    onBlur: () => onLeave?.(field),
  })
  const digits = {
    inputMode: 'numeric',
    enterkeyhint: 'next',
    dir: 'ltr',
    spellcheck: false,
  } as const
  return (
    <div class="card-form">
      <Field
        {...common('number')}
        {...digits}
        label={t('card_number')}
        class="input figures"
        autocomplete="cc-number"
        placeholder="1234 1234 1234 1234"
        onInput={(event) => set('number', reformat(event.currentTarget))}
        after={<BrandMark brand={brand} />}
      />
      <div class="two">
        <Field
          {...common('expiry')}
          {...digits}
          label={t('expiry')}
          class="input figures"
          autocomplete="cc-exp"
          placeholder={t('expiry_format')}
          onInput={({ currentTarget: input }) => {
            input.value = formatExpiry(input.value, values.expiry)
            set('expiry', input.value)
          }}
        />
        <Field
          {...common('code')}
          {...digits}
          label={t('code')}
          help={t(brand.code_length === 4 ? 'code_help_4' : 'code_help_3')}
          class="input figures"
          autocomplete="cc-csc"
          maxLength={brand.code_length}
          placeholder={brand.code_length === 4 ? '1234' : '123'}
          onInput={({ currentTarget: input }) => {
            input.value = toDigits(input.value).slice(0, brand.code_length)
            set('code', input.value)
          }}
        />
      </div>
      <Field
        {...common('holder')}
        label={t('holder')}
        autocomplete="cc-name"
        enterkeyhint="go"
        maxLength={255}
        onInput={(event) => set('holder', event.currentTarget.value)}
      />
    </div>
  )
}

/** Groups the digits again and leaves the caret behind the digit that it was behind. */
function reformat(input: HTMLInputElement): string {
  const caret = input.selectionStart ?? input.value.length
  const isAtEnd = caret === input.value.length
  const before = toDigits(input.value.slice(0, caret)).length
  const text = formatNumber(input.value)
  input.value = text
  const position = isAtEnd ? text.length : caretAfter(text, before)
  if (document.activeElement === input) input.setSelectionRange(position, position)
  return text
}
