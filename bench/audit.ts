// What the audit trail costs payments: actors of events and operations, and their seals.
//
//   npm run bench:audit -- --rounds 9 --seconds 5
import { compareWithout } from './with_and_without.ts'

await compareWithout({
  script: 'bench:audit',
  name: 'the audit trail',
  file: 'audit_process.ts',
})
