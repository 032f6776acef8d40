// What the sums of analytics cost payments: a worker counts them, or only relays their events.
//
//   npm run bench:rollups -- --rounds 9 --seconds 5
import { compareWithout } from './with_and_without.ts'

await compareWithout('bench:rollups', {
  rollups: { name: 'the sums of analytics', file: 'rollups_process.ts' },
})
