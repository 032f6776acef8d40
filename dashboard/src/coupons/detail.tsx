import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { post } from '../api/change.ts'
import { profileHeader } from '../api/profiles.ts'
import { useMay } from '../api/session.ts'
import { Action } from '../lib/action.tsx'
import { useNow } from '../lib/clock.ts'
import { Id } from '../lib/copy.tsx'
import { Moment } from '../lib/dates.tsx'
import { Card, Details, Facts } from '../lib/details.tsx'
import { Head } from '../lib/head.tsx'
import { Loaded } from '../lib/loaded.tsx'
import { Raw } from '../lib/raw.tsx'
import { Status } from '../lib/status.tsx'
import { useId } from '../lib/url.ts'
import { couponQuery } from '../queries/objects.ts'
import {
  type Coupon,
  couponWords,
  discountText,
  durationText,
  redemptionsText,
  couponState,
} from './words.ts'

export function CouponPage() {
  const coupon_code = useId()
  const coupon = useQuery(couponQuery(coupon_code))
  return <Loaded query={coupon}>{(data) => <CouponView coupon={data} />}</Loaded>
}

function CouponView({ coupon }: { coupon: Coupon }) {
  const { coupon_code, currency, redeem_by } = coupon
  const now = useNow() ?? Date.now()
  const state = couponState(coupon, now)
  return (
    <>
      <Head
        list={{ to: '/coupons', name: 'Coupons' }}
        id={coupon_code}
        title={discountText(coupon)}
        status={<Status words={couponWords} status={state} />}
        actions={state === 'expired' ? null : <Stop coupon={coupon} />}
      />
      <Facts
        rows={[
          ['Taken off', durationText(coupon)],
          ['Subscriptions', redemptionsText(coupon)],
          [
            'Can be used until',
            redeem_by === null ? 'Any time' : <Moment key="at" at={redeem_by} />,
          ],
          ['Prices', currency === null ? 'In every currency' : `In ${currency} only`],
        ]}
      />
      <Card title="Details" aside={<Raw title={coupon_code} value={coupon} />}>
        <Details
          rows={[
            ['Code', <Id key="code">{coupon_code}</Id>],
            ['Created', <Moment key="created" at={coupon.created} />],
          ]}
        />
      </Card>
    </>
  )
}

function Stop({ coupon: { coupon_code } }: { coupon: Coupon }) {
  const may = useMay()
  const [isOpen, { open, close }] = useDisclosure(false)
  if (!may('subscriptions:write')) return null
  return (
    <>
      <Button variant="default" onClick={open}>
        Stop
      </Button>
      {isOpen && (
        <Action
          title={`Stop the coupon ${coupon_code}`}
          verb="Stop the coupon"
          isDangerous
          close={close}
          run={post('/subscriptions/coupons/{coupon_code}/stop', {
            params: { path: { coupon_code }, header: profileHeader() },
          })}
          done={() => `The coupon ${coupon_code} can no longer be used.`}
        >
          <p className="flush">
            No new subscription can use it from now on. Subscriptions that have it keep their
            discount. It cannot be started again.
          </p>
        </Action>
      )}
    </>
  )
}
