// The cost of the request log for payments: with it, as every deployment runs, against FLORIN_REQUEST_LOG=no.
//
// npm run bench:requests                     21 rounds, 7 seconds each
// npm run bench:requests -- --quick          3 rounds, 2 seconds each
import { compareWithout } from './with_and_without.ts'

await compareWithout('bench:requests', {
  requests: {
    name: 'the request log',
    file: 'request_log_process.ts',
    rounds: '21',
    seconds: '7',
    target: 0.97,
  },
})
