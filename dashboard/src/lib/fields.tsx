// Fields that several forms have.
import {
  Input,
  SegmentedControl,
  Select,
  type SelectProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { useId } from 'react'
import { decimals } from '../api/generated/tables.ts'

/** Label above, help below, as in every form. */
export const ORDER = ['label', 'input', 'description', 'error'] as (
  | 'label'
  | 'input'
  | 'description'
  | 'error'
)[]

const currencies = Object.keys(decimals)

export function CurrencySelect(props: Omit<SelectProps, 'data'>) {
  return (
    <Select
      label="Currency"
      searchable
      allowDeselect={false}
      data={currencies}
      nothingFoundMessage="No such currency"
      {...props}
    />
  )
}

/** An amount as people type it, with its currency before it. */
export function MoneyInput({ currency, ...props }: TextInputProps & { currency: string }) {
  return (
    <TextInput
      inputMode="decimal"
      leftSection={<span className="faint">{currency}</span>}
      leftSectionWidth={52}
      inputWrapperOrder={ORDER}
      {...props}
    />
  )
}

/** Nothing chosen is null for a select, and an empty text in a form. */
export function chosen<Props extends { value: string }>({ value, ...props }: Props) {
  return { ...props, value: value === '' ? null : value }
}

interface ChoiceProps {
  label: string
  value: string
  onChange: (value: string) => void
  data: { value: string; label: string }[]
}

/** Two or three possibilities that stand side by side. */
export function Choice({ label, ...props }: ChoiceProps) {
  const id = useId()
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }}>
      <SegmentedControl fullWidth aria-labelledby={id} {...props} />
    </Input.Wrapper>
  )
}
