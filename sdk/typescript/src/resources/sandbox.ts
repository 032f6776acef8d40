// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'

/** In the sandbox only: advance the time. */
export class SandboxApi extends Resource {
  /**
   * Advance the test clock.
   *
   * Sandbox only. Moves the time of your merchant forward. The clock stops at every moment at which something is due, and what is due runs at that time before the clock goes on: one step of a year and 365 steps of a day give the same history. The call works for up to 20 seconds. If something remains, `due_remaining` is above 0: repeat the request, with another Idempotency-Key if you use one. It continues to the same target and does not add its own `advance`. The sandbox bank follows the clock, except for bank transfers, which customers make in their own time. API keys and rate limits keep using the real time.
   */
  advanceClock(params: SandboxAdvanceClock, options?: CallOptions): Promise<MerchantClock> {
    return this.call('POST /sandbox/clock', [], params, options)
  }

  /** Retrieve the test clock */
  retrieveClock(options?: CallOptions): Promise<MerchantClock> {
    return this.call('GET /sandbox/clock', [], undefined, options)
  }
}

export interface MerchantClock {
  /** The id of the merchant that the object belongs to. */
  merchant_id: string
  /** The time of the test clock, in UTC. */
  now: string
  /** How far the test clock is ahead of the real time. */
  ahead_seconds: number
  /** What is due before the clock reaches the time to which it was advanced, counted to 100 for each type of object. 0: it has reached it. Above 0: repeat the request; it continues from `now` and does not advance further. */
  due_remaining: number
}

export interface SandboxAdvanceClock {
  /** How far to advance, such as `15m` or `8d`. The clock cannot be moved back. */
  advance: string
}
