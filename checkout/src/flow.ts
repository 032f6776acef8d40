// The flow from the click on Pay to the result. A payment is requested under an attempt_id that stays the same until
// its result is known, so whatever is lost or reloaded in between, nothing is paid twice.
import type { PageData, PagePayment, PagePaymentRequest } from '@florin/pages/contract.ts'
import { makeApi, type Result } from './api.ts'
import { newAttemptId, readSession, type Session, writeSession } from './session.ts'

/** Shown above the form. */
export type Note =
  | { type: 'declined'; payment: Pick<PagePayment, 'status' | 'unified_code' | 'payment_method'> }
  | { type: 'refused'; message: string; field?: string | undefined }
  | { type: 'busy' | 'not_received' | 'too_many' }

export type View =
  | { type: 'loading' }
  | { type: 'form'; is_sending: boolean; note?: Note }
  | { type: 'unknown' }
  | { type: 'redirecting'; payment: PagePayment }
  | { type: 'payment'; payment: PagePayment }
  | { type: 'closed'; status: PageData['status']; notice: string | null }

export interface Flow {
  readonly start: () => Promise<void>
  readonly pay: (body: Omit<PagePaymentRequest, 'attempt_id'>) => Promise<void>
  /** Ends the pause before the next question about the result. */
  readonly checkNow: () => void
  /** Back to the form, for another payment or another way to pay. */
  readonly restart: () => void
  /** Has the link been paid or closed since the page was opened? */
  readonly refresh: () => Promise<void>
}

const NOT_MADE: ReadonlySet<string> = new Set([
  'failed',
  'cancelled',
  'requires_payment_method',
  'requires_confirmation',
])
const OPEN: ReadonlySet<string> = new Set(['processing', 'requires_action'])

/** "Not found" counts only after this many answers in a row: the request may still be in flight. */
const MISSES = 3
const PAUSES_MS = [800, 1_000, 1_500, 2_000]
const LONGEST_PAUSE_MS = 3_000

/** Initial state of a page that was opened with an existing payment. */
export interface Opening {
  /** A payment that waits for the shopper, with its client_secret. */
  readonly waiting?: PagePayment | null
  readonly note?: Note
}

/** Shared by the functions below. */
interface Run {
  readonly data: PageData
  readonly opening: Opening
  readonly api: ReturnType<typeof makeApi>
  readonly pause: ReturnType<typeof makePause>
  readonly show: (view: View) => void
  /** Counts what the shopper starts: whatever an older question finds out is no longer shown. */
  turn: number
  is_sending: boolean
}

export function makeFlow(data: PageData, opening: Opening, show: (view: View) => void): Flow {
  const api = makeApi(data.path)
  const run: Run = { data, opening, api, pause: makePause(), show, turn: 0, is_sending: false }
  return {
    start: () => start(run),
    pay: (body) => pay(run, body),
    checkNow: run.pause.end,
    restart: () => {
      run.turn++
      const { client_secret } = readSession(data.path)
      store(run, client_secret === undefined ? {} : { client_secret })
      void showLink(run)
    },
    refresh: () => refresh(run),
  }
}

function isCurrent(run: Run, turn: number): boolean {
  return run.turn === turn
}

function store({ data }: Run, session: Session): void {
  writeSession(data.path, session)
}

function showForm({ show }: Run, note?: Note): void {
  show({ type: 'form', is_sending: false, ...(note === undefined ? {} : { note }) })
}

/** The form, unless the link has been paid or closed meanwhile. */
async function showLink(run: Run, note?: Note): Promise<void> {
  const answer = await run.api.readStatus()
  if (answer.type === 'ok' && answer.value.status !== 'active') {
    run.show({ type: 'closed', ...answer.value })
  } else showForm(run, note)
}

async function start(run: Run): Promise<void> {
  const { data, show } = run
  const returned = takeReturn()
  const { payment_id, client_secret, attempt_id } = readSession(data.path)
  const isOther = returned !== null && returned !== payment_id
  if (payment_id && client_secret && !isOther) return resume(run, payment_id, client_secret)
  if (attempt_id && !isOther) return find(run, attempt_id)
  if (data.payment !== null) return showSeen(run, data.payment)
  const { waiting, note } = run.opening
  if (waiting?.client_secret) return follow(run, waiting, waiting.client_secret, true)
  if (data.status === 'active') return showForm(run, note)
  show({ type: 'closed', status: data.status, notice: data.notice })
}

async function pay(run: Run, body: Omit<PagePaymentRequest, 'attempt_id'>): Promise<void> {
  if (run.is_sending) return
  run.is_sending = true
  run.turn++
  run.show({ type: 'form', is_sending: true })
  const session = readSession(run.data.path)
  const { attempt_id: unfinished, client_secret } = session
  const attempt_id = unfinished ?? newAttemptId()
  store(run, { ...session, attempt_id })
  const answer = await run.api.pay({ attempt_id, ...body }, client_secret)
  run.is_sending = false
  if (answer.type === 'ok') return adopt(run, answer.value)
  if (answer.type === 'unknown') return find(run, attempt_id)
  // A refused request made no payment; an earlier one under this attempt, whose answer was lost, may have.
  if (unfinished === undefined) store(run, session)
  const note = toNote(answer)
  await showLink(run, note)
  if (note.type === 'busy') await watch(run)
}

/** Takes over the payment that an attempt made. */
function adopt(run: Run, payment: PagePayment): Promise<void> {
  const client_secret = payment.client_secret ?? ''
  store(run, { payment_id: payment.payment_id, client_secret })
  return follow(run, payment, client_secret, false)
}

/** Shows a payment and, while it is open, asks for it again. */
async function follow(
  run: Run,
  first: PagePayment,
  secret: string,
  is_return: boolean,
): Promise<void> {
  const turn = ++run.turn
  let payment = first
  for (let n = 0; isCurrent(run, turn); n++) {
    if (NOT_MADE.has(payment.status)) {
      store(run, {})
      return showLink(run, { type: 'declined', payment })
    }
    const url = pickRedirect(payment)
    if (url !== undefined && !is_return && n === 0) {
      run.show({ type: 'redirecting', payment })
      location.assign(url)
      return
    }
    run.show({ type: 'payment', payment })
    if (!OPEN.has(payment.status)) return
    await run.pause.wait(pollPauseMs(n))
    const answer = await run.api.readPayment(payment.payment_id, secret)
    if (answer.type === 'ok') payment = answer.value
  }
}

/** The answer was lost: asks for the payment until there is one, or certainly none. */
async function find(run: Run, attempt_id: string): Promise<void> {
  const turn = ++run.turn
  run.show({ type: 'unknown' })
  let misses = 0
  for (let n = 0; isCurrent(run, turn); n++) {
    const answer = await run.api.readAttempt(attempt_id)
    if (!isCurrent(run, turn)) return
    if (answer.type === 'ok') return adopt(run, answer.value)
    misses = answer.type === 'refused' && answer.status === 404 ? misses + 1 : 0
    // The attempt_id stays, so that even a request that arrives late is the same payment as the next click.
    if (misses === MISSES) return showLink(run, { type: 'not_received' })
    await run.pause.wait(pollPauseMs(n))
  }
}

/** After a reload, or on the way back from another page. */
async function resume(run: Run, payment_id: string, secret: string): Promise<void> {
  const turn = ++run.turn
  run.show({ type: 'loading' })
  for (let n = 0; isCurrent(run, turn); n++) {
    const answer = await run.api.readPayment(payment_id, secret)
    if (!isCurrent(run, turn)) return
    if (answer.type === 'ok') return follow(run, answer.value, secret, true)
    if (answer.type === 'refused' && answer.status === 404) {
      store(run, {})
      return showLink(run)
    }
    if (n === 0) run.show({ type: 'unknown' })
    await run.pause.wait(pollPauseMs(n))
  }
}

/** Back from the bank in another browser or tab: what can be shown without the secret. */
function showSeen(run: Run, { payment_id, status }: { payment_id: string; status: string }): void {
  const { data, show } = run
  if (!NOT_MADE.has(status)) {
    return show({ type: 'payment', payment: partial(data, payment_id, status) })
  }
  const payment = { status, unified_code: null, payment_method: null }
  if (data.status === 'active') return showForm(run, { type: 'declined', payment })
  show({ type: 'closed', status: data.status, notice: data.notice })
}

/** Another payment on this link is in flight: shows its success as soon as it is known. */
async function watch(run: Run): Promise<void> {
  const { turn } = run
  while (isCurrent(run, turn)) {
    await run.pause.wait(LONGEST_PAUSE_MS)
    await refresh(run)
  }
}

async function refresh(run: Run): Promise<void> {
  const { turn } = run
  const answer = await run.api.readStatus()
  const isOpen = answer.type !== 'ok' || answer.value.status === 'active'
  if (isOpen || run.is_sending || !isCurrent(run, turn)) return
  run.turn++
  run.show({ type: 'closed', ...answer.value })
}

function toNote({ status, error }: Result<never> & { type: 'refused' }): Note {
  if (status === 429) return { type: 'too_many' }
  if (status === 409) return { type: 'busy' }
  return { type: 'refused', message: error.message, field: error.field }
}

function pollPauseMs(n: number): number {
  return PAUSES_MS[n] ?? LONGEST_PAUSE_MS
}

/** A pause that a click, or the network coming back, can end early. */
function makePause() {
  let end = () => {}
  addEventListener('online', () => end())
  return {
    end: () => end(),
    wait: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        end = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}

/**
 * The payment that the address names after a visit to another page; it is removed from the address and the history.
 */
function takeReturn(): string | null {
  const url = new URL(location.href)
  const payment_id = url.searchParams.get('payment_id')
  for (const name of ['payment_id', 'status']) url.searchParams.delete(name)
  if (payment_id !== null) history.replaceState(null, '', url)
  return payment_id
}

/** The page that the payment waits for, if it is one. */
export function pickRedirect({ status, next_action }: PagePayment): string | undefined {
  const url = next_action?.['redirect_to_url']
  const isPage = status === 'requires_action' && typeof url === 'string' && /^https?:/i.test(url)
  return isPage ? url : undefined
}

function partial(data: PageData, payment_id: string, status: string): PagePayment {
  return {
    payment_id,
    status,
    amount: data.amount ?? 0,
    currency: data.currency,
    next_action: null,
    payment_method: null,
    payment_method_type: null,
    payment_method_data: null,
    unified_code: null,
    unified_message: null,
    created: '',
    return_url: data.return_url,
  }
}
