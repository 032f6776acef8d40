import { page } from '#http/download.ts'
import { type Route, route } from '#http/route.ts'
import { showCardFrame } from './card.ts'
import { CardFrameQuery } from './schema.ts'
import { getFlorinJs, getFlorinTypes } from './script.ts'

const common = { tag: 'florin.js', access: 'public', method: 'GET', status: 200 } as const

export const embeddedRoutes: Route[] = [
  route({
    ...common,
    url: '/florin.js',
    summary: 'Retrieve florin.js',
    about: "The script that puts the card form on a page of the merchant's.",
    limit: 'page files',
    answer: page('text/javascript'),
    errors: [],
    run: (context) => getFlorinJs(context),
  }),
  route({
    ...common,
    url: '/florin.d.ts',
    summary: 'Retrieve the types of florin.js',
    limit: 'page files',
    answer: page('text/plain'),
    errors: [],
    run: () => getFlorinTypes(),
  }),
  route({
    ...common,
    url: '/embedded/card',
    summary: 'Open the card form',
    about:
      'Internal: the frame that florin.js opens. Only pages of the `allowed_origins` of the key can embed it.',
    limit: 'page',
    query: CardFrameQuery,
    answer: page('text/html'),
    errors: [],
    run: (context, { query }) => showCardFrame(context, query),
  }),
]
