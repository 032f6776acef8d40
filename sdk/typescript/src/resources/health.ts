// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'

/** Whether the service works, and whether your key is valid. */
export class HealthApi extends Resource {
  /** Check the service and your key */
  check(options?: CallOptions): Promise<Health> {
    return this.call('GET /health', [], undefined, options)
  }
}

export interface Health {
  /** Always `ok`: the service answers and the key works. */
  status: 'ok'
  /** The environment of this deployment, and so of the key. */
  environment: 'sandbox' | 'production'
  /** The merchant that the key belongs to. */
  merchant_id: string
  /** The release of Florin that answers. */
  version: string
  /** The time for your merchant, in UTC. */
  time: string
}
