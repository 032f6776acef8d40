import { page } from '#http/download.ts'
import { get, type Route } from '#http/route.ts'
import { showCardFrame } from './card.ts'
import { CardFrameQuery } from './schema.ts'
import { getFlorinJs, getFlorinTypes } from './script.ts'

const common = { tag: 'florin.js', access: 'public' } as const

export const embeddedRoutes: Route[] = [
  get('/florin.js', {
    ...common,
    summary: 'Retrieve florin.js',
    about: "The script that puts the card form on a page of the merchant's.",
    limit: 'page files',
    answer: page('text/javascript'),
    run: (context) => getFlorinJs(context),
  }),
  get('/florin.d.ts', {
    ...common,
    summary: 'Retrieve the types of florin.js',
    limit: 'page files',
    answer: page('text/plain'),
    run: () => getFlorinTypes(),
  }),
  get('/embedded/card', {
    ...common,
    summary: 'Open the card form',
    about:
      'Internal: the frame that florin.js opens. Only pages of the `allowed_origins` of the key can embed it.',
    limit: 'page',
    query: CardFrameQuery,
    answer: page('text/html'),
    run: (context, { query }) => showCardFrame(context, query),
  }),
]
