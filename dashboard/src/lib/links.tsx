// Mantine components that lead to a page of the dashboard: the compiler checks their paths as those of `Link`.
import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

export type Native<Props> = Props & Omit<ComponentProps<'a'>, keyof Props>

export const LinkButton = createLink((props: Native<ButtonProps>) => (
  <Button component="a" {...props} />
))
