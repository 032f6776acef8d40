// This folder's public reads.
export {
  type Calls,
  selectCalls,
  countLateOperations,
  countOpenOperations,
  type RecentCount,
  countAttempts,
  MAX_RECENT,
  findApprovedSince,
  findByTransaction,
  findObjectOperations,
  findOpenSince,
  findOperation,
  operationColumns,
} from './store.ts'
