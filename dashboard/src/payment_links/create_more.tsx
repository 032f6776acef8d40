// How the page looks, and everything that most links do not need.
import {
  Button,
  Checkbox,
  ColorInput,
  FileButton,
  Input,
  MultiSelect,
  Select,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useState } from 'react'
import { methodTypes } from '../api/generated/tables.ts'
import type { Profile } from '../api/profiles.ts'
import { useMay } from '../api/session.ts'
import { CustomerSearch } from '../lib/customer_search.tsx'
import { Card } from '../lib/details.tsx'
import { chosen, ORDER } from '../lib/fields.tsx'
import { methodNames } from '../payments/words.ts'
import styles from './create.module.css'
import { productName } from './hosted_text.ts'
import { chosenMethods, type Fields, isPossible, type Values } from './values.ts'

const LOGO_LIMIT = 32_768

const layouts = [
  { value: 'tabs', label: 'Tabs' },
  { value: 'accordion', label: 'List' },
  { value: 'spaced_accordion', label: 'Separate cards' },
]

export function Look({ form, input, profile }: Fields & { profile: Profile | undefined }) {
  const { theme } = form.values
  const config = profile?.payment_link_config
  return (
    <Card title="Look and methods of the page">
      <div className={styles.fields}>
        <MultiSelect
          label="Payment methods"
          description="In the order in which the page shows them. None chosen: all that the profile accepts in this currency."
          inputWrapperOrder={ORDER}
          searchable
          clearable
          hidePickedOptions
          data={methodGroups(form.values)}
          value={chosenMethods(form.values)}
          onChange={(types) => form.set({ methods: types.join(',') })}
          error={input('methods', 'payment_link_config.allowed_payment_method_types').error}
        />
        <div className={styles.pair}>
          <TextInput
            label="Name of the seller"
            placeholder={config?.seller_name ?? profile?.profile_name ?? ''}
            maxLength={255}
            {...input('seller_name', 'payment_link_config.seller_name')}
          />
          <ColorInput
            label="Colour"
            placeholder={config?.theme ?? '#0f766e'}
            format="hex"
            value={theme}
            onChange={(value) => form.set({ theme: value })}
            error={input('theme', 'payment_link_config.theme').error}
            eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
          />
        </div>
        <div className={styles.pair}>
          <Select
            label="Layout of the methods"
            placeholder={nameOfLayout(config?.sdk_layout)}
            clearable
            data={layouts}
            {...chosen(input('sdk_layout', 'payment_link_config.sdk_layout'))}
          />
          <Logo form={form} input={input} />
        </div>
      </div>
    </Card>
  )
}

function nameOfLayout(value: string | undefined): string {
  return layouts.find((layout) => layout.value === value)?.label ?? 'Tabs'
}

function methodGroups(values: Values) {
  const possible = Object.keys(methodTypes).filter((type) => isPossible(type, values))
  const chosen = chosenMethods(values)
  const groups = Object.groupBy(
    [...new Set([...possible, ...chosen])],
    (type) => methodTypes[type]?.method ?? '',
  )
  return Object.entries(groups).map(([method, types = []]) => ({
    group: methodNames[method] ?? method,
    items: types.map((value) => ({ value, label: productName(value) })),
  }))
}

function Logo({ form, input }: Pick<Fields, 'form' | 'input'>) {
  const [problem, setProblem] = useState<string>()
  const { logo } = form.values
  const read = async (file: File | null) => {
    if (file === null) return
    const url = await dataUrl(file)
    const isSmall = url.length <= LOGO_LIMIT
    setProblem(isSmall ? undefined : 'The file is too large. Use an image of at most 24 kB.')
    if (isSmall) form.set({ logo: url })
  }
  const error = problem ?? input('logo', 'payment_link_config.logo').error
  return (
    <Input.Wrapper
      label="Logo"
      labelElement="div"
      description="At most 24 kB. Without one: that of the profile."
      inputWrapperOrder={ORDER}
      error={error}
    >
      <div className={styles.logo}>
        {logo !== '' && <img src={logo} alt="The chosen logo" />}
        <FileButton
          accept="image/png,image/jpeg,image/gif,image/webp,image/svg+xml"
          onChange={(file) => void read(file)}
        >
          {(props) => (
            <Button variant="default" {...props}>
              {logo === '' ? 'Choose an image' : 'Another image'}
            </Button>
          )}
        </FileButton>
        {logo !== '' && (
          <Button variant="subtle" color="gray" onClick={() => form.set({ logo: '' })}>
            Remove
          </Button>
        )}
      </div>
    </Input.Wrapper>
  )
}

function dataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(new Error('The file cannot be read.')))
    reader.readAsDataURL(file)
  })
}

export function More({ form, input }: Fields) {
  const may = useMay()
  const { send_email, require_customer_info, customer_id } = form.values
  return (
    <Card title="Customer and payment">
      <div className={styles.fields}>
        {may('customers:read') && (
          <CustomerSearch
            label="Customer"
            description="The payments then belong to this customer. Leave it empty for anybody."
            value={customer_id}
            onChange={(value) => form.set({ customer_id: value ?? '' })}
            error={input('customer_id').error}
          />
        )}
        <TextInput
          type="email"
          label="E-mail address"
          description="Where the address of the link can be sent."
          inputWrapperOrder={ORDER}
          {...input('email')}
        />
        <Checkbox
          label="Send the link to this e-mail address"
          checked={send_email === 'yes'}
          onChange={(event) => form.set({ send_email: event.currentTarget.checked ? 'yes' : '' })}
          error={input('send_email').error}
        />
        <Checkbox
          label="Ask for name, e-mail address and billing address"
          checked={require_customer_info === 'yes'}
          onChange={(event) =>
            form.set({ require_customer_info: event.currentTarget.checked ? 'yes' : '' })
          }
        />
        <div className={styles.pair}>
          <Select
            label="Capture"
            allowDeselect={false}
            data={[
              { value: 'automatic', label: 'At once' },
              { value: 'manual', label: 'By you, once' },
              { value: 'manual_multiple', label: 'By you, in parts' },
            ]}
            {...input('capture_method')}
          />
          <Select
            label="3-D Secure"
            placeholder="When the issuer asks"
            clearable
            data={[
              { value: 'three_ds', label: 'Always' },
              { value: 'no_three_ds', label: 'Never' },
            ]}
            {...chosen(input('authentication_type'))}
          />
        </div>
        <TextInput
          label="Message when it is closed"
          description="What the page says once the link is paid or expired."
          inputWrapperOrder={ORDER}
          maxLength={1000}
          {...input('sold_out_message')}
        />
        <Textarea
          label="Metadata"
          description="Your own pairs, one in each line: campaign = autumn. The payments get them too."
          inputWrapperOrder={ORDER}
          autosize
          minRows={2}
          {...input('metadata')}
        />
      </div>
    </Card>
  )
}
