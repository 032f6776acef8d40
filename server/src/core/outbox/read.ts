// The public reads of this folder.
export { countRelayBacklog, findOldestWaiting } from './store.ts'
