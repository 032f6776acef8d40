import { Failure } from '../errors.ts'

/** Nothing left us: the payment stands where it stood, and the caller may try again. */
export function notSent(reason: 'unreachable' | 'maintenance'): Failure {
  return new Failure(reason === 'maintenance' ? 'CE_02' : 'CE_01')
}
