// Actions by cardholders, issuers and merchants on disputed payments.
import { read, send } from './clients.ts'
import { type Action, between, newTarget, pick, type Roll, type Run, type Target } from './run.ts'

interface DisputeTarget extends Target {
  readonly connector_dispute_id: string
}

/** Any dispute that a merchant has received. */
async function anyDispute(run: Run, roll: Roll): Promise<DisputeTarget | undefined> {
  const merchant = pick(roll, run.simulated.merchants)
  const list = await read(run, roll, merchant, '/disputes/list?limit=50')
  const all = (list?.status === 200 ? list.body.data : []) as Record<string, string>[]
  if (all.length === 0) return undefined
  const { dispute_id = '', connector_dispute_id = '' } = pick(roll, all)
  return { ...newTarget(merchant, dispute_id, false), connector_dispute_id }
}

type Answering = (run: Run, roll: Roll, target: DisputeTarget) => Promise<unknown>

const evidence: Answering = (run, roll, target) => {
  const uncategorized_text = pick(roll, ['winning_evidence', 'losing_evidence', 'signed for', ''])
  const customer_name = `person ${between(roll, 1, 9)}`
  const body = { dispute_id: target.id, uncategorized_text, customer_name }
  return send(run, roll, { target, name: 'submit evidence', path: '/disputes/evidence', body })
}

const retract: Answering = (run, roll, target) => {
  const body = { dispute_id: target.id, evidence_type: 'customer_name' }
  const path = '/disputes/evidence'
  return send(run, roll, { target, name: 'delete evidence', path, body, method: 'DELETE' })
}

const accept: Answering = (run, roll, target) =>
  send(run, roll, { target, name: 'accept dispute', path: `/disputes/accept/${target.id}` })

/** The other side; what it may not do is refused by the bank. */
const decide: Answering = async ({ simulated }, roll, { connector_dispute_id }) => {
  const decision = pick(roll, ['withdraw', 'win', 'lose', 'escalate', 'escalate'])
  const path = `/disputes/${connector_dispute_id}/decide`
  await simulated.deployment.bank.desk('POST', path, { decision }).catch(() => undefined)
}

function action(name: string, weight: number, answer: Answering): Action {
  return {
    name,
    weight,
    async act(run, roll) {
      const target = await anyDispute(run, roll)
      if (target) await answer(run, roll, target)
    },
  }
}

export const disputeActions: readonly Action[] = [
  action('submit evidence', 8, evidence),
  action('delete evidence', 2, retract),
  action('accept dispute', 3, accept),
  action('decide dispute', 6, decide),
]
