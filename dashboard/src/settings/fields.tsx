// The fields of the settings: label above, explanation and fault below.
import { ColorInput, MultiSelect, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { typeChoices } from '../payments/words.ts'

const order: ('label' | 'input' | 'error' | 'description')[] = [
  'label',
  'input',
  'error',
  'description',
]

interface FieldProps<Value> {
  label: string
  about: string
  value: Value
  error: string | undefined
  set: (value: Value) => void
}

/** An empty text is null. */
export function TextField({
  about,
  value,
  set,
  type = 'text',
  ...rest
}: FieldProps<string | null> & { type?: string; placeholder?: string }) {
  return (
    <TextInput
      {...rest}
      type={type}
      description={about}
      inputWrapperOrder={order}
      value={value ?? ''}
      onChange={(event) => set(event.currentTarget.value === '' ? null : event.currentTarget.value)}
    />
  )
}

/** An empty field is sent as null, and the API says what it must be. */
export function NumberField({
  about,
  value,
  set,
  ...rest
}: FieldProps<number> & { suffix?: string }) {
  return (
    <NumberInput
      {...rest}
      description={about}
      inputWrapperOrder={order}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      value={value ?? ''}
      onChange={(next) => set(next === '' ? (null as unknown as number) : Number(next))}
    />
  )
}

export function SwitchField({ label, about, value, error, set }: FieldProps<boolean>) {
  return (
    <Switch
      label={label}
      description={about}
      error={error}
      checked={value}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  )
}

export function ChoiceField({
  about,
  value,
  set,
  ...rest
}: FieldProps<string> & { data: { value: string; label: string }[] }) {
  return (
    <Select
      {...rest}
      description={about}
      inputWrapperOrder={order}
      allowDeselect={false}
      value={value}
      onChange={(next) => next !== null && set(next)}
    />
  )
}

export function ColourField({ about, value, set, ...rest }: FieldProps<string | null>) {
  return (
    <ColorInput
      {...rest}
      description={about}
      inputWrapperOrder={order}
      format="hex"
      fixOnBlur={false}
      placeholder="#0f766e"
      eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
      value={value ?? ''}
      onChange={(next) => set(next === '' ? null : next)}
    />
  )
}

const methods = typeChoices.map(({ value, name }) => ({ value, label: name }))

export function MethodsField({ about, value, set, ...rest }: FieldProps<readonly string[]>) {
  return (
    <MultiSelect
      {...rest}
      description={about}
      inputWrapperOrder={order}
      placeholder={value.length === 0 ? 'All' : ''}
      data={methods}
      searchable
      clearable
      hidePickedOptions
      clearButtonProps={{ 'aria-label': 'Accept all' }}
      value={[...value]}
      onChange={set}
    />
  )
}
