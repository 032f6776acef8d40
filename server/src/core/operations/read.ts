// The public reads of this folder.
export {
  countLateOperations,
  countOpenOperations,
  findOperation,
  operationColumns,
} from './store.ts'
