import { ActionIcon, Tooltip } from '@mantine/core'
import type { ComponentType } from 'react'

interface ToolProps {
  name: string
  icon: ComponentType<{ size: number }>
  run: (() => void) | undefined
}

/** An icon with its name as a tooltip. Without `run` it is disabled. */
export function Tool({ name, icon: Icon, run }: ToolProps) {
  return (
    <Tooltip label={name}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={name}
        disabled={run === undefined}
        onClick={run}
      >
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
