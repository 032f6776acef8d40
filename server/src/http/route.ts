// A route is a row: URL, verb, the scope it needs, what goes in and out, the errors it can give. The
// server, the OpenAPI document, the reference page and the tests that walk every route read it.
import type { Static, TSchema } from 'typebox'
import type { Context } from '#kernel/context.ts'
import type { ErrorCode } from '#errors.ts'
import type { Scope } from './scopes.ts'
import type { Upload, UploadRule } from './upload.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Input<
  Query = unknown,
  Body = unknown,
  Param extends string = string,
  File = unknown,
> {
  readonly params: Readonly<Record<Param, string>>
  readonly query: Query
  readonly body: Body
  readonly upload: File
}

/** Who may call: a key with the scope, any valid secret key, the operator's key, or anybody. */
export type Access = Scope | 'any_key' | 'admin' | 'public'

export interface Route {
  readonly method: Method
  readonly url: string
  readonly tag: string
  readonly summary: string
  readonly about?: string
  readonly access: Access
  /** A publishable key will do too, if the verb finds the client_secret right. */
  readonly publishable?: boolean
  readonly query?: TSchema
  readonly body?: TSchema
  /** The body is a form of these fields with a file beside them, not JSON. */
  readonly upload?: UploadRule
  /** A body that works, for the docs and for the tests that call every route. */
  readonly example?: Readonly<Record<string, unknown>>
  readonly status: 200 | 201
  readonly answer: TSchema
  /** The errors of this route beyond those that any route can give. */
  readonly errors: readonly ErrorCode[]
  run(context: Context, input: Input): Promise<unknown>
}

type Out<T> = T extends TSchema ? Static<T> : undefined

/** The names after the colons of a URL. */
type NamesIn<Url extends string> = Url extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | NamesIn<Tail>
    : Rest
  : never

interface Typed<
  U extends string,
  Q extends TSchema | undefined,
  B extends TSchema | undefined,
  A extends TSchema,
  F extends UploadRule | undefined,
> extends Omit<Route, 'url' | 'query' | 'body' | 'upload' | 'answer' | 'run'> {
  readonly url: U
  readonly query?: Q
  readonly body?: B
  readonly upload?: F
  readonly answer: A
  run(
    context: Context,
    input: Input<Out<Q>, Out<B>, NamesIn<U>, F extends UploadRule ? Upload : null>,
  ): Promise<Static<A>>
}

/**
 * Checks that the verb takes what the URL and the schemas let in, and gives what the answer's schema
 * lets out.
 */
export function route<
  A extends TSchema,
  const U extends string,
  Q extends TSchema | undefined = undefined,
  B extends TSchema | undefined = undefined,
  F extends UploadRule | undefined = undefined,
>(row: Typed<U, Q, B, A, F>): Route {
  return row as unknown as Route
}
