import { get, post, remove, type Route } from '#http/route.ts'
import { createView } from './create.ts'
import { deleteView } from './delete.ts'
import { listViews } from './read.ts'
import { CreateView, DeletedView, ListViews, UpdateView, View, Views } from './schema.ts'
import { updateView } from './update.ts'

const common = { tag: 'Views', access: 'any_key', users_only: true } as const
const one = '/views/:view_id'

export const viewRoutes: Route[] = [
  post('/views', {
    ...common,
    summary: 'Save a view',
    about:
      'Filters of a list under a name, for yourself or for the team. It takes the scope that the list takes. A view that names a customer is deleted with the customer.',
    body: CreateView,
    creates: true,
    example: { list: 'payments', name: 'Failed in euro', query: 'status=failed&currency=EUR' },
    status: 201,
    answer: View,
    errors: ['IR_01', 'IR_04', 'IR_16'],
    run: (context, { body }) => createView(context, body),
  }),
  get('/views', {
    ...common,
    summary: 'List the saved views',
    about: 'Your own and the team’s, of the lists that you may read.',
    query: ListViews,
    answer: Views,
    errors: ['IR_04'],
    run: (context, { query }) => listViews(context, query),
  }),
  post(one, {
    ...common,
    summary: 'Update a view',
    about: 'Its author may, and for a shared view also users who may manage the team.',
    body: UpdateView,
    example: { name: 'Failed payments in euro' },
    answer: View,
    errors: ['IR_01', 'IR_04', 'IR_05', 'AU_03', 'IR_16'],
    run: (context, { params, body }) => updateView(context, params.view_id, body),
  }),
  remove(one, {
    ...common,
    summary: 'Delete a view',
    about: 'Its author may, and for a shared view also users who may manage the team.',
    answer: DeletedView,
    errors: ['IR_05', 'AU_03'],
    run: (context, { params }) => deleteView(context, params.view_id),
  }),
]
