// The public reads of this folder.
export {
  countRelayBacklog,
  findOldestWaiting,
  type Outstanding,
  selectOutstanding,
} from './store.ts'
