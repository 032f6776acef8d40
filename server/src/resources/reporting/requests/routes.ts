import { listRoutes } from '#http/lists.ts'
import { get, type Route } from '#http/route.ts'
import { getRequest, listRequests } from './read.ts'
import { ListRequests, Request, RequestList } from './schema.ts'

const common = { tag: 'Requests', access: 'requests:read' } as const

const lists = listRoutes({
  ...common,
  url: '/requests',
  summary: 'List requests',
  about:
    'Requests by your API keys and users, refused ones included, for 7 days. They appear within a second. To follow them, read with `order=oldest` and `created_gte`; the page The request log says how. A key that is bound to profiles sees only requests of these profiles.',
  query: ListRequests,
  answer: RequestList,
  run: listRequests,
})

/** Reading the log is not a part of it. */
export const requestRoutes: Route[] = [
  ...lists,
  get('/requests/:request_id', {
    ...common,
    summary: 'Retrieve a request',
    about:
      'By `request_id`, or by the header X-Request-Id that you sent: then the newest one with it.',
    answer: Request,
    errors: ['IR_05'],
    run: (context, { params }) => getRequest(context, params.request_id),
  }),
].map((row) => ({ ...row, unlogged: true }))
