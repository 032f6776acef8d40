// Mantine components that lead to a page of the dashboard: the compiler checks their paths as those of `Link`.
import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type Native<Props> = Props & Omit<ComponentProps<'a'>, keyof Props>

export const LinkButton = createLink((props: Native<ButtonProps>) => (
  <Button component="a" {...props} />
))

export const TextLink = createLink((props: Native<AnchorProps>) => <Anchor {...props} />)
