// What the audit trail costs payments: by default the MACs of its entries, with `--part trail` all of it: actors of events
// and operations, their MACs and their seals.
//
//   npm run bench:audit                      21 rounds of 7 seconds
//   npm run bench:audit -- --quick           3 rounds of 2 seconds
//   npm run bench:audit -- --part trail
import { compareWithout } from './with_and_without.ts'

const FULL = { rounds: '21', seconds: '7', target: 0.97 }

await compareWithout('bench:audit', {
  macs: { name: 'the MACs of audit entries', file: 'macs_process.ts', ...FULL },
  trail: { name: 'the audit trail', file: 'audit_process.ts', ...FULL },
})
