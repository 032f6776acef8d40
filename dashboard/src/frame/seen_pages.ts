import { useIsSandbox } from '../api/environment.ts'
import { useMay } from '../api/session.ts'
import { groups, type PageGroup, type PageRow, further } from './pages.ts'

/** The pages that the role and the environment allow, by group, and those that only the palette lists. */
export function useSeenPages(): { groups: readonly PageGroup[]; all: readonly PageRow[] } {
  const may = useMay()
  const isSandbox = useIsSandbox() ?? false
  const isSeen = ({ reads, isSandboxOnly }: PageRow) =>
    (reads === undefined || may(`${reads}:read`)) && (!isSandboxOnly || isSandbox)
  const seen = groups
    .map((group) => ({ ...group, pages: group.pages.filter(isSeen) }))
    .filter(({ pages }) => pages.length > 0)
  return { groups: seen, all: [...seen.flatMap(({ pages }) => pages), ...further.filter(isSeen)] }
}
