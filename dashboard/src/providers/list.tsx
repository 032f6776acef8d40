import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useIsSandbox } from '../api/environment.ts'
import { useMay, useUser } from '../api/session.ts'
import { Empty } from '../lib/empty.tsx'
import head from '../lib/head.module.css'
import { Note } from '../lib/head.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { LoadingCard } from '../lib/loading.tsx'
import { connectorsQuery } from '../queries/objects.ts'
import { AccountCard } from './account.tsx'
import { Connect } from './connect.tsx'
import styles from './providers.module.css'

export function Providers() {
  const may = useMay()
  const merchant_id = useUser().merchant_id ?? ''
  const accounts = useQuery(connectorsQuery(merchant_id))
  const [isConnecting, setConnecting] = useState(false)
  return (
    <div className={styles.page}>
      <p className={head.crumb}>
        <Link to="/settings">Settings</Link> / Payment providers
      </p>
      <div className={head.head}>
        <h1>Payment providers</h1>
        {may('connectors:write') && (
          <div className={head.actions}>
            <Button leftSection={<IconPlus size={16} />} onClick={() => setConnecting(true)}>
              Connect
            </Button>
          </div>
        )}
      </div>
      <p className={styles.about}>
        Your accounts at acquirers. The contracts and the money stay between you and them.
      </p>
      <Loaded query={accounts} waiting={<LoadingCard height={260} />}>
        {(all) =>
          all.length === 0 ? (
            <NoAccounts />
          ) : (
            <>
              {all.every(({ status }) => status === 'disabled') && (
                <Note tone="warn" title="No account is on">
                  <p>New payments are refused until you turn one on.</p>
                </Note>
              )}
              {all.map((account) => (
                <AccountCard key={account.connector_id} account={account} />
              ))}
              <Rules />
            </>
          )
        }
      </Loaded>
      {isConnecting && <Connect merchant_id={merchant_id} close={() => setConnecting(false)} />}
    </div>
  )
}

function NoAccounts() {
  const isSandbox = useIsSandbox()
  return (
    <section className="card">
      <Empty
        title="No provider accounts yet"
        text={
          isSandbox
            ? 'Without an account, all payments of this sandbox go to the sandbox bank. Connect accounts to try routing and fallback.'
            : 'Payments are refused until an account is connected and turned on.'
        }
        next={{
          scope: 'connectors:write',
          text: 'Press “Connect” above. It takes about five minutes.',
        }}
      />
    </section>
  )
}

function Rules() {
  if (!useMay()('workflows:read')) return null
  return (
    <section className={`card ${styles.rules}`}>
      <span>
        Payments go to the account with the lowest priority, unless a routing rule decides.
      </span>
      <Link to="/settings/routing">Open routing</Link>
    </section>
  )
}
