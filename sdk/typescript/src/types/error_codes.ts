// Generated from the route table by `npm run sdk`. Change the table, not this file.

export type ErrorClass = 'NotFoundError' | 'InvalidRequestError' | 'AuthenticationError' | 'RateLimitError' | 'PermissionError' | 'ConflictError' | 'ProviderError' | 'ApiError'

export const errorClasses = {
  IR_02: 'NotFoundError',
  IR_03: 'InvalidRequestError',
  AU_01: 'AuthenticationError',
  AU_02: 'AuthenticationError',
  RL_01: 'RateLimitError',
  AU_03: 'PermissionError',
  IR_07: 'InvalidRequestError',
  IR_06: 'InvalidRequestError',
  IR_36: 'InvalidRequestError',
  IR_33: 'InvalidRequestError',
  IR_35: 'InvalidRequestError',
  IR_01: 'InvalidRequestError',
  IR_04: 'InvalidRequestError',
  IR_05: 'NotFoundError',
  IR_29: 'InvalidRequestError',
  HE_01: 'ConflictError',
  IR_16: 'ConflictError',
  IR_14: 'InvalidRequestError',
  IR_13: 'InvalidRequestError',
  PE_01: 'ProviderError',
  PE_02: 'ProviderError',
  PE_03: 'ProviderError',
  CE_01: 'ProviderError',
  CE_02: 'ProviderError',
  HE_00: 'ApiError',
} as const

export type ErrorCode = keyof typeof errorClasses
