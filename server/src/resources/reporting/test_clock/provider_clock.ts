// The provider's part in a movement. The sandbox bank makes changes by itself, such as a pending outcome after five
// seconds; the merchant's clock stops at these moments too. Other providers stay on real time.
import { addMs } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import type { Schedule } from '#core/providers/provider.ts'
import { pollEvents } from '#resources/payments/provider_callbacks/poll_events.ts'
import type { StoppedClock } from './movement.ts'

export class ProviderClock {
  private readonly context: Context
  private schedule: Schedule | undefined
  /** The changes whose events were handled. */
  private handled: number | undefined

  constructor(context: Context) {
    this.context = context
  }

  /** Reads the schedule and handles events for changes that were made; returns true if there were any. */
  async update(): Promise<boolean> {
    const { provider, merchant_id } = this.context
    this.schedule = await provider.readSchedule?.(merchant_id)
    return this.handleEvents()
  }

  /** The next change's time, on a stopped clock. */
  next({ ahead_ms }: StoppedClock): Date | undefined {
    const { next_in_ms = null } = this.schedule ?? {}
    return next_in_ms === null ? undefined : addMs(this.context.clock.now(), ahead_ms + next_in_ms)
  }

  /** The merchant's clock was moved. Without a schedule this has no effect on the provider. */
  async move(ms: number): Promise<void> {
    const { provider, merchant_id } = this.context
    if (ms <= 0 || this.schedule === undefined || this.schedule.scheduled === 0) return
    this.schedule = await provider.moveClock?.(merchant_id, ms)
    await this.handleEvents()
  }

  private async handleEvents(): Promise<boolean> {
    const { changes } = this.schedule ?? {}
    if (changes === undefined || changes === this.handled) return false
    this.handled = changes
    return (await pollEvents(this.context)) > 0
  }
}
