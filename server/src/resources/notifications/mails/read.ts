export { findMail, mails } from './store.ts'
