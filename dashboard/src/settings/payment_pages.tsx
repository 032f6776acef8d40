import { Button, FileButton, Text } from '@mantine/core'
import { useState } from 'react'
import type { Draft } from './draft.ts'
import { ChoiceField, ColourField, MethodsField, TextField } from './fields.tsx'
import { Section } from './sections.tsx'
import styles from './settings.module.css'

const layouts = [
  { value: '', label: 'As the page decides' },
  { value: 'tabs', label: 'Tabs' },
  { value: 'accordion', label: 'Accordion' },
  { value: 'spaced_accordion', label: 'Accordion with space between' },
]

/** How payment links and invoices look, unless a link has its own settings. */
export function PaymentPages({ draft: { value, set, fault } }: { draft: Draft }) {
  const config = value.payment_link_config ?? {}
  type Config = typeof config
  /** A field that is cleared is left out, so that the default applies again. */
  const change = (name: keyof Config, next: unknown) => {
    const { [name]: _, ...others } = config
    const all = next === null || next === '' ? others : { ...others, [name]: next }
    set({ payment_link_config: Object.keys(all).length === 0 ? null : (all as Config) })
  }
  return (
    <Section
      title="Payment pages"
      about="How payment links and invoices look, unless a link has its own settings."
    >
      <div className={styles.fields}>
        <TextField
          label="Seller name"
          about="What customers read as the name of the shop. Empty shows the name of the profile."
          value={config.seller_name ?? null}
          error={fault('payment_link_config.seller_name')}
          set={(next) => change('seller_name', next)}
        />
        <ColourField
          label="Colour"
          about="Of buttons and links. The text on it is made readable by itself."
          value={config.theme ?? null}
          error={fault('payment_link_config.theme')}
          set={(next) => change('theme', next)}
        />
        <ChoiceField
          label="Layout"
          about="How a page arranges the payment methods."
          data={layouts}
          value={config.sdk_layout ?? ''}
          error={fault('payment_link_config.sdk_layout')}
          set={(next) => change('sdk_layout', next)}
        />
      </div>
      <Logo
        value={config.logo ?? null}
        error={fault('payment_link_config.logo')}
        set={(next) => change('logo', next)}
      />
      <MethodsField
        label="Payment methods on payment pages"
        about="Which of the accepted methods payment links offer. Empty offers all."
        value={config.allowed_payment_method_types ?? []}
        error={fault('payment_link_config.allowed_payment_method_types')}
        set={(next) => change('allowed_payment_method_types', next.length === 0 ? null : next)}
      />
    </Section>
  )
}

const MAX_LOGO = 32_768

interface LogoProps {
  value: string | null
  error: string | undefined
  set: (logo: string | null) => void
}

/** An address, or a small image that is stored in the profile itself. */
function Logo({ value, error, set }: LogoProps) {
  const [fault, setFault] = useState<string>()
  const isStored = value?.startsWith('data:') === true
  const upload = async (file: File | null) => {
    if (file === null) return
    const url = await readAsUrl(file)
    const isSmall = url.length <= MAX_LOGO
    setFault(isSmall ? undefined : 'The image is too large: at most 24 kB.')
    if (isSmall) set(url)
  }
  return (
    <div>
      {isStored ? (
        <Text component="div" fw={500} size="sm" mb={4}>
          Logo
        </Text>
      ) : (
        <TextField
          label="Logo"
          about="The https address of an image, or an image of at most 24 kB from your device."
          type="url"
          placeholder="https://shop.example/logo.svg"
          value={value}
          error={error ?? fault}
          set={set}
        />
      )}
      <div className={`${styles.logo} below`}>
        {isStored && <img src={value ?? ''} alt="The logo" />}
        <FileButton
          accept="image/png,image/jpeg,image/gif,image/webp,image/svg+xml"
          onChange={(file) => void upload(file)}
        >
          {(props) => (
            <Button variant="default" size="compact-sm" {...props}>
              {isStored ? 'Replace' : 'Choose an image'}
            </Button>
          )}
        </FileButton>
        {isStored && (
          <Button variant="subtle" size="compact-sm" onClick={() => set(null)}>
            Remove
          </Button>
        )}
        {isStored && (error ?? fault) !== undefined && (
          <Text c="red" size="sm" role="alert">
            {error ?? fault}
          </Text>
        )}
      </div>
    </div>
  )
}

function readAsUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(new Error('The file could not be read.')))
    reader.readAsDataURL(file)
  })
}
