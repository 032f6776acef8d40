// The audit trail's cost for payments: by default the MACs on its entries, with `--part trail` everything: actors on
// events and operations, their MACs and their seals.
//
// npm run bench:audit                      21 rounds, 7 seconds each
// npm run bench:audit -- --quick           3 rounds, 2 seconds each
// npm run bench:audit -- --part trail
import { compareWithout } from './with_and_without.ts'

const FULL = { rounds: '21', seconds: '7', target: 0.97 }

await compareWithout('bench:audit', {
  macs: { name: 'the MACs of audit entries', file: 'macs_process.ts', ...FULL },
  trail: { name: 'the audit trail', file: 'audit_process.ts', ...FULL },
})
