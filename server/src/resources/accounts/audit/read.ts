// Reads that other folders may use.
export { findAnchored } from './anchors_store.ts'
export { countRefused, REFUSALS } from './queue_store.ts'
