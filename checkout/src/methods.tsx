// The payment methods, the usual ones first and the others behind a button. Every layout is a radio button group, so
// the keyboard works as everywhere.
import { useState } from 'preact/hooks'
import type { Method, MethodField, PageData } from '@florin/pages/contract.ts'
import type { CardErrors } from '@florin/pages/card.ts'
import { CardForm } from './card_form.tsx'
import { CountryField } from './contact_form.tsx'
import { useText } from './context.ts'
import { Field, SelectField } from './field.tsx'
import { type FormErrors, type FormValues, methodFieldId } from './form.ts'
import { MethodMark } from './method_mark.tsx'
import { methodHint, methodKind, methodName } from '@florin/pages/method_names.ts'
import type { MessageKey } from '@florin/locales/text.ts'
import type { useForm } from './use_form.ts'

interface MethodsProps {
  data: PageData
  methods: readonly Method[]
  values: FormValues
  form: ReturnType<typeof useForm>
}

const MORE_ID = 'more-methods'

export function Methods(props: MethodsProps) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  const { data, methods, values } = props
  const chosen = methods.find(({ type }) => type === values.type)
  const isTabs = data.layout === 'tabs'
  if (methods.length === 0) {
    return <p class="note">{text.t('no_methods', { seller: data.seller.name })}</p>
  }
  const folded = methods.filter(({ is_folded }) => is_folded)
  const item = (method: Method) => (
    <MethodItem key={method.type} {...props} method={method} isChosen={method === chosen} />
  )
  return (
    <fieldset class={`methods ${data.layout}`}>
      <legend>{text.t('payment_method')}</legend>
      <div class="method-list">
        {methods.filter(({ is_folded }) => !is_folded).map(item)}
        {folded.length > 0 && (
          <>
            <button
              type="button"
              class="more-toggle"
              aria-expanded={isOpen}
              aria-controls={MORE_ID}
              onClick={() => setOpen(!isOpen)}
            >
              {text.t('more_methods')}
              <span class="method-kind figures">{folded.length}</span>
            </button>
            <div id={MORE_ID} class="more-methods">
              {/* The chosen one stays in sight. */}
              {folded.filter((method) => isOpen || method === chosen).map(item)}
            </div>
          </>
        )}
      </div>
      {chosen && isTabs && <MethodBody {...props} method={chosen} />}
    </fieldset>
  )
}

function MethodItem(props: BodyProps & { isChosen: boolean }) {
  const text = useText()
  const { data, method, isChosen, form } = props
  const kind = methodKind(method)
  return (
    <div class={isChosen ? 'method chosen' : 'method'}>
      <label class="method-label">
        <input
          type="radio"
          name="method"
          value={method.type}
          checked={isChosen}
          onChange={() => form.setType(method.type)}
        />
        <MethodMark method={method} />
        <span class="method-name">{methodName(method.type, text)}</span>
        {kind && <span class="method-kind">{text.t(kind)}</span>}
      </label>
      {isChosen && data.layout !== 'tabs' && <MethodBody {...props} />}
    </div>
  )
}

type BodyProps = MethodsProps & { method: Method }

function MethodBody({ method, values, form }: BodyProps) {
  const text = useText()
  const { errors } = form
  if (method.flow === 'card') {
    return (
      <div class="method-body">
        <CardForm
          values={values.card}
          errors={cardErrors(errors)}
          onChange={form.setCard}
          onLeave={form.leaveCard}
        />
      </div>
    )
  }
  return (
    <div class="method-body">
      {method.fields.map((field) => {
        const id = methodFieldId(method.type, field.name)
        const common = { id, field, error: errors[id], value: values.fields[id] ?? '' }
        return <OwnField key={id} {...common} onChange={(value) => form.setField(id, value)} />
      })}
      <p class="hint">{text.t(methodHint(method), { method: methodName(method.type, text) })}</p>
    </div>
  )
}

function cardErrors(errors: FormErrors): CardErrors {
  const own = Object.entries(errors).filter(([id]) => id.startsWith('card-'))
  return Object.fromEntries(own.map(([id, key]) => [id.slice('card-'.length), key]))
}

const labels: Readonly<Record<string, MessageKey>> = {
  bank_name: 'bank',
  issuer: 'bank',
  vpa_id: 'upi_id',
  social_security_number: 'tax_number',
  cpf: 'tax_number',
  pay_currency: 'pay_currency',
  wallet_address: 'wallet_address',
  network: 'network',
  phone: 'phone',
  phone_number: 'phone',
  telephone_number: 'phone',
  email: 'email',
  country: 'country',
}

interface OwnFieldProps {
  id: string
  field: MethodField
  error: MessageKey | undefined
  value: string
  onChange: (value: string) => void
}

/** A field that only this way to pay has. */
function OwnField({ id, field, error, value, onChange }: OwnFieldProps) {
  const { t } = useText()
  const { name, kind, required, choices = [], max } = field
  const key = Object.hasOwn(labels, name) ? labels[name] : undefined
  const frame = {
    id,
    label: key === undefined ? asWords(name) : t(key),
    error: error && t(error),
    optional: !required,
    value,
  }
  if (kind === 'country') return <CountryField {...frame} onChoose={onChange} />
  if (kind === 'choice') {
    const named = choices.map((choice) => [choice, asWords(choice)] as const)
    return <SelectField {...frame} choices={named} onChoose={onChange} />
  }
  return (
    <Field
      {...frame}
      type={kind}
      enterkeyhint="go"
      maxLength={max ?? 255}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function asWords(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
