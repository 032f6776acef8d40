import { Type } from 'typebox'
import { page } from '#http/download.ts'
import { get, post, type Route } from '#http/route.ts'
import { beginSingleSignOn } from './begin.ts'
import { finishSingleSignOn } from './finish.ts'
import { signInMethods } from './methods.ts'
import { Callback, FinishSignIn, SignInFinished, SignInMethods } from './schema.ts'
import { showCallback } from './show.ts'

const tag = 'Single sign-on'
const limit = 'single_sign_on'

/** Browsers are redirected; only errors have a body. */
const Redirected = Type.Unsafe<unknown>({ type: 'object', additionalProperties: true })

export const singleSignOnRoutes: Route[] = [
  get('/user/signin/methods', {
    tag,
    summary: 'List the ways to sign in',
    access: 'public',
    limit: 'signin_methods',
    answer: SignInMethods,
    run: (context) => signInMethods(context),
  }),
  get('/user/oidc/begin', {
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
  get('/user/oidc/callback', {
    tag,
    summary: 'Return from the provider',
    about:
      'Internal: the provider redirects the browser here. A page with a button, which sends what the provider said by POST. Opening it changes nothing.',
    access: 'public',
    limit,
    query: Callback,
    answer: page('text/html'),
    errors: ['IR_05'],
    run: (context) => showCallback(context),
  }),
  post('/user/oidc/callback', {
    tag,
    summary: 'Finish the sign-in at the provider',
    about:
      'Internal: the button of that page. Sets the cookie of the session. Works only in the browser that began the sign-in: a cookie, which browsers do not send with requests of other sites, is bound to `state`.',
    access: 'public',
    limit,
    audit: [],
    body: FinishSignIn,
    example: {
      code: 'SplxlOBeZQQYbYS6WxSbIA',
      state: 'Rz7c0vTqNw1mJ4xYbL9dKs2gHf6uQe3aXiOp8nVtCkE',
    },
    answer: SignInFinished,
    errors: ['IR_05', 'CE_01'],
    run: (context, { body }) => finishSingleSignOn(context, body),
  }),
]
