// The plan that every merchant of a simulation has.

export const PLAN = 'simulated'
export const PRICES = ['small', 'large', 'trial'] as const

/** Before the faults begin. */
export const simulatedPlan = {
  plan_id: PLAN,
  name: 'Simulated',
  prices: PRICES.map((item_price_id, n) => ({
    item_price_id,
    amount: 1_000 * (n + 1) + 37,
    currency: 'EUR',
    interval: 'month',
    ...(item_price_id === 'trial' ? { trial_period: 3 } : {}),
  })),
}

export function profileHeader({ profile_id }: { profile_id: string }) {
  return { 'X-Profile-Id': profile_id }
}
