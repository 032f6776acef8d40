// Who receives the money: a customer, or a new recipient, who becomes one.
import { Radio, TextInput } from '@mantine/core'
import { useMay } from '../api/session.ts'
import { CustomerSearch } from '../lib/customer_search.tsx'
import type { Form } from '../lib/form.tsx'
import styles from './form.module.css'
import type { NewValues } from './new_payout.ts'

export function RecipientFields({ form }: { form: Form<NewValues> }) {
  const isNew = form.values.recipient === 'new'
  return (
    <div className={styles.fields}>
      <Radio.Group
        className={styles.whole ?? ''}
        label="Recipient"
        value={form.values.recipient}
        onChange={(recipient) => form.set({ recipient })}
      >
        <div className={styles.choices}>
          <Radio value="existing" label="A customer" />
          <Radio
            value="new"
            label="Somebody new"
            description="They become a customer, so that the next payout finds them."
          />
        </div>
      </Radio.Group>
      {isNew ? (
        <>
          <TextInput label="Name" {...form.input('name', 'customer.name')} maxLength={255} />
          <TextInput
            label="E-mail address (optional)"
            type="email"
            {...form.input('email', 'customer.email')}
            maxLength={255}
          />
        </>
      ) : (
        <div className={styles.whole}>
          <Existing form={form} />
        </div>
      )}
    </div>
  )
}

/** A role that may not read customers has to know the id. */
function Existing({ form }: { form: Form<NewValues> }) {
  const may = useMay()
  const input = form.input('customer_id', 'customer.id')
  if (may('customers:read')) return <CustomerSearch {...input} />
  return <TextInput label="Customer ID" maxLength={64} {...input} />
}
