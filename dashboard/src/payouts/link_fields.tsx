// A payout link: how its page looks, which methods it offers, and how long it can be used.
import { ColorInput, MultiSelect, Select, TextInput } from '@mantine/core'
import type { Form } from '../lib/form.tsx'
import styles from './form.module.css'
import { methods, methodsFor } from './methods.ts'
import type { NewValues } from './new_payout.ts'

const colors = ['#0f766e', '#1757b8', '#7c3aed', '#b42318', '#8a4b08', '#101816']

interface LinkFieldsProps {
  readonly form: Form<NewValues>
  readonly currency: string
}

export function LinkFields({ form, currency }: LinkFieldsProps) {
  const { values, set } = form
  const usual = methodsFor(currency).usual.map(({ name }) => name)
  return (
    <div className={styles.fields}>
      <p className={`${styles.hint} ${styles.whole}`}>
        You get a link to a page on which the recipient enters where the money goes. Nothing is sent
        before that.
      </p>
      <MultiSelect
        className={styles.whole ?? ''}
        label="Methods on the page (optional)"
        description={`Without a choice the page offers ${usual.join(', ')}.`}
        data={methods.map(({ type, name }) => ({ value: type, label: name }))}
        value={values.link_methods === '' ? [] : values.link_methods.split(',')}
        onChange={(types) => set({ link_methods: types.join(',') })}
        clearable
      />
      <TextInput
        label="Your name on the page (optional)"
        {...form.input('link_name', 'payout_link_config.merchant_name')}
        maxLength={255}
      />
      <ColorInput
        label="Color of the page (optional)"
        format="hex"
        swatches={colors}
        {...form.input('link_theme', 'payout_link_config.theme')}
        eyeDropperButtonProps={{ 'aria-label': 'Pick a color from the screen' }}
      />
      <TextInput
        label="Address of your logo (optional)"
        type="url"
        placeholder="https://"
        {...form.input('link_logo', 'payout_link_config.logo')}
      />
      <Select
        label="The link can be used for"
        data={[
          { value: '1', label: '1 day' },
          { value: '3', label: '3 days' },
          { value: '7', label: '7 days' },
          { value: '30', label: '30 days' },
          { value: '90', label: '90 days' },
        ]}
        {...form.input('link_days', 'session_expiry')}
        allowDeselect={false}
      />
    </div>
  )
}
