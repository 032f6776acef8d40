// The audit trail: who changed what, from where, and when. A change that emits an event carries its actor there; any
// other change by a request or an operator's command adds a row to audit_log. Both are part of the change's own
// commit, so there is no change without a trace, and no trace of a refused change. A row has no customer data and no
// secret: only fields that the route names are recorded with values. Each entry has a MAC from the process that wrote
// it.
import { type Insert, insert, type Table, table, type Update, type Write } from '#kernel/change.ts'
import type { Commit } from '#kernel/commit.ts'
import { keyedHash, type Keyring, sameBytes } from '#kernel/crypto.ts'
import { newId } from '#kernel/ids.ts'
import { leavesOpen, startedBy } from '#core/operations/operation.ts'
import { type Actor, type EventRow, hasActor, isEvent, withActor } from '#core/outbox/event.ts'

export interface AuditRow extends Actor {
  merchant_id: string
  audit_id: string
  /** The route's method and URL, or the command. */
  action: string
  /** Type of the commit's head; null for a command about the whole deployment. */
  object_type: string | null
  object_id: string | null
  /** The ids in the URL. */
  object_ids: Readonly<Record<string, string>>
  fields: Readonly<Record<string, unknown>>
  changes: Readonly<Record<string, Change>> | null
  /** By the wall clock: a merchant's clock in the sandbox can be moved. */
  created: Date
}

export interface Change {
  readonly from: unknown
  readonly to: unknown
}

export interface Audited extends Pick<AuditRow, 'action' | 'object_ids' | 'created'> {
  readonly by: Actor
  /** The caller's merchant; the operator has none. */
  readonly merchant_id: string
  fields(): AuditRow['fields']
  /** The fields whose values are recorded. */
  readonly shown: readonly string[]
  readonly entry: EntryRule
}

/**
 * When a request gets a row in audit_log, at the latest with its first commit that fits:
 * `always`; `unless_event`: if that commit has no event; `unless_operation`: nor an operation that is still open, whose
 * outcome will be an event; `never`. With `each_commit` every commit gets one.
 */
export type EntryRule = 'always' | 'each_commit' | 'unless_event' | 'unless_operation' | 'never'

const auditLog = table<AuditRow>('audit_log', 'merchant_id', 'audit_id')

/** Wraps the commit function for one request or command. */
export function audited(commit: Commit, about: Audited): Commit {
  const { by, entry } = about
  let isTraced = entry === 'never'
  return async (...writes) => {
    const marked = writes.map((write) =>
      isTheirs(about, write) ? write : startedBy(withActor(write, by), by),
    )
    const [head] = marked
    if (head === undefined || isTraced) return commit(...marked)
    const hasEvent = entry !== 'always' && marked.some(isEvent)
    if (!hasEvent && entry === 'unless_operation' && leavesOpen(marked)) return commit(...marked)
    const trace = hasEvent ? [] : [toEntry(about, head, marked)]
    await commit(...marked.slice(isTrace(head) ? 1 : 0), ...trace)
    isTraced = entry !== 'each_commit'
  }
}

/** An outcome that a read or a callback only found, or work for another merchant that a request happens to do. */
function isTheirs({ entry, merchant_id }: Audited, write: Write): boolean {
  if (entry === 'never' && hasActor(write)) return true
  return merchant_id !== '' && write.row['merchant_id'] !== merchant_id
}

/**
 * Names the entry's object as a commit's first write, and is not written itself. For a commit whose head is another
 * object, and for a change that no commit writes.
 */
export function toTrace<Row extends object>({ key }: Table<Row>, row: Row): Insert {
  const of = { name: auditLog.name, key }
  return insert<Row>(of, row)
}

function isTrace({ table: { name } }: Write): boolean {
  return name === auditLog.name
}

function toEntry(about: Audited, head: Write, writes: readonly Write[]): Insert {
  const id = head.table.key.at(-1) ?? ''
  return auditEntry(pickOwner(about, writes), about, {
    ...signedIn(about.by, writes),
    object_type: id.replace(/_id$/, ''),
    object_id: String(head.row[id]),
    changes: listChanges(writes.filter(isCompared(about)).filter(isAbout(head)), about.shown),
  })
}

/** A random id, also in a retry under an Idempotency-Key: the first attempt may have written its own row. */
export function auditEntry(merchant_id: string, about: Audited, more: Partial<AuditRow>): Insert {
  const { by, action, object_ids, created } = about
  return insert(auditLog, {
    merchant_id,
    audit_id: newId('aud'),
    ...by,
    action,
    object_type: null,
    object_id: null,
    object_ids,
    fields: about.fields(),
    changes: null,
    created,
    ...more,
  })
}

/** The merchant whose rows are written: the operator creates and changes merchants, and is none. */
function pickOwner({ merchant_id }: Audited, writes: readonly Write[]): string {
  const owned = writes.map(({ row }) => row['merchant_id']).find((id) => typeof id === 'string')
  return owned ?? merchant_id
}

/** A request without a key or a session that opens a session acts as its user from then on. */
function signedIn(by: Actor, writes: readonly Write[]): Partial<Actor> {
  if (by.actor !== 'anonymous') return {}
  const session = writes.find(({ kind, table: { name } }) => kind === 'insert' && name === SESSIONS)
  return session === undefined ? {} : { actor: 'user', user_id: String(session.row['user_id']) }
}

const SESSIONS = 'directory.sessions'

/** An operator's command. */
export function operatorCommand(
  action: string,
  object_ids: AuditRow['object_ids'],
  fields: AuditRow['fields'],
  created: Date,
): Audited {
  const by: Actor = { ...NOWHERE, actor: 'operator' }
  const shown = Object.keys(fields)
  const about = { action, object_ids, created, fields: () => fields, shown }
  return { ...about, by, merchant_id: '', entry: 'always' }
}

const NOWHERE = { key_id: null, user_id: null, address: null, request_id: null }

const HIDDEN = '[redacted]'

/** A new object is what its request sent, unless the request sent several. */
function isCompared({ entry }: Audited) {
  return (write: Write): write is Update | Insert =>
    write.kind === 'update' || (write.kind === 'insert' && entry === 'each_commit')
}

/** A trace names the object whose changes are recorded; otherwise every write's changes are. */
function isAbout(head: Write) {
  const { key } = head.table
  return ({ row }: Write) => !isTrace(head) || key.every((name) => row[name] === head.row[name])
}

/** The settings in `shown` that the commit changes. */
function listChanges(
  writes: readonly (Update | Insert)[],
  shown: readonly string[],
): AuditRow['changes'] {
  const changes: Record<string, Change> = {}
  for (const write of writes) {
    const { row } = write
    const before = write.kind === 'update' ? write.before : {}
    for (const path of shown) {
      if (path in changes || !((path.split('.')[0] ?? '') in row)) continue
      const [from, to] = [valueAt(before, path), valueAt(row, path)]
      if (JSON.stringify(from) !== JSON.stringify(to)) changes[path] = { from, to }
    }
  }
  return Object.keys(changes).length > 0 ? changes : null
}

/** An inner field is written `outer.inner`. */
function valueAt(row: object, path: string): unknown {
  let value: unknown = row
  for (const name of path.split('.')) value = (value as Record<string, unknown> | null)?.[name]
  return withoutQuery(value ?? null)
}

/** All fields that were sent, those in `shown` with their values. An inner field is written `outer.inner`. */
export function listSentFields(sent: unknown, shown: readonly string[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {}
  const visit = (object: object, above: string) => {
    for (const [name, value] of Object.entries(object)) {
      const path = above + name
      const isAbove = shown.some((each) => each.startsWith(`${path}.`))
      if (isAbove && typeof value === 'object' && value !== null) visit(value, `${path}.`)
      else fields[path] = shown.includes(path) ? withoutQuery(value) : HIDDEN
    }
  }
  visit(sent as object, '')
  return fields
}

/** A URL's query and credentials may be secret. */
function withoutQuery(value: unknown): unknown {
  if (typeof value !== 'string' || !URL.canParse(value)) return value
  const { origin, pathname, search, username, password } = new URL(value)
  const isPlain = search === '' && username === '' && password === ''
  return isPlain || origin === 'null' ? value : `${origin}${pathname}?${HIDDEN}`
}

/**
 * The columns that never change: a customer's erasure changes body and version. PostgreSQL computes none of them, so
 * a process can sign its own rows.
 */
export type EventEntry = Omit<EventRow, 'body' | 'is_test' | 'version'> & Actor

/** The text of an event that is signed, and hashed for its seal. */
export function eventText(row: EventEntry): string {
  const { merchant_id, event_id, profile_id, event_type, object_type, object_id, sequence } = row
  const { created, actor, key_id, user_id, address, request_id } = row
  const what = [merchant_id, event_id, profile_id, event_type, object_type, object_id, sequence]
  return JSON.stringify(['event', ...what, created, actor, key_id, user_id, address, request_id])
}

/** The same before writing and after reading: jsonb orders object keys. */
export function rowText(row: AuditRow): string {
  const { merchant_id, audit_id, action, object_type, object_id, object_ids, fields } = row
  const { changes, created, actor, key_id, user_id, address, request_id } = row
  const what = [merchant_id, audit_id, action, object_type, object_id, object_ids, fields, changes]
  const who = [actor, key_id, user_id, address, request_id]
  return JSON.stringify(['row', ...what, created, ...who], ordered)
}

function ordered(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => byKey(a, b)))
}

/** As jsonb does it: shorter keys first, then by their bytes. */
function byKey(a: string, b: string): number {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length - right.length || Buffer.compare(left, right)
}

/** Half an HMAC-SHA256: 128 bits cannot be guessed, and each event stores them. */
const MAC_BYTES = 16
const ID_BYTES = 4

function computeMac(keyring: Keyring, text: string): Buffer {
  return keyedHash(keyring.key('audit entries'), text).subarray(0, MAC_BYTES)
}

/**
 * Wraps a process's commit function: entries get a MAC under a key that is not in the database, so a row inserted or
 * changed with SQL alone has no valid MAC. It costs a payment one HMAC and no round trip.
 */
export function withMacs(commit: Commit, keyring: Keyring): Commit {
  const { id } = keyring
  const sign = (write: Write): Write => {
    const text = entryText(write)
    if (text === undefined) return write
    const mac = `\\x${id}${computeMac(keyring, text).toString('hex')}`
    return { ...write, row: { ...write.row, mac } }
  }
  return (...writes) => commit(...writes.map(sign))
}

/** Undefined if the write is no entry. */
function entryText(write: Write): string | undefined {
  // A trace has been removed from the commit already.
  if (isTrace(write)) return rowText(write.row as unknown as AuditRow)
  return isEvent(write) && hasActor(write)
    ? eventText(write.row as unknown as EventEntry)
    : undefined
}

/** `unknown`: the secret that it names is not configured. */
export type MacState = 'valid' | 'missing' | 'wrong' | 'unknown'

export function checkMac({ all }: Keyring, text: string, mac: Buffer | null): MacState {
  if (mac === null) return 'missing'
  const secret_id = mac.toString('hex', 0, ID_BYTES)
  const signer = all.find(({ id }) => id === secret_id)
  if (signer === undefined) return 'unknown'
  return sameBytes(computeMac(signer, text), mac.subarray(ID_BYTES)) ? 'valid' : 'wrong'
}
