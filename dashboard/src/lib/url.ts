// The id and the text parameters in the URL of the current page.
import { type RegisteredRouter, useNavigate, useParams, useSearch } from '@tanstack/react-router'

/** Filters, tabs and pages of a table. */
export type Search = Readonly<Record<string, string | undefined>>

/** For components that several pages share; a page itself reads the parameters of its route. */
export function useText(): Search {
  return useSearch({ strict: false })
}

/** Replaces the parameters and stays on the page. */
export function useSetText(): (
  search: Search,
  how?: { replace?: boolean; resetScroll?: boolean },
) => void {
  const navigate = useNavigate()
  return (search, how) => void navigate({ to: '.', search: () => search, ...how })
}

/** The id of the object that a detail page shows. */
export function useId(): string {
  return useParams({ strict: false }).id ?? ''
}

type Routes = RegisteredRouter['routesByPath']
type SearchOf<Path extends keyof Routes> = Routes[Path]['types']['searchSchemaInput']

/** A page about one object. */
export type DetailPath = Extract<keyof Routes, `${string}/$id`>
/** A page that is not about one object. */
export type PagePath = Exclude<keyof Routes, `${string}$id${string}`>

interface DetailTarget<Path extends DetailPath> {
  readonly to: Path
  readonly params: { readonly id: string }
  readonly search?: SearchOf<Path>
}

interface PageTarget<Path extends PagePath> {
  readonly to: Path
  readonly search?: SearchOf<Path>
}

/** The page that a row, a figure or a message leads to. */
export type Target =
  | { [Path in DetailPath]: DetailTarget<Path> }[DetailPath]
  | { [Path in PagePath]: PageTarget<Path> }[PagePath]
  | { readonly to: DetailPath; readonly params: { readonly id: string } }
  | { readonly to: PagePath }
