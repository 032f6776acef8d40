// The payer's contact details and billing address.
import { countries } from '../../server/src/kernel/countries.ts'
import { useText } from './context.ts'
import { Field, SelectField } from './field.tsx'
import { type ContactField, contactId, type FormErrors, isOptional } from './form.ts'

const autocomplete: Readonly<Record<ContactField, string>> = {
  name: 'name',
  email: 'email',
  phone: 'tel',
  line1: 'street-address',
  city: 'address-level2',
  state: 'address-level1',
  zip: 'postal-code',
  country: 'country',
}

const types: Partial<Record<ContactField, 'email' | 'tel'>> = { email: 'email', phone: 'tel' }

interface ContactFormProps {
  asked: readonly ContactField[]
  values: Readonly<Record<ContactField, string>>
  errors: FormErrors
  onChange: (field: ContactField, value: string) => void
}

export function ContactForm({ asked, values, errors, onChange }: ContactFormProps) {
  const { t } = useText()
  const errorText = (field: ContactField) => {
    const key = errors[contactId(field)]
    return {
      id: contactId(field),
      label: t(field),
      error: key && t(key),
      optional: isOptional(field),
      autocomplete: autocomplete[field],
      value: values[field],
    }
  }
  const field = (name: ContactField) =>
    asked.includes(name) && (
      <Field
        key={name}
        {...errorText(name)}
        type={types[name] ?? 'text'}
        maxLength={name === 'zip' ? 32 : 255}
        enterkeyhint="next"
        onInput={(event) => onChange(name, event.currentTarget.value)}
      />
    )
  if (asked.length === 0) return null
  return (
    <section aria-labelledby="contact-title">
      <h2 id="contact-title">{t('contact')}</h2>
      {field('name')}
      {field('email')}
      {field('phone')}
      {asked.includes('country') && (
        <CountryField {...errorText('country')} onChoose={(value) => onChange('country', value)} />
      )}
      {field('line1')}
      <div class="two">
        {field('zip')}
        {field('city')}
      </div>
      {field('state')}
    </section>
  )
}

interface CountryFieldProps {
  id: string
  label: string
  value: string
  error?: string | undefined
  optional?: boolean
  autocomplete?: string
  onChoose: (country: string) => void
}

export function CountryField(props: CountryFieldProps) {
  const { locale } = useText()
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const choices = countries
    .map((code) => [code, names.of(code) ?? code] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b, locale))
  return <SelectField {...props} choices={choices} />
}
