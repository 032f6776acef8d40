import { Moment } from '../lib/dates.tsx'
import { Card, type Detail, Details } from '../lib/details.tsx'
import { useUsers } from '../team/users.ts'
import type { Payout } from './words.ts'

/** The API also leaves out approvals of users who have lost their role, when the payout is sent. */
export function missingApprovals({ approvals, approvals_required }: Payout): number {
  return Math.max(0, approvals_required - approvals.length)
}

/** Offered to users who neither prepared the payout nor approved it already. */
export function mayApprove(payout: Payout, user_id: string): boolean {
  const { approvals, approvals_required, prepared_by } = payout
  const hasApproved = approvals.some((each) => each.user_id === user_id)
  return approvals_required > 0 && !hasApproved && !prepared_by.includes(user_id)
}

/** Hidden where no approval is needed and none was given. */
export function Approvals({ payout }: { payout: Payout }) {
  const users = useUsers()
  const { approvals, approvals_required, prepared_by } = payout
  if (approvals_required === 0 && approvals.length === 0) return null
  const name = (user_id: string) => {
    const user = users.get(user_id)
    return user?.name ?? user?.email ?? user_id
  }
  const given = approvals.map(
    ({ user_id, created }, n): Detail => [
      `Approval ${n + 1}`,
      <span key={user_id}>
        {name(user_id)}, <Moment at={created} />
      </span>,
    ],
  )
  return (
    <Card title="Approvals">
      <Details
        rows={[
          ['Given', `${approvals.length} of ${approvals_required}`],
          ...given,
          ['Prepared by', prepared_by.map(name).join(', ')],
        ]}
      />
    </Card>
  )
}
