// The customer as acquirers ask for them. Every part is optional: an adapter refuses what it cannot do without.
export interface Shopper {
  readonly customer_id?: string | undefined
  readonly name?: string | undefined
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly billing?: Address | undefined
  readonly shipping?: Address | undefined
  readonly browser?: Browser | undefined
}

export interface Address {
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly line1?: string | undefined
  readonly line2?: string | undefined
  readonly line3?: string | undefined
  readonly city?: string | undefined
  readonly state?: string | undefined
  readonly zip?: string | undefined
  /** Two letters. */
  readonly country?: string | undefined
}

export interface Browser {
  readonly ip_address?: string | undefined
  readonly user_agent?: string | undefined
  readonly accept_header?: string | undefined
  readonly language?: string | undefined
  readonly color_depth?: number | undefined
  readonly screen_height?: number | undefined
  readonly screen_width?: number | undefined
  readonly time_zone_offset?: number | undefined
  readonly java_enabled?: boolean | undefined
  readonly java_script_enabled?: boolean | undefined
}

export interface OrderLine {
  readonly name: string
  readonly quantity: number
  /** For one piece, in minor units. */
  readonly amount: number
}

/** The card networks' rules for a card that is stored or was stored. */
export interface StoredCredential {
  /** `first`: the customer agrees to store it. `renewal`: a subscription. `unscheduled`: any later charge. */
  readonly use: 'first' | 'renewal' | 'unscheduled'
  /** From the first payment; null if the network gave none. */
  readonly network_transaction_id: string | null
}
