// The public reads of this folder.
export { findAnchored } from './anchors_store.ts'
export { countRefused, REFUSALS } from './queue_store.ts'
