import { parseFilters } from '#http/lists.ts'
import { get, post, remove, type Route } from '#http/route.ts'
import { createPlan } from './create.ts'
import { deletePlan } from './delete.ts'
import { getPlan, listPlans } from './read.ts'
import { CreatePlan, DeletedPlan, ListPlans, Plan, PlanList, UpdatePlan } from './schema.ts'
import { updatePlan } from './update.ts'

const reading = { tag: 'Plans', access: 'subscriptions:read', profile: true, status: 200 } as const
const writing = { ...reading, access: 'subscriptions:write' } as const
const one = '/subscriptions/plans/:plan_id'

const parseList = parseFilters(ListPlans)

export const planRoutes: Route[] = [
  post('/subscriptions/plans', {
    ...writing,
    summary: 'Create a plan',
    about: 'A plan has one or more prices. A subscription is to one of them.',
    body: CreatePlan,
    creates: true,
    example: {
      name: 'Magazine',
      prices: [{ amount: 900, currency: 'EUR', interval: 'month', trial_period: 14 }],
    },
    status: 201,
    answer: Plan,
    errors: ['IR_01', 'IR_04', 'HE_01'],
    run: (context, { body }) => createPlan(context, body),
  }),
  get('/subscriptions/plans', {
    ...reading,
    summary: 'List plans',
    query: ListPlans,
    parse: parseList,
    answer: PlanList,
    errors: ['IR_04'],
    run: (context, { order }) => listPlans(context, order),
  }),
  get(one, {
    ...reading,
    summary: 'Retrieve a plan',
    answer: Plan,
    errors: ['IR_05'],
    run: (context, { params }) => getPlan(context, params.plan_id),
  }),
  post(one, {
    ...writing,
    summary: 'Update a plan',
    about:
      'Omitted fields keep their values, `null` clears the description, `prices` are added. Existing prices never change.',
    body: UpdatePlan,
    example: { description: 'Twelve issues a year' },
    answer: Plan,
    errors: ['IR_01', 'IR_04', 'IR_05', 'IR_29', 'HE_01'],
    run: (context, { params, body }) => updatePlan(context, params.plan_id, body),
  }),
  remove(one, {
    ...writing,
    summary: 'Delete or archive a plan',
    about:
      'Deletes the plan and its prices if no subscription has used it. Otherwise the plan is archived: its subscriptions continue, new ones are refused.',
    answer: DeletedPlan,
    errors: ['IR_05'],
    run: (context, { params }) => deletePlan(context, params.plan_id),
  }),
]
