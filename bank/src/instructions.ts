// How a customer is told to pay when no page is involved. The accounts are the sandbox's own.
import type { Instructions, OperationRequest } from './operation.ts'

const DAY_MS = 24 * 60 * 60 * 1000

export function instructionsFor(
  request: OperationRequest,
  transaction_id: string,
  now: number,
): Instructions {
  const method_type = methodType(request)
  const reference = transaction_id.slice(-10).toUpperCase()
  const expires_at = new Date(now + 3 * DAY_MS).toISOString()
  if (method_type === 'pix') return { type: 'qr', data: `sandbox-pix:${reference}`, expires_at }
  if (method_type === 'upi_intent') {
    return { type: 'qr', data: `upi://pay?pa=sandbox@upi&tr=${reference}`, expires_at }
  }
  if (method_type === 'multibanco' || method_type === 'boleto') {
    return { type: 'voucher', reference, expires_at }
  }
  const account =
    method_type === 'sepa' ? { iban: 'DE89370400440532013000' } : { account_number: '000123456789' }
  return { type: 'bank_transfer', reference, ...account, bank_name: 'Sandbox Bank', expires_at }
}

function methodType({ instrument }: OperationRequest): string {
  return instrument !== null && 'method_type' in instrument ? instrument.method_type : ''
}
