// This folder's public reads.
export {
  countRelayBacklog,
  findOldestWaiting,
  type Outstanding,
  selectOutstanding,
} from './store.ts'
