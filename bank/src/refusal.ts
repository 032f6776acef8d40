// All reasons for which the bank refuses a request; nothing is done then.

const refusals = {
  invalid_request: 400,
  unauthorized: 401,
  unknown_operation: 404,
  unknown_parent: 404,
  unknown_dispute: 404,
  unknown_url: 404,
  operation_id_reused: 409,
  revoked: 409,
  body_too_large: 413,
  amount_exceeds_hold: 422,
  amount_exceeds_captured: 422,
  wrong_state: 422,
  too_late: 422,
  duplicate: 422,
  internal: 500,
  maintenance: 503,
} as const

export type RefusalName = keyof typeof refusals

export class Refusal extends Error {
  readonly error: RefusalName

  constructor(error: RefusalName, message: string) {
    super(message)
    this.error = error
  }

  get status(): number {
    return refusals[this.error]
  }
}
