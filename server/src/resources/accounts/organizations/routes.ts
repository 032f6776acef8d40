import { get, post, type Route } from '#http/route.ts'
import { createOrganization } from './create.ts'
import { getOrganization } from './read.ts'
import { Organization, OrganizationName } from './schema.ts'
import { updateOrganization } from './update.ts'

const tag = 'Organizations'
const about = 'For the operator: requires the key in FLORIN_ADMIN_KEY.'
const audit = ['organization_name']
const example = { organization_name: 'Bookshop Holding' }

export const organizationRoutes: Route[] = [
  post('/organizations', {
    tag,
    summary: 'Create an organization',
    about: `${about} \`POST /accounts\` creates merchants in it, \`POST /accounts/:merchant_id\` moves a merchant to it.`,
    access: 'admin',
    audit,
    body: OrganizationName,
    creates: true,
    example,
    status: 201,
    answer: Organization,
    errors: ['IR_01', 'IR_04'],
    run: (context, { body }) => createOrganization(context, body),
  }),
  get('/organizations/:organization_id', {
    tag,
    summary: 'Retrieve an organization',
    about,
    access: 'admin',
    answer: Organization,
    errors: ['IR_05'],
    run: ({ db }, { params }) => getOrganization(db, params.organization_id),
  }),
  post('/organizations/:organization_id', {
    tag,
    summary: 'Rename an organization',
    about,
    access: 'admin',
    audit,
    body: OrganizationName,
    example,
    answer: Organization,
    errors: ['IR_01', 'IR_04', 'IR_05'],
    run: (context, { params, body }) => updateOrganization(context, params.organization_id, body),
  }),
]
