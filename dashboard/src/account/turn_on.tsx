import { Alert, Anchor, Loader, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { post, put } from '../api/change.ts'
import type { Schemas } from '../api/client.ts'
import { recently } from '../api/recent.ts'
import { ApiForm } from '../lib/action.tsx'
import { useChange } from '../lib/change.ts'
import { CodeField } from '../lib/code_field.tsx'
import { Id } from '../lib/copy.tsx'
import { QrCode } from '../lib/qr.tsx'
import styles from './account.module.css'

interface TurnOnProps {
  close: () => void
  /** The recovery codes, which are shown once. */
  show: (codes: readonly string[]) => void
}

export function TurnOn({ close, show }: TurnOnProps) {
  const [attempt] = useState(() => crypto.randomUUID())
  // Each request makes another secret, so it is asked for once and never stored.
  const secret = useQuery({
    queryKey: ['two_factor', attempt],
    queryFn: () => recently(post('/user/2fa/totp/begin'))(attempt),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  return (
    <Modal
      opened
      onClose={close}
      title="Turn on two-factor authentication"
      centered
      closeOnClickOutside={false}
    >
      {secret.isPending && <Loader size="sm" />}
      {secret.error && (
        <Alert color="red" role="alert">
          {secret.error.message}
        </Alert>
      )}
      {secret.data && <Enrol secret={secret.data} show={show} />}
    </Modal>
  )
}

interface EnrolProps {
  secret: Schemas['TotpSecret']
  show: TurnOnProps['show']
}

function Enrol({ secret: { secret, totp_url }, show }: EnrolProps) {
  const [totp, setTotp] = useState('')
  const verify = useChange({
    run: put('/user/2fa/totp/verify', { body: { totp } }),
    done: () => 'Two-factor authentication is on, and your other sessions have ended.',
    next: ({ recovery_codes }) => show(recovery_codes),
    failed: () => setTotp(''),
  })
  return (
    <ApiForm change={verify} verb="Turn on" isReady={totp.length === 6}>
      <p className="flush">
        Scan this code with an authenticator app. Most password managers can do it too.
      </p>
      <div className={styles.qr}>
        <QrCode text={totp_url} label="QR code with the key beside it" width={180} />
        <div>
          <p className="faint flush">If you cannot scan it, enter this key:</p>
          <Id>{secret}</Id>
          <p className="flush below">
            <Anchor href={totp_url} size="sm">
              Open the app on this device
            </Anchor>
          </p>
        </div>
      </div>
      <CodeField value={totp} onChange={setTotp} />
    </ApiForm>
  )
}
