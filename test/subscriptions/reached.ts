// Records every status of subscriptions and invoices in all scenarios, by triggers, so that an unreached one is
// noticed; and the payment order, because time stands still between them.
import type { Shop } from '#testing/harness.ts'
import { subscription } from '#resources/billing/subscriptions/state.ts'

export async function observe({ services }: Shop): Promise<void> {
  await services.db.run(
    `do $do$ begin
      create table steps (of text, id text, n int generated always as identity, before text, after text,
        events_before int, events_after int, reason text);
      create function record_step() returns trigger language plpgsql as $$
        declare was jsonb := case tg_op when 'UPDATE' then to_jsonb(old) end;
        declare becomes jsonb := to_jsonb(new);
        begin
          insert into steps (of, id, before, after, events_before, events_after, reason)
            values (tg_table_name,
            coalesce(becomes->>'subscription_id', becomes->>'payment_id'), was->>'status', becomes->>'status',
            (was->>'transitions')::int, (becomes->>'transitions')::int, (select i.reason from invoices i
              where i.merchant_id = new.merchant_id and i.invoice_id = becomes->>'invoice_id'));
          return null;
        end $$;
      create trigger recording after insert or update on subscriptions
        for each row execute function record_step();
      create trigger recording after insert or update on invoices
        for each row execute function record_step();
      create trigger recording after insert on payments for each row execute function record_step();
    end $do$`,
    [],
  )
}

interface Step {
  of: string
  id: string
  before: string | null
  after: string
  events_before: number
  events_after: number
  /** The reason for the subscription's newest invoice. */
  reason: string
}

async function readSteps({ services }: Shop, of: string): Promise<Step[]> {
  return (await services.db.run('select * from steps where of = $1 order by n', [of])) as Step[]
}

export async function reachedBy(shop: Shop) {
  const statuses = async (of: string) => (await readSteps(shop, of)).map(({ after }) => after)
  return {
    subscriptions: new Set(await statuses('subscriptions')),
    invoices: new Set(await statuses('invoices')),
    transitions: await reachedTransitions(shop),
  }
}

/** The transitions as `pay from active`, where what was written leaves no doubt which they were. */
async function reachedTransitions(shop: Shop): Promise<Set<string>> {
  const events = (await shop.services.db.run(
    `select object_id, sequence, event_type from events where object_type = 'subscription_details'`,
    [],
  )) as { object_id: string; sequence: number; event_type: string }[]
  const typeOf = new Map(events.map((row) => [`${row.object_id}/${row.sequence}`, row.event_type]))
  const reached = new Set<string>()
  for (const step of await readSteps(shop, 'subscriptions')) {
    if (step.before === null) continue
    const types = []
    for (let n = step.events_before + 1; n <= step.events_after; n++) {
      types.push(typeOf.get(`${step.id}/${n}`) ?? 'none')
    }
    for (const each of pathOf(step, types)) reached.add(each)
  }
  return reached
}

const MAX_PATH = 3

/** Transitions by a first invoice's payment, and by a later one's. */
const FIRST = /^(pay_first|decline_first|start_trial) /
const LATER = /^(pay|decline|block) /

/** The shortest way, if there is just one. */
function pathOf({ before, after, reason }: Step, types: readonly string[]): string[] {
  const isFirst = reason === 'first' || reason === 'trial'
  const others = isFirst ? LATER : FIRST
  const found = paths(before ?? '', after, types).filter(
    (path) => !path.some((x) => others.test(x)),
  )
  const shortest = Math.min(...found.map((path) => path.length))
  const [path = [], another] = found.filter(({ length }) => length === shortest)
  return another === undefined ? path : []
}

/** Every way through the machine that emits just these events. */
function paths(from: string, to: string, types: readonly string[], depth = 0): string[][] {
  const here = from === to && types.length === 0 ? [[]] : []
  if (depth === MAX_PATH) return here
  const further = Object.entries(subscription.transitions).flatMap(([name, transition]) => {
    const { emits, from: sources } = transition as { emits?: string; from: readonly string[] }
    if (!sources.includes(from) || (emits !== undefined && emits !== types[0])) return []
    const rest = emits === undefined ? types : types.slice(1)
    const next = paths(transition.to, to, rest, depth + 1)
    return next.map((path) => [`${name} from ${from}`, ...path])
  })
  return [...here, ...further]
}
