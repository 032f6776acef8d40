// The cost of traces for payments while they are off, which is how most deployments run: the code as it is, against the
// code without any span.
//
// npm run bench:traces                     21 rounds, 7 seconds each
// npm run bench:traces -- --quick          3 rounds, 2 seconds each
import { compareWithout } from './with_and_without.ts'

await compareWithout('bench:traces', {
  traces: {
    name: 'the code of traces',
    file: 'traces_process.ts',
    rounds: '21',
    seconds: '7',
    target: 0.98,
  },
})
