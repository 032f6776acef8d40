import { Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'

/** An action that the object's state and the person's role allow. */
export interface Offer {
  readonly name: string
  readonly isPrimary?: boolean
  dialog: (close: () => void) => ReactNode
}

/** A button for each action, which opens its dialog. */
export function Offers({ offers }: { offers: readonly Offer[] }) {
  const [open, setOpen] = useState<Offer>()
  return (
    <Group gap="xs">
      {offers.map((offer) => (
        <Button
          key={offer.name}
          variant={offer.isPrimary ? 'filled' : 'default'}
          onClick={() => setOpen(offer)}
        >
          {offer.name}
        </Button>
      ))}
      {open?.dialog(() => setOpen(undefined))}
    </Group>
  )
}
