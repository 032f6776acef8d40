// The public reads of this folder.
export { countRelayBacklog } from './store.ts'
