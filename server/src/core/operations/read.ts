// The public reads of this folder.
export {
  type Calls,
  selectCalls,
  countLateOperations,
  countOpenOperations,
  findOperation,
  operationColumns,
} from './store.ts'
