import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { unwrapAnswer, api } from '../api/client.ts'
import { profileHeader } from '../api/profiles.ts'
import { useMay } from '../api/session.ts'
import { useNow } from '../lib/clock.ts'
import { Moment } from '../lib/dates.tsx'
import { Status } from '../lib/status.tsx'
import { createdColumn, createdFilter } from '../list/columns.tsx'
import type { ListConfig } from '../list/config.ts'
import { List } from '../list/list.tsx'
import { SubscriptionSections } from '../subscriptions/sections.tsx'
import { CouponForm } from './form.tsx'
import {
  type Coupon,
  couponWords,
  discountText,
  durationText,
  redemptionsText,
  couponState,
} from './words.ts'

/** Which coupons have expired depends on the merchant's time. */
const configAt = (now: number): ListConfig<Coupon> => ({
  resource: 'coupons',
  name: 'coupons',
  title: 'Coupons',
  idOf: ({ coupon_code }) => coupon_code,
  target: ({ coupon_code }) => ({ to: '/coupons/$id', params: { id: coupon_code } }),
  read: async (query) => {
    const params = { query, header: profileHeader() }
    return unwrapAnswer(api.GET('/subscriptions/coupons', { params }))
  },
  filters: [createdFilter],
  columns: [
    {
      id: 'code',
      title: 'Code',
      cell: ({ coupon_code }) => <b className="id">{coupon_code}</b>,
      text: ({ coupon_code }) => coupon_code,
    },
    {
      id: 'discount',
      title: 'Discount',
      isNumber: true,
      cell: discountText,
      text: discountText,
    },
    { id: 'duration', title: 'On', isWide: true, cell: durationText, text: durationText },
    {
      id: 'state',
      title: 'Status',
      cell: (row) => <Status words={couponWords} status={couponState(row, now)} />,
      text: (row) => couponState(row, now),
    },
    {
      id: 'redemptions',
      title: 'Subscriptions',
      isNumber: true,
      isWide: true,
      cell: redemptionsText,
      text: ({ redemptions }) => redemptions,
    },
    {
      id: 'redeem_by',
      title: 'Can be used until',
      isWide: true,
      cell: ({ redeem_by }) =>
        redeem_by === null ? <span className="faint">Any time</span> : <Moment at={redeem_by} />,
      text: ({ redeem_by }) => redeem_by,
    },
    { ...createdColumn, isOptional: true },
  ],
  empty: {
    title: 'No coupons yet',
    text: 'A coupon takes something off the first period of a subscription, off some periods, or off all.',
    next: { scope: 'subscriptions:write', text: 'Use “Create a coupon” above for the first one.' },
  },
})

export function Coupons() {
  const may = useMay()
  const now = useNow() ?? Date.now()
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <SubscriptionSections current="Coupons" />
      <List
        config={configAt(now)}
        actions={
          may('subscriptions:write') && (
            <Button leftSection={<IconPlus size={16} />} onClick={open}>
              New coupon
            </Button>
          )
        }
      />
      {isOpen && <CouponForm close={close} />}
    </>
  )
}
