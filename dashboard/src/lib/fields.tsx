// Form inputs by field kind.
import {
  Checkbox,
  ColorInput,
  Input,
  MultiSelect,
  PasswordInput,
  Radio,
  SegmentedControl,
  Select,
  type SelectProps,
  Stack,
  Switch,
  Textarea,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { type ChangeEvent, type ReactNode, useId } from 'react'
import { decimals } from '../api/generated/tables.ts'
import { CustomerSearch } from './customer_search.tsx'
import styles from './form.module.css'
import { LogoField } from './logo_field.tsx'
import {
  type Field,
  findCurrency,
  type Kind,
  type Look,
  splitList,
  type Texts,
  YES,
} from './field_values.ts'

/** Label above, help below, as in every form. */
export const ORDER: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]

const currencies = Object.keys(decimals)

export function CurrencySelect(props: Omit<SelectProps, 'data'>) {
  return <Select searchable data={currencies} nothingFoundMessage="No such currency" {...props} />
}

/** An amount as people type it, with its currency before it. */
export function MoneyInput({ currency, ...props }: TextInputProps & { currency: string }) {
  return (
    <TextInput
      inputMode="decimal"
      leftSection={<span className="faint">{currency}</span>}
      leftSectionWidth={52}
      {...props}
    />
  )
}

/** A name table as options for a select. */
export function listOptions(names: Readonly<Record<string, string>>) {
  return Object.entries(names).map(([value, label]) => ({ value, label }))
}

interface ChoiceProps {
  label: ReactNode
  value: string
  onChange: (value: string) => void
  data: { value: string; label: string }[]
}

/** Two or three possibilities side by side. */
function Choice({ label, ...props }: ChoiceProps) {
  const id = useId()
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }}>
      <SegmentedControl fullWidth aria-labelledby={id} {...props} />
    </Input.Wrapper>
  )
}

interface Shown {
  readonly look: Look & { readonly inputWrapperOrder: typeof ORDER }
  /** Mantine's props for this input. */
  readonly input: ReturnType<UseFormReturnType<object>['getInputProps']>
  readonly currency: string
}

const ticked = ({ look, input: { value, onChange, ...input } }: Shown) => ({
  ...look,
  ...input,
  checked: value === YES,
  onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
    onChange(currentTarget.checked ? YES : ''),
})

/** Nothing chosen is null for a select, and an empty text in a form. */
const chosen = ({ look, input }: Shown) => ({
  allowDeselect: look.clearable === true,
  ...look,
  ...input,
  value: input.value === '' ? null : input.value,
})

const views: Readonly<Record<Kind, (shown: Shown) => ReactNode>> = {
  text: ({ look, input }: Shown) => <TextInput {...look} {...input} />,
  password: ({ look, input }: Shown) => <PasswordInput {...look} {...input} />,
  area: ({ look, input }: Shown) => (
    <Textarea autosize minRows={2} maxRows={8} {...look} {...input} />
  ),
  /** One value on each line. */
  lines: ({ look, input }: Shown) => <Textarea autosize minRows={2} {...look} {...input} />,
  number: ({ look, input }: Shown) => <TextInput inputMode="numeric" {...look} {...input} />,
  amount: ({ look, input, currency }: Shown) => (
    <MoneyInput currency={currency} {...look} {...input} />
  ),
  currency: (shown: Shown) => <CurrencySelect {...chosen(shown)} />,
  select: (shown: Shown) => <Select {...chosen(shown)} />,
  choice: ({ look: { label, data }, input: { value, onChange } }: Shown) => (
    <Choice label={label} data={data as ChoiceProps['data']} value={value} onChange={onChange} />
  ),
  moment: ({ look, input }: Shown) => <TextInput type="datetime-local" {...look} {...input} />,
  colour: ({ look, input }: Shown) => (
    <ColorInput
      format="hex"
      fixOnBlur={false}
      eyeDropperButtonProps={{ 'aria-label': 'Pick a color from the screen' }}
      {...look}
      {...input}
    />
  ),
  radio: ({ look: { label, options = [] }, input: { value, onChange } }: Shown) => (
    <Radio.Group label={label} value={value} onChange={onChange}>
      <Stack gap="sm" mt="xs">
        {options.map((option) => (
          <Radio key={option.value} {...option} />
        ))}
      </Stack>
    </Radio.Group>
  ),
  /** Several values, separated by commas in the form and a list in the request. */
  multi: ({ look, input }: Shown) => (
    <MultiSelect
      {...look}
      {...input}
      value={splitList(input.value)}
      onChange={(values) => input.onChange(values.join(','))}
    />
  ),
  tick: (shown: Shown) => <Checkbox {...ticked(shown)} />,
  switch: (shown: Shown) => <Switch {...ticked(shown)} />,
  logo: ({ look, input }: Shown) => <LogoField {...look} {...input} value={input.value} />,
  customer: ({ look, input }: Shown) => <CustomerSearch {...look} {...input} value={input.value} />,
}

const LOOK = [
  'label',
  'description',
  'placeholder',
  'maxLength',
  'type',
  'name',
  'inputMode',
  'autoComplete',
  'autoFocus',
  'clearable',
  'searchable',
  'rightSection',
  'nothingFoundMessage',
  'disabled',
  'data',
  'options',
  'data-autofocus',
] as const satisfies readonly (keyof Look)[]

/** A label whose field can be left empty; screen readers read it with the label. */
function Optional({ children }: { children: ReactNode }) {
  return (
    <>
      {children} <span className={styles.optional}>(optional)</span>
    </>
  )
}

export function renderField(field: Field, input: Shown['input'], values: Texts): ReactNode {
  const { kind, label, missing, fallback, isOptional, isNarrow = kind === 'currency' } = field
  const look = Object.fromEntries(
    LOOK.filter((name) => name in field).map((name) => [name, field[name]]),
  )
  const className = isNarrow ? { className: styles.narrow ?? '' } : {}
  const marks = {
    ...(isOptional && { label: <Optional>{label}</Optional> }),
    ...(missing !== undefined && { required: true, withAsterisk: false }),
    // Wide enough for a unit such as `days`.
    ...(typeof field.rightSection === 'string' && { rightSectionWidth: 52 }),
  }
  return views[kind]({
    look: { ...(look as object as Look), ...className, ...marks, inputWrapperOrder: ORDER },
    input: fallback !== undefined && input.value === '' ? { ...input, value: fallback } : input,
    currency: findCurrency(field, values),
  })
}

/** The time zones that the browser knows, UTC, and the present one. */
export function zonesWith(current: string): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current])].toSorted()
}
