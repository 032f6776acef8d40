// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'

/** The people who work for a merchant, and the roles that say what they may do. */
export class TeamSettingsApi extends Resource {
  /** Retrieve the settings of the team */
  retrieve(options?: CallOptions): Promise<TeamSettings> {
    return this.call('GET /user/team_settings', [], undefined, options)
  }

  /**
   * Update the settings of the team.
   *
   * Applies to the next request of every user. A user who turns on `require_two_factor` must have signed in with a second factor: 400.
   */
  update(params?: TeamSettingsUpdate, options?: CallOptions): Promise<TeamSettings> {
    return this.call('POST /user/team_settings', [], params ?? {}, options)
  }
}

export interface TeamSettings {
  /** Users need a second factor to work for this merchant. A user whose session began without one can only set one up. Sign-ins with a passkey have two. */
  require_two_factor: boolean
  /** Whether this deployment sends e-mail. If not, the answer to an invitation has the link. */
  sends_mail: boolean
}

export interface TeamSettingsUpdate {
  /** Users need a second factor to work for this merchant. A user whose session began without one can only set one up. Sign-ins with a passkey have two. */
  require_two_factor?: boolean | undefined
}
