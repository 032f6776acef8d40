// Every SDK does this against a real server: a guarantee, the scenario that shows it, and its findings. Each
// language has a program with a function for each scenario; `unsent` is the SDK's own error, before any request.

type Row = readonly [guarantee: string, scenario: string, found: unknown]

const refused = (more: object) => ({
  fields: [],
  details: {},
  has_doc_url: true,
  has_request_id: true,
  names_the_key: false,
  ...more,
})

export const scenarios: readonly Row[] = [
  [
    'a payment is created and confirmed',
    'create_and_confirm',
    ['requires_confirmation', 'succeeded', 'succeeded'],
  ],
  ['part of a payment is captured', 'capture', ['requires_capture', 'succeeded', 600]],
  ['part of a payment is refunded', 'refund', ['succeeded', 400, 400]],
  ['a declined payment is an object with a unified_code', 'decline', ['failed', 'UE_1007']],
  [
    'a list gives each of 25 payments once, in order, in either direction',
    'paging',
    {
      listed: true,
      searched: true,
      requests: 3,
      first: [10, true, 25],
      second: true,
      backwards: true,
      towards_newest: true,
    },
  ],
  ['a list that is an array is read by offset', 'paging_an_array', [true, true, true]],
  [
    'an unknown id is a NotFoundError, with the documentation and the id of the request',
    'not_found',
    refused({ class: 'NotFoundError', code: 'IR_05', status: 404 }),
  ],
  [
    'an id that exists is a ConflictError, which names the object',
    'duplicate',
    refused({
      class: 'ConflictError',
      code: 'HE_01',
      status: 409,
      fields: ['customer_id'],
      details: { existing_id: 'duplicate' },
    }),
  ],
  [
    'every fault of a request is in the error',
    'all_faults',
    refused({
      class: 'InvalidRequestError',
      code: 'IR_04',
      status: 400,
      fields: ['descripton', 'amount', 'currency'],
    }),
  ],
  [
    'a wrong key is an AuthenticationError',
    'wrong_key',
    refused({ class: 'AuthenticationError', code: 'AU_01', status: 401 }),
  ],
  [
    'a payment whose answer is lost is repeated under one key, and charged once',
    'dropped_connection',
    ['succeeded', [null, 200], 1, 1],
  ],
  [
    'a request that is limited is repeated after Retry-After',
    'rate_limited',
    ['succeeded', 429, true, 200, 1],
  ],
  ['a request that meets an outage is repeated', 'server_error', ['succeeded', [503, 200], 1]],
  [
    'a call that timed out names its key, under which it is charged once',
    'timeout',
    [true, 'succeeded', 2, 1],
  ],
  ['a refused request is not repeated', 'no_retries_of_refusals', [404, 400]],
  ['a file is uploaded and downloaded', 'files', ['receipt.png', true]],
  ['figures are downloaded as a table', 'tables', true],
  [
    'an id is one segment of the path, whatever it contains',
    'odd_ids',
    ['unsent', 'unsent', 'unsent', 'NotFoundError', 'NotFoundError', 'NotFoundError'],
  ],
  ['key and URL are read from the environment', 'environment', [true, 'unsent']],
  ['a request names the version of the SDK', 'user_agent', true],
]
