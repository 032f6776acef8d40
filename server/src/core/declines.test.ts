import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type DeclineCode,
  declineMessage,
  declines,
  declineFamily,
  isDecline,
} from '#core/declines.ts'

// The API guarantees these exact messages.
const promised = `
UE_1001 Insufficient funds
UE_1002 The card has expired
UE_1003 The card number is invalid
UE_1004 The security code is incorrect
UE_1005 The PIN is incorrect
UE_1006 The card was reported lost or stolen
UE_1007 The card was declined by the issuer
UE_1008 This card is not supported
UE_1009 The card is restricted
UE_1010 This transaction is not permitted for this card
UE_1011 The transaction exceeds the card's limit
UE_1012 The transaction was declined for security reasons
UE_1013 Declined, please contact your card issuer
UE_1014 No record of this card was found
UE_1015 The card is not active
UE_1016 This account cannot be used for this payment
UE_1017 The cardholder has cancelled this payment
UE_1018 This payment may have already been processed
UE_1099 The payment was declined
UE_2001 This payment method is currently unavailable
UE_2002 Additional authentication is required
UE_2003 The payment was blocked
UE_2004 This currency or country is not supported
UE_3001 The payment service is temporarily unavailable, please try again later
UE_3002 The payment could not be processed, please try again
UE_3003 The payment timed out, please try again
UE_4001 Required payment information is missing or invalid
UE_4002 The security code is not the expected length
UE_4003 The payment session has expired, please start again
UE_4004 The transaction is in an invalid state
UE_5001 Card authentication failed
UE_5002 Authentication was declined by the issuer
UE_5003 Authentication was not completed
UE_5004 The cardholder could not be verified
UE_5005 The authentication service is unavailable
UE_5006 Too many authentication attempts
UE_5007 The device could not be recognised
UE_5008 The authentication response was invalid
UE_5009 No response from the authentication service
UE_5010 The card is not enrolled for authentication
UE_5011 Authentication timed out
UE_5012 This authentication method is not supported
UE_5013 The card has expired
UE_5014 The card number is invalid
UE_5015 The transaction is not valid for authentication
UE_5016 No record of this card was found
UE_5017 Authentication was declined for security reasons
UE_5018 The card was reported lost or stolen
UE_5019 Authentication is not permitted for this card
UE_5020 Required authentication data is missing or invalid
UE_5021 The authentication session has expired
UE_9000 Something went wrong`

const codes = Object.keys(declines) as DeclineCode[]
const legacy = ['UE_1000', 'UE_2000', 'UE_3000', 'UE_4000'] as const

test('there are 52 codes with exactly the promised messages, and four legacy ones', () => {
  const fine = codes.filter((code) => !legacy.some((old) => old === code))

  assert.equal(codes.length, 56)
  assert.deepEqual(
    fine.map((code) => `${code} ${declineMessage(code)}`),
    promised.trim().split('\n'),
  )
})

test("a legacy code has its own text and yields to the provider's; no other code does", () => {
  for (const code of codes) {
    const isLegacy = legacy.some((old) => old === code)
    assert.ok(declineMessage(code).length > 10, code)
    assert.equal(declineMessage(code, 'Said elsewhere') === 'Said elsewhere', isLegacy, code)
    assert.equal(declineMessage(code, ''), declines[code].message, code)
  }
})

test('every code has a family, and its first digit names it', () => {
  const names = ['UE_1xxx', 'UE_2xxx', 'UE_3xxx', 'UE_4xxx', 'UE_5xxx', 'UE_9000']
  assert.deepEqual([...new Set(codes.map((code) => declineFamily(code).name))], names)
  for (const code of codes) assert.equal(declineFamily(code).name.slice(0, 4), code.slice(0, 4))
  assert.equal(declineFamily('UE_3002').retry, 'yes, with backoff')
  assert.equal(declineFamily('UE_4000').meaning, 'fault in the request')
})

test('the advice differs from the family where the interface says so', () => {
  assert.equal(declines.UE_1001.retry, 'another_card')
  assert.equal(declines.UE_1004.retry, 'check_details')
  assert.equal(declines.UE_1005.retry, 'check_details')
  assert.equal(declines.UE_1018.retry, 'check_first')
  assert.equal(declines.UE_2002.retry, 'with_three_ds')
  assert.equal(declines.UE_2003.retry, 'no')
  assert.equal(declines.UE_5003.retry, 'again')
  assert.equal(declines.UE_9000.retry, 'no')
})

test('only a code of the table is a decline', () => {
  assert.ok(isDecline('UE_5021'))
  for (const text of ['UE_5022', 'constructor', '', 'ue_1001']) assert.ok(!isDecline(text), text)
})
