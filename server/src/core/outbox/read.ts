// The public reads of this folder.
export { countRelayBacklog, findOldestWaiting, type Outstanding, outstandingOf } from './store.ts'
