// The order of a list, as a parameter. A list offers the orders that it has an index for.
import { Type } from 'typebox'

export function orderBy<Name extends string>(
  orders: Readonly<Record<'newest' | 'oldest' | Name, string>>,
) {
  const names = Object.keys(orders) as ('newest' | 'oldest' | Name)[]
  const about = names.map((name) => `\`${name}\` lists ${orders[name]} first`).join(', ')
  return Type.Optional(
    Type.Unsafe<(typeof names)[number]>({
      type: 'string',
      enum: names,
      default: 'newest',
      description: `${about}.`,
    }),
  )
}

export const byCreation = { newest: 'the last created entry', oldest: 'the first created one' }
