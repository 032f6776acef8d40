import { useQuery } from '@tanstack/react-query'
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
  return (
    <>
      <Head
        list={{ to: '/coupons', name: 'Coupons' }}
        id={coupon_code}
        title={discountText(coupon)}
        status={<Status words={couponWords} status={couponState(coupon, now)} />}
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
