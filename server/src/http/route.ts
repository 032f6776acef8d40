// A route is a row: URL, verb, required scope, input and output schemas, possible errors. The server, the OpenAPI
// document, the reference page and the tests for every route are generated from these rows.
import type { Static, TSchema } from 'typebox'
import type { Context } from '#kernel/context.ts'
import { type ErrorCode, type Fault, notFound } from '#errors.ts'
import type { Scope } from './authenticate.ts'
import type { BrowserObject } from './client_access.ts'
import type { WithHeaders } from './download.ts'
import type { EventStream } from './event_stream.ts'
import type { Upload, UploadRule } from './upload.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Input<
  Query = unknown,
  Body = unknown,
  Param extends string = string,
  File = unknown,
  Order = unknown,
> {
  readonly params: Readonly<Record<Param, string>>
  readonly query: Query
  /** As the schema accepts it; a route with `parse` has an order instead. */
  readonly body: Body
  readonly upload: File
  readonly order: Order
}

/**
 * The order that a request places, or its faults. The order can be read if there are no faults, here or by the
 * schema.
 */
export interface Parsed<Order> {
  readonly faults: readonly Fault[]
  readonly order: () => Order
}

/** A key or a role with the scope, any valid secret key, a user who has signed in, the operator's key, or nothing. */
export type Access = Scope | 'any_key' | 'session' | 'admin' | 'public'

export interface Route {
  readonly method: Method
  readonly url: string
  readonly tag: string
  readonly summary: string
  readonly about?: string
  readonly access: Access
  /** Requests from one address are counted under this name, for a route that browsers call without a key. */
  readonly limit?: string
  /** A second limit for one merchant's requests, besides the one for all its requests. */
  readonly merchant_limit?: 'test_events'
  /** Only a signed-in user with the scope may call it: an API key cannot stand for a person. */
  readonly users_only?: true
  /** A user may call it before the second factor is given. */
  readonly unverified?: true
  /**
   * A GET that changes something. A browser sends its cookie with a link from any site, so a session by cookie is
   * refused with 405; the same URL by POST takes both.
   */
  readonly bearer_only?: true
  /** A publishable key is accepted too, within this object's rules: client_access.ts has the table. */
  readonly publishable?: BrowserObject
  /**
   * The request names a business profile in the header X-Profile-Id; the verb reads it with `profileOfRequest`. If it
   * is optional, the verb decides whether it is needed, and narrows its answer to the key's profiles.
   */
  readonly profile?: true | 'optional'
  /** The answer is text/csv if the header Accept asks for it: the verb then returns a `Download`. */
  readonly csv?: true
  /** The answer is text/event-stream if the header Accept asks for it: the verb then returns an `EventStream`. */
  readonly streams?: true
  /** A header that only this answer has. */
  readonly header?: 'X-Total-Count'
  readonly query?: TSchema
  readonly body?: TSchema
  /**
   * Makes an order from the body, or from a GET's query, and finds the faults that the schema cannot express. If the
   * schema refuses a request, they complete its list of faults, and see it without the faulty fields.
   */
  parse?(sent: unknown, now: Date): Parsed<unknown>
  /** The request creates an object: null in its body means that the field is absent. */
  readonly creates?: true
  /**
   * Every request that changes something is in the audit trail. These fields are recorded with their values, before
   * and after; other fields only by name. A GET is recorded only with a list. `nothing`: it may be sent any number of
   * times, and changes no stored data, or only how the caller's own pages look.
   */
  readonly audit?: readonly string[] | 'nothing'
  /** Each commit in a request changes another object, and has a separate entry. */
  readonly audit_each?: true
  /** Its requests are not in the request log. */
  readonly unlogged?: true
  /** The caller of a public route; anyone if it is absent. */
  readonly by?: 'shopper' | 'provider'
  /** The body is a form with these fields and a file, not JSON. */
  readonly upload?: UploadRule
  /** A valid body, for the docs and for the tests that call every route. */
  readonly example?: Readonly<Record<string, unknown>>
  readonly status: 200 | 201 | 303
  /** The response may also redirect the browser, with 303. */
  readonly redirects?: true
  readonly answer: TSchema
  /** This route's errors in addition to those that every route has. */
  readonly errors: readonly ErrorCode[]
  run(context: Context, input: Input): Promise<unknown>
}

type Out<T> = T extends TSchema ? Static<T> : undefined

/** A body that may lack anything. */
export type Sent<T> = T extends readonly (infer Entry)[]
  ? readonly Sent<Entry>[]
  : T extends object
    ? { readonly [Name in keyof T]?: Sent<T[Name]> | undefined }
    : T

/** The names after a URL's colons. */
type NamesIn<Url extends string> = Url extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | NamesIn<Tail>
    : Rest
  : never

interface Row<
  U extends string,
  Q extends TSchema | undefined,
  B extends TSchema | undefined,
  A extends TSchema,
  F extends UploadRule | undefined,
  O,
> extends Omit<
    Route,
    | 'method'
    | 'url'
    | 'query'
    | 'body'
    | 'parse'
    | 'upload'
    | 'answer'
    | 'status'
    | 'errors'
    | 'run'
  > {
  readonly query?: Q
  readonly body?: B
  readonly upload?: F
  readonly answer: A
  /** 200 by default. */
  readonly status?: Route['status']
  readonly errors?: Route['errors']
  parse?(body: Sent<Out<B>>, now: Date): Parsed<O>
  run(
    context: Context,
    input: Input<Out<Q>, Out<B>, NamesIn<U>, F extends UploadRule ? Upload : null, O>,
  ): Promise<Static<A> | WithHeaders<Static<A>> | EventStream>
}

/** The compiler checks the verb against the URL and the schemas. */
function declare(method: Method) {
  return <
    A extends TSchema,
    const U extends string,
    Q extends TSchema | undefined = undefined,
    B extends TSchema | undefined = undefined,
    F extends UploadRule | undefined = undefined,
    O = undefined,
  >(
    url: U,
    row: Row<U, Q, B, A, F, O>,
  ) => ({ status: 200, errors: [], ...row, method, url }) as unknown as Route
}

export const get = declare('GET')
export const post = declare('POST')
export const put = declare('PUT')
export const remove = declare('DELETE')

/** For URLs with a merchant_id: any other merchant is not found. */
export function ownMerchant<Q, B, P extends string, T, O>(
  run: (context: Context, input: Input<Q, B, P, unknown, O>) => Promise<T>,
) {
  return async (
    context: Context,
    input: Input<Q, B, P | 'merchant_id', unknown, O>,
  ): Promise<T> => {
    const { merchant_id } = input.params
    if (merchant_id !== context.merchant_id) throw notFound('merchant', merchant_id)
    return run(context, input)
  }
}
