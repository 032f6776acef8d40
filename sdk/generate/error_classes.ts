// Each error code's class, for SDKs. A code that no row names has its type's class.
import { type ErrorCode, errors, precedence } from '#errors.ts'

const byCode: Partial<Record<ErrorCode, string>> = {
  AU_03: 'PermissionError',
  IR_02: 'NotFoundError',
  IR_05: 'NotFoundError',
  IR_16: 'ConflictError',
  HE_01: 'ConflictError',
}

const byType: Readonly<Record<string, string>> = {
  authentication_error: 'AuthenticationError',
  rate_limit_error: 'RateLimitError',
  invalid_request: 'InvalidRequestError',
  processing_error: 'ProviderError',
  connector_error: 'ProviderError',
  api_error: 'ApiError',
}

export const errorClasses: readonly (readonly [ErrorCode, string])[] = precedence.map((code) => {
  const name = byCode[code] ?? byType[errors[code].type]
  if (name === undefined) throw new Error(`errors: ${code} has a type without a class`)
  return [code, name]
})
