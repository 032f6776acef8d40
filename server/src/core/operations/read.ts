// This folder's public reads.
export {
  type Calls,
  selectCalls,
  countLateOperations,
  countOpenOperations,
  findOperation,
  operationColumns,
} from './store.ts'
