// A resource's manifest, declared once in its `resource.ts`. The api, the worker, the doctor, the documentation and
// the sandbox read these manifests; no other place lists resources.
import type { Context, Services } from '#kernel/context.ts'
import type { Job } from '#kernel/jobs.ts'
import type { Machine } from '#kernel/machine.ts'
import type { Condition } from '#kernel/page.ts'
import type { Sweep } from '#kernel/sweeps.ts'
import type { Invariants } from '#core/invariants/invariants.ts'
import type { MailRules } from '#core/mail/kinds.ts'
import type { Settlers } from '#core/operations/recover.ts'
import type { Reaction } from '#core/outbox/reaction.ts'
import type { Route } from '#http/route.ts'

export interface Resource {
  readonly routes?: readonly Route[]
  /** Work that is due at a time. */
  readonly sweeps?: readonly Sweep[]
  /** Work that follows from events. */
  readonly reactions?: readonly Reaction[]
  /** Work outside the database that is retried for hours. */
  readonly jobs?: readonly Job[]
  /** The texts for the mails that it sends, by kind. */
  readonly mails?: Partial<MailRules>
  /** Settlers by operation kind. */
  readonly settlers?: Partial<Settlers>
  /** Redacts personal data in a person's objects. True if an object still needs some until it has ended. */
  readonly redact?: (context: Context, owner: readonly Condition[]) => Promise<boolean>
  /** Called when a refund is requested on an invoice payment; an event repeats the call if it fails. */
  readonly onInvoiceRefund?: (context: Context, payment_id: string) => Promise<void>
  /** Re-encrypts rows stored under an older secret with the newest; returns the number of rows. */
  readonly rotateEncryption?: (services: Services) => Promise<number>
  /** Lists, newest first, and objects that can be expanded in a payment. */
  readonly expansions?: Readonly<Record<string, Expansion>>
  readonly machine?: Machine
  /** Invariants for its objects, checked by the doctor. */
  readonly invariants?: Invariants
}

export type Expansion = (context: Context, payment_id: string) => Promise<object | null>

/** Declarations from all resources. */
export interface Registry {
  readonly routes: readonly Route[]
  readonly sweeps: readonly Sweep[]
  readonly reactions: readonly Reaction[]
  readonly jobs: readonly Job[]
  readonly mails: MailRules
  readonly settlers: Settlers
  readonly redactions: readonly NonNullable<Resource['redact']>[]
  readonly invoiceRefundHooks: readonly NonNullable<Resource['onInvoiceRefund']>[]
  readonly rotations: readonly NonNullable<Resource['rotateEncryption']>[]
  readonly expansions: Readonly<Record<string, Expansion>>
  readonly machines: readonly Machine[]
  readonly invariants: readonly Invariants[]
}

declare module '#kernel/context.ts' {
  interface Services {
    readonly registry: Registry
  }
}

export function buildRegistry(resources: readonly Resource[]): Registry {
  const merged = <K extends 'mails' | 'settlers' | 'expansions'>(key: K) =>
    Object.assign({}, ...resources.map((resource) => resource[key])) as Registry[K]
  return {
    routes: resources.flatMap(({ routes = [] }) => routes),
    sweeps: resources.flatMap(({ sweeps = [] }) => sweeps),
    reactions: resources.flatMap(({ reactions = [] }) => reactions),
    jobs: resources.flatMap(({ jobs = [] }) => jobs),
    mails: merged('mails'),
    settlers: merged('settlers'),
    redactions: resources.flatMap(({ redact }) => redact ?? []),
    invoiceRefundHooks: resources.flatMap(({ onInvoiceRefund }) => onInvoiceRefund ?? []),
    rotations: resources.flatMap(({ rotateEncryption }) => rotateEncryption ?? []),
    expansions: merged('expansions'),
    machines: resources.flatMap(({ machine }) => machine ?? []),
    invariants: resources.flatMap(({ invariants }) => invariants ?? []),
  }
}
