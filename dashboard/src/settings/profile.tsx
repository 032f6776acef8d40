import { Alert, Button, Group, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useBlocker } from '@tanstack/react-router'
import { unwrapAnswer, api, ApiError } from '../api/client.ts'
import type { Profile } from '../api/profiles.ts'
import { useMay, useUser } from '../api/session.ts'
import { Id } from '../lib/copy.tsx'
import { Loaded } from '../lib/loaded.tsx'
import detail from '../lib/head.module.css'
import { useId } from '../lib/url.ts'
import { DeleteProfile } from './dialogs.tsx'
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
import { Section, Webhooks } from './sections.tsx'
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
  return (
    <div className={styles.page}>
      <p className={detail.crumb}>
        <Link to="/settings">Settings</Link> / <Id>{profile.profile_id}</Id>
      </p>
      <div className={detail.head}>
        <h1>{profile.profile_name}</h1>
        {profile.is_default && <span className="pill mute">Default profile</span>}
        {isOpen && !profile.is_default && (
          <div className={detail.actions}>
            <Button variant="default" onClick={deleting.open}>
              Delete
            </Button>
          </div>
        )}
      </div>
      {!isOpen && (
        <Alert color="gray" mb="md">
          Your role may see these settings, but not change them.
        </Alert>
      )}
      <fieldset className={styles.form} disabled={!isOpen || draft.isSaving}>
        <Section title="General">{form.pick(general)}</Section>
        <Section title="Payments">{form.pick(payments)}</Section>
        <Webhooks profile={profile} />
        <Section
          title="Payment pages"
          about="How payment links and invoices look, unless a link has its own settings."
        >
          {form.pick(paymentPages)}
        </Section>
        <Section
          title="Wallets"
          about="Who you are for the wallets that need to know it. Without it, the wallet is not offered."
        >
          {form.pick(wallets)}
        </Section>
        <RiskRules draft={draft} />
        <Section
          title="Card testing"
          about="Blocks callers who try stolen card numbers. Renewals and saved cards that your server charges are never blocked. 0 is no limit."
        >
          {form.pick(cardTesting)}
        </Section>
        <Section
          title="Subscriptions that cannot be collected"
          about="What happens when an invoice cannot be charged."
        >
          {form.pick(dunning)}
        </Section>
        <Section title="Refunds and payouts">{form.pick(refundsAndPayouts)}</Section>
        <Metadata key={draft.generation} draft={draft} stored={profile.metadata} />
      </fieldset>
      <SaveBar draft={draft} />
      {isDeleting && <DeleteProfile profile={profile} close={deleting.close} />}
    </div>
  )
}

/** Shown at the bottom while changes are unsaved. Leaving the page asks first. */
function SaveBar({ draft }: { draft: Draft }) {
  const count = Object.keys(draft.changes).length
  const blocker = useBlocker({
    shouldBlockFn: () => count > 0,
    enableBeforeUnload: () => count > 0,
    withResolver: true,
  })
  if (count === 0) return null
  return (
    <>
      <div className={styles.bar} role="status" data-failed={draft.error !== null}>
        <span>
          {draft.error
            ? faultText(draft.error)
            : count === 1
              ? 'One setting is not saved'
              : `${count} settings are not saved`}
        </span>
        <Button variant="default" onClick={draft.discard} disabled={draft.isSaving}>
          Discard
        </Button>
        <Button onClick={draft.save} loading={draft.isSaving}>
          Save changes
        </Button>
      </div>
      {blocker.status === 'blocked' && (
        <Modal opened onClose={blocker.reset} title="Leave without saving?" centered>
          <p className="flush above">What you changed on this page is lost.</p>
          <Group justify="flex-end">
            <Button variant="default" onClick={blocker.reset}>
              Stay
            </Button>
            <Button color="red" onClick={blocker.proceed}>
              Leave
            </Button>
          </Group>
        </Modal>
      )}
    </>
  )
}

function faultText(error: Error): string {
  const isMarked = error instanceof ApiError && error.field !== undefined
  return isMarked ? 'Not saved: correct the marked fields' : `Not saved: ${error.message}`
}
