import { Alert, Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { unwrapAnswer, api, ApiError } from '../api/client.ts'
import type { Profile } from '../api/profiles.ts'
import { useMay, useUser } from '../api/session.ts'
import { Id } from '../lib/copy.tsx'
import { Loaded } from '../lib/loaded.tsx'
import detail from '../lib/head.module.css'
import { useId } from '../lib/url.ts'
import { DeleteProfile, MakeDefault } from './dialogs.tsx'
import { type Draft, useDraft } from './draft.ts'
import { Metadata } from './metadata.tsx'
import {
  cardTesting,
  dunning,
  general,
  paymentPages,
  payments,
  refundsAndPayouts,
  wallets,
} from './fields.ts'
import { RiskRules } from './risk_rules.tsx'
import { SaveBar } from './save_bar.tsx'
import { Jumps, Section, Webhooks } from './sections.tsx'
import styles from './settings.module.css'

export function ProfileSettings() {
  const profile_id = useId()
  const { merchant_id } = useUser()
  const profile = useQuery({
    queryKey: ['profiles', merchant_id, profile_id],
    queryFn: () => {
      const params = { path: { merchant_id: merchant_id ?? '', profile_id } }
      return unwrapAnswer(
        api.GET('/account/{merchant_id}/business_profile/{profile_id}', { params }),
      )
    },
  })
  return (
    <Loaded query={profile}>
      {(data) => <ProfileView key={data.profile_id} profile={data} />}
    </Loaded>
  )
}

function ProfileView({ profile }: { profile: Profile }) {
  const isOpen = useMay()('profiles:write')
  const draft = useDraft(profile)
  const { form } = draft
  const [isDeleting, deleting] = useDisclosure(false)
  const [isMoving, moving] = useDisclosure(false)
  return (
    <div className={styles.page}>
      <p className={detail.crumb}>
        <Link to="/settings">Settings</Link> / <Id>{profile.profile_id}</Id>
      </p>
      <div className={detail.head}>
        <h1>{profile.profile_name}</h1>
        {profile.is_default && <span className="pill mute">Default profile</span>}
        {isOpen && !profile.is_default && (
          <Group gap="xs" className={detail.actions ?? ''}>
            <Button variant="default" onClick={moving.open}>
              Make default
            </Button>
            <Button variant="default" onClick={deleting.open}>
              Delete
            </Button>
          </Group>
        )}
      </div>
      {!isOpen && (
        <Alert color="gray" mb="md">
          Your role may see these settings, but not change them.
        </Alert>
      )}
      <Jumps />
      <fieldset className={styles.form} disabled={!isOpen || draft.isSaving}>
        <Section id="general">{form.pick(general)}</Section>
        <Section id="payments">{form.pick(payments)}</Section>
        <Webhooks profile={profile} />
        <Section
          id="pages"
          about="How payment links and invoices look, unless a link has its own settings."
        >
          {form.pick(paymentPages)}
        </Section>
        <Section
          id="wallets"
          about="Who you are for the wallets that need to know it. Without it, the wallet is not offered."
        >
          {form.pick(wallets)}
        </Section>
        <RiskRules draft={draft} />
        <Section
          id="testing"
          about="Blocks callers who try stolen card numbers. Renewals and saved cards that your server charges are never blocked. 0 is no limit."
        >
          {form.pick(cardTesting)}
        </Section>
        <Section id="subscriptions" about="What happens when an invoice cannot be charged.">
          {form.pick(dunning)}
        </Section>
        <Section id="money">{form.pick(refundsAndPayouts)}</Section>
        <Metadata key={draft.generation} draft={draft} stored={profile.metadata} />
      </fieldset>
      <SaveBar text={unsavedText(draft)} {...draft} />
      {isMoving && <MakeDefault profile={profile} close={moving.close} />}
      {isDeleting && <DeleteProfile profile={profile} close={deleting.close} />}
    </div>
  )
}

function unsavedText({ changes, error }: Draft): string | undefined {
  const count = Object.keys(changes).length
  if (count === 0) return undefined
  if (error instanceof ApiError && error.field !== undefined) {
    return 'Not saved: correct the marked fields'
  }
  if (error) return `Not saved: ${error.message}`
  return count === 1 ? 'One setting is not saved' : `${count} settings are not saved`
}
