import type { ReactNode } from 'react'
import type { Resource } from '../api/resources.ts'
import type { EmptyWords } from '../lib/empty.tsx'
import type { Target } from '../lib/url.ts'

export interface Page<Row> {
  readonly data: readonly Row[]
  readonly has_more: boolean
  readonly total_count: number
  readonly total_count_relation: string
}

export interface Column<Row> {
  readonly id: string
  readonly title: string
  /** Numbers stand at their column's end, in tabular figures. */
  readonly isNumber?: true
  /** Shown if the person chose it. */
  readonly isOptional?: true
  /** Left out on a phone. */
  readonly isWide?: true
  cell: (row: Row) => ReactNode
  /** In an export. */
  text: (row: Row) => string | number | null
}

export interface Choice {
  readonly value: string
  readonly name: string
}

export type Filter =
  | { readonly name: string; readonly title: string; readonly kind: 'text' | 'day' }
  | {
      readonly name: string
      readonly title: string
      readonly kind: 'choice'
      readonly choices: readonly Choice[]
    }

export interface ListConfig<Row> {
  readonly resource: Resource
  /** In the name of an exported file. */
  readonly name: string
  readonly title: string
  /** For a list below other content: its title is not the page title. */
  readonly isPart?: true
  readonly filters: readonly Filter[]
  readonly columns: readonly Column<Row>[]
  idOf: (row: Row) => string
  /** The page of a row, if it has one. */
  target: (row: Row) => Target | undefined
  read: (query: Readonly<Record<string, string | number>>) => Promise<Page<Row>>
  /** When there is nothing at all. */
  readonly empty: EmptyWords
}
