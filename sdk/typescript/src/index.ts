export { Florin } from './client.ts'
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type Fault,
  FlorinError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  ProviderError,
  RateLimitError,
  TimeoutError,
  WebhookVerificationError,
} from './errors.ts'
export type { List, Page } from './list.ts'
export type { CallOptions, FlorinOptions, RequestEvent, ResponseEvent } from './options.ts'
export type * from './resources/all.ts'
export type { ErrorCode } from './types/error_codes.ts'
export type * from './types/events.ts'
export type * from './types/shared.ts'
export { VERSION } from './version.ts'
export { verifyWebhook, type VerifyOptions } from './webhooks.ts'
