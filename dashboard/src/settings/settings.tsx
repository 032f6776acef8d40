import { Button, Table } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Profile, profilesQuery } from '../api/profiles.ts'
import { useMay, useUser } from '../api/session.ts'
import { Id } from '../lib/copy.tsx'
import { Moment } from '../lib/dates.tsx'
import { Card, type Detail, Details } from '../lib/details.tsx'
import { LoadedRows } from '../lib/loaded.tsx'
import detail from '../lib/head.module.css'
import { CreateProfile, SecretOnce } from './dialogs.tsx'
import styles from './settings.module.css'
import { TimeZone } from './time_zone.tsx'

export function Settings() {
  const user = useUser()
  const may = useMay()
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<Profile>()
  const { merchant_id } = user
  return (
    <div className={styles.page}>
      <div className={detail.head}>
        <h1>Settings</h1>
        {may('profiles:write') && merchant_id !== null && (
          <div className={detail.actions}>
            <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
              New profile
            </Button>
          </div>
        )}
      </div>
      <MerchantCard />
      <PaymentRoutes />
      {may('profiles:read') && <Profiles />}
      {isCreating && merchant_id !== null && (
        <CreateProfile
          merchant_id={merchant_id}
          close={() => setCreating(false)}
          show={setCreated}
        />
      )}
      {created && (
        <SecretOnce
          profile={created}
          close={() => {
            setCreated(undefined)
            void navigate({ to: '/settings/$id', params: { id: created.profile_id } })
          }}
        />
      )}
    </div>
  )
}

/** The merchant's data. The operator sets its terms. */
function MerchantCard() {
  const user = useUser()
  const may = useMay()
  const merchant = user.merchants.find(({ merchant_id }) => merchant_id === user.merchant_id)
  return (
    <Card title="Merchant">
      <Details
        rows={[
          ['Name', merchant?.merchant_name],
          ['Merchant ID', user.merchant_id && <Id key="id">{user.merchant_id}</Id>],
          ['Time zone', user.merchant_id && <TimeZone key="zone" merchant_id={user.merchant_id} />],
          ['Your role', user.role_name],
          [
            'Your account',
            <Link key="account" to="/account">
              {user.email}
            </Link>,
          ],
          [
            'People',
            may('users:read') && (
              <Link key="team" to="/team">
                Team and roles
              </Link>
            ),
          ],
          [
            'Keys',
            may('api_keys:read') && (
              <Link key="keys" to="/api-keys">
                API keys
              </Link>
            ),
          ],
        ]}
      />
    </Card>
  )
}

/** The way to the provider accounts, and to the rules that choose between them. */
function PaymentRoutes() {
  const may = useMay()
  const rows: readonly Detail[] = [
    [
      'Accounts',
      may('connectors:read') && (
        <Link key="providers" to="/settings/providers">
          Payment providers
        </Link>
      ),
    ],
    [
      'Rules',
      may('workflows:read') && may('profiles:read') && (
        <Link key="routing" to="/settings/routing">
          Routing
        </Link>
      ),
    ],
  ]
  if (rows.every(([, value]) => value === false)) return null
  return (
    <Card title="Where payments go">
      <Details rows={rows} />
    </Card>
  )
}

function Profiles() {
  const profiles = useQuery(profilesQuery(useUser()))
  return (
    <Card title="Business profiles">
      <LoadedRows query={profiles}>
        {(all) => (
          <Table.ScrollContainer minWidth={320}>
            <Table className={styles.table} fz={14} verticalSpacing={11}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Profile</Table.Th>
                  <Table.Th visibleFrom="sm">Webhooks</Table.Th>
                  <Table.Th visibleFrom="sm">Return URL</Table.Th>
                  <Table.Th>Changed</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {all.map((profile) => (
                  <Row key={profile.profile_id} profile={profile} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </LoadedRows>
    </Card>
  )
}

function Row({ profile }: { profile: Profile }) {
  const { profile_id, profile_name, is_default, webhook_details, return_url, modified_at } = profile
  return (
    <Table.Tr>
      <Table.Td>
        <Link to="/settings/$id" params={{ id: profile_id }} className={styles.name}>
          {profile_name}
        </Link>
        {is_default && <span className="pill mute">Default</span>}
      </Table.Td>
      <Table.Td visibleFrom="sm">{formatHost(webhook_details.webhook_url)}</Table.Td>
      <Table.Td visibleFrom="sm">{formatHost(return_url)}</Table.Td>
      <Table.Td>
        <Moment at={modified_at} />
      </Table.Td>
    </Table.Tr>
  )
}

function formatHost(url: string | null): string {
  if (url === null) return 'None'
  return URL.canParse(url) ? new URL(url).host : url
}
