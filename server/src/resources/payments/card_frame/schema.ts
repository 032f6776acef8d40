import { type Static, Type } from 'typebox'
import { freeText, shaped, strict } from '#http/fields.ts'

export const CardFrameQuery = strict({
  publishable_key: shaped('^pk_[A-Za-z0-9_]{1,120}$', 'a publishable key', {
    description: 'The publishable key of the page that opens the form.',
  }),
  locale: Type.Optional(freeText(35)),
})
export type CardFrameQuery = Static<typeof CardFrameQuery>
