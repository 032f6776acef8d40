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
import { PaymentPages } from './payment_pages.tsx'
import { RiskRules } from './risk_rules.tsx'
import {
  CardTesting,
  Dunning,
  General,
  Payments,
  RefundsAndPayouts,
  Wallets,
  Webhooks,
} from './sections.tsx'
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
  const draft = useDraft(profile, isOpen)
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
        <General draft={draft} />
        <Payments draft={draft} />
        <Webhooks draft={draft} />
        <PaymentPages draft={draft} />
        <Wallets draft={draft} />
        <RiskRules draft={draft} />
        <CardTesting draft={draft} />
        <Dunning draft={draft} />
        <RefundsAndPayouts draft={draft} />
        <Metadata key={draft.generation} draft={draft} stored={profile.metadata} />
      </fieldset>
      <SaveBar draft={draft} />
      {isDeleting && <DeleteProfile profile={profile} close={deleting.close} />}
    </div>
  )
}

/** At the foot of the page while something is not saved. Nobody leaves the page with it by accident. */
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
