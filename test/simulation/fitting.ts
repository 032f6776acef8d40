import { pick, pickRecent, type Roll, type Run, type SubscriptionTarget } from './run.ts'

/** Mostly a subscription in a status in which the action does something. */
export function fitting(
  run: Run,
  roll: Roll,
  at: readonly string[],
): SubscriptionTarget | undefined {
  const those = run.subscriptions.slice(-100).filter(({ status = '' }) => at.includes(status))
  return roll() < 0.9 && those.length > 0 ? pick(roll, those) : pickRecent(roll, run.subscriptions)
}
