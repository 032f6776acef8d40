// The public reads of this folder.
export {
  type Calls,
  callsOf,
  countLateOperations,
  countOpenOperations,
  findOperation,
  operationColumns,
} from './store.ts'
