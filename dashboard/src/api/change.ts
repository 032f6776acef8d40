// Requests that change something. Each is sent under an Idempotency-Key, so that a retry never acts twice.
import type { ClientPathsWithMethod, FetchResponse, MaybeOptionalInit } from 'openapi-fetch'
import { unwrapAnswer, api } from './client.ts'
import type { paths } from './generated/schema.ts'

type Method = 'post' | 'put' | 'delete'

type Answer<Path, Verb extends Method> =
  Path extends Record<Verb, infer Operation extends object>
    ? NonNullable<FetchResponse<Operation, object, 'application/json'>['data']>
    : never

type Keyed<Verb extends Method> = <Path extends ClientPathsWithMethod<typeof api, Verb>>(
  url: Path,
  ...init: undefined extends MaybeOptionalInit<paths[Path], Verb>
    ? [init?: MaybeOptionalInit<paths[Path], Verb>]
    : [init: MaybeOptionalInit<paths[Path], Verb>]
) => (key: string) => Promise<Answer<paths[Path], Verb>>

function keyed<Verb extends Method>(method: Verb): Keyed<Verb> {
  const send = api.request as (...sent: unknown[]) => Parameters<typeof unwrapAnswer>[0]
  const prepare = (url: string, init?: object) => (key: string) =>
    unwrapAnswer(send(method, url, { ...init, headers: { 'Idempotency-Key': key } }))
  return prepare as Keyed<Verb>
}

export const post = keyed('post')
export const put = keyed('put')
export const remove = keyed('delete')
