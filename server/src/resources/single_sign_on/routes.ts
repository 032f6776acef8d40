import { Type } from 'typebox'
import { type Route, route } from '#http/route.ts'
import { beginSingleSignOn } from './begin.ts'
import { finishSingleSignOn } from './finish.ts'
import { signInMethods } from './methods.ts'
import { Callback, SignInMethods } from './schema.ts'

const tag = 'Single sign-on'
const limit = 'single_sign_on'

/** Browsers are redirected; only errors have a body. */
const Redirected = Type.Unsafe<unknown>({ type: 'object', additionalProperties: true })

export const singleSignOnRoutes: Route[] = [
  route({
    method: 'GET',
    url: '/user/signin/methods',
    tag,
    summary: 'List the ways to sign in',
    access: 'public',
    limit: 'signin_methods',
    status: 200,
    answer: SignInMethods,
    errors: [],
    run: (context) => signInMethods(context),
  }),
  route({
    method: 'GET',
    url: '/user/oidc/begin',
    tag,
    summary: 'Start to sign in at the provider',
    about:
      'For browsers: redirects to the provider of single sign-on (OpenID Connect), and binds the sign-in to this browser for five minutes.',
    access: 'public',
    limit,
    status: 303,
    answer: Redirected,
    errors: ['IR_05', 'CE_01'],
    run: (context) => beginSingleSignOn(context),
  }),
  route({
    method: 'GET',
    url: '/user/oidc/callback',
    tag,
    summary: 'Return from the provider',
    about:
      'Internal: the provider redirects the browser here. Sets the cookie of the session and redirects to the dashboard.',
    access: 'public',
    limit,
    audit: [],
    query: Callback,
    status: 303,
    answer: Redirected,
    errors: ['IR_05', 'CE_01'],
    run: (context, { query }) => finishSingleSignOn(context, query),
  }),
]
