// API schemas for saved views.
import { type Static, Type } from 'typebox'
import { answer, described, freeText, named, strict, text, Timestamp } from '#http/fields.ts'
import { type ListName, listNames } from './lists.ts'

/** On each list, for the team and for each user. */
export const MAX_VIEWS = 20
const MAX_NAME = 64
const MAX_QUERY = 2_000

const List = named<ListName>(listNames, 'a list of the dashboard')

const fields = {
  name: freeText(MAX_NAME, { minLength: 1, description: 'In the dashboard, above the list.' }),
  query: text(MAX_QUERY, {
    minLength: 1,
    description:
      'The filters as the query of a URL, such as `status=failed&currency=EUR`, and `columns`. Without an e-mail address, name or phone number of a customer.',
  }),
  is_shared: Type.Boolean({ description: 'Whether the whole team sees it.' }),
}

export const CreateView = strict({
  list: described(List, 'The list that it filters.'),
  name: fields.name,
  query: fields.query,
  is_shared: Type.Optional(Type.Boolean({ ...fields.is_shared, default: false })),
})
export type CreateView = Static<typeof CreateView>

export const UpdateView = strict({
  name: Type.Optional(fields.name),
  query: Type.Optional(fields.query),
  is_shared: Type.Optional(fields.is_shared),
})
export type UpdateView = Static<typeof UpdateView>

export const ListViews = strict({
  list: Type.Optional(described(List, 'Only the views of this list.')),
})
export type ListViews = Static<typeof ListViews>

export const View = answer('View', {
  view_id: Type.String(),
  list: described(List, 'The list that it filters.'),
  name: Type.String({ description: 'In the dashboard, above the list.' }),
  query: Type.String({ description: 'The filters as the query of a URL, and the columns.' }),
  is_shared: Type.Boolean({ description: 'Whether the whole team sees it.' }),
  user_id: Type.String({ description: 'The author.' }),
  created: Timestamp,
  modified_at: Timestamp,
})
export type View = Static<typeof View>

export const Views = answer('Views', {
  count: Type.Integer({ description: 'How many there are.' }),
  data: Type.Array(View, { description: 'All of them, by name.' }),
})
export type Views = Static<typeof Views>

export const DeletedView = answer('DeletedView', {
  view_id: Type.String(),
  deleted: Type.Literal(true),
})
export type DeletedView = Static<typeof DeletedView>
