import { ActionIcon, Tooltip } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconCircle, IconCircleCheckFilled, IconX } from '@tabler/icons-react'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useIsSandbox } from '../api/environment.ts'
import { profilesQuery } from '../api/profiles.ts'
import { useMay, useUser } from '../api/session.ts'
import { Card } from '../lib/details.tsx'
import styles from './home.module.css'
import type { Target } from '../lib/url.ts'
import { type SetupStep, setupSteps } from './setup_steps.ts'

const GUIDE = '/docs/guides/going-live'

/** The steps that the user may do here, and those that are done; undefined while it is not known. */
function useSteps() {
  const user = useUser()
  const may = useMay()
  const isSandbox = useIsSandbox()
  const profiles = useQuery(profilesQuery(user))
  const { merchant_id, two_factor_enabled } = user
  const steps = setupSteps.filter(
    ({ scope, isProductionOnly }) =>
      (scope === undefined || may(scope)) && !(isSandbox && isProductionOnly),
  )
  const at = { user, profiles: profiles.data ?? [] }
  const checks = useQueries({
    queries: steps.map(({ name, isDone }) => ({
      queryKey: [
        'attention',
        `setup ${name}`,
        merchant_id,
        two_factor_enabled,
        profiles.dataUpdatedAt,
      ],
      enabled: profiles.data !== undefined,
      queryFn: async () => isDone(at),
    })),
  })
  if (isSandbox === undefined || checks.some(({ data }) => data === undefined)) return undefined
  const rows = steps.map(({ target, ...step }, nth) => ({
    ...step,
    target: target(at),
    isDone: checks[nth]?.data === true,
  }))
  return { isSandbox, rows }
}

/** The first day's checklist, until everything in it is done or the person dismisses it on this device. */
export function Setup() {
  const merchant_id = useUser().merchant_id ?? ''
  const [dismissed, dismiss] = useLocalStorage<readonly string[]>({
    key: 'florin.setup_dismissed',
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  if (dismissed.includes(merchant_id)) return null
  return <Checklist dismiss={() => dismiss([...dismissed, merchant_id])} />
}

function Checklist({ dismiss }: { dismiss: () => void }) {
  const { isSandbox, rows } = useSteps() ?? { rows: [] }
  const done = rows.filter(({ isDone }) => isDone).length
  // In the sandbox the last step, going live, is never done.
  if (rows.length === 0 || (done === rows.length && !isSandbox)) return null
  return (
    <Card
      title="Get started"
      aside={
        <span className={styles.setupEnd}>
          <span className="faint num">
            {done} of {rows.length} done
          </span>
          <Tooltip label="Dismiss">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Dismiss the checklist"
              onClick={dismiss}
            >
              <IconX size={18} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        </span>
      }
    >
      <ol className={styles.steps}>
        {rows.map((row) => (
          <Step key={row.name} {...row} />
        ))}
      </ol>
      <p className={styles.text}>
        {isSandbox && 'No real money moves here: live keys belong to the production dashboard. '}
        <a href={GUIDE} target="_blank" rel="noreferrer">
          Before you go live
        </a>
      </p>
    </Card>
  )
}

interface StepProps extends Pick<SetupStep, 'title' | 'about' | 'hash'> {
  readonly target: Target
  readonly isDone: boolean
}

function Step({ title, about, target, hash = '', isDone }: StepProps) {
  if (isDone) {
    return (
      <li data-done>
        <IconCircleCheckFilled size={20} role="img" aria-label="Done" />
        <span>{title}</span>
      </li>
    )
  }
  return (
    <li>
      <IconCircle size={20} stroke={1.75} role="img" aria-label="Open" />
      <span>
        <Link {...target} hash={hash}>
          {title}
        </Link>
        <small>{about}</small>
      </span>
    </li>
  )
}
