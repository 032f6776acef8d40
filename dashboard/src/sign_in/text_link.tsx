import { Anchor, type AnchorProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { Native } from '../lib/links.tsx'

export const TextLink = createLink((props: Native<AnchorProps>) => <Anchor {...props} />)
