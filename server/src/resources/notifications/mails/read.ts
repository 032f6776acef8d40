export { findUserMail, type UserMailRow, userMails } from './store.ts'
