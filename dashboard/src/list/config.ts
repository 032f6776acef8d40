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

export interface Orders {
  readonly ascending: string
  readonly descending?: string
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
  /** The list's orders by this column, as the API names them. */
  readonly orders?: Orders
  /** Links to what can be done with a row: not in an export, and not for choice. */
  readonly isAction?: true
  cell: (row: Row) => ReactNode
  /** In an export. */
  text: (row: Row) => string | number | null
}

export interface Choice {
  readonly value: string
  readonly name: string
}

/** Several values of a choice are separated by commas in the URL, as the API takes them. */
export type Filter =
  | { readonly name: string; readonly title: string; readonly kind: 'period' | 'amount' }
  | {
      readonly name: string
      readonly title: string
      readonly kind: 'text'
      /** The fault in a text that the API would refuse. */
      readonly check?: (text: string) => string | undefined
    }
  | {
      readonly name: string
      readonly title: string
      readonly kind: 'choice'
      readonly choices: readonly Choice[]
      /** The API takes only one value. */
      readonly isSingle?: true
    }

export interface Tab {
  readonly name: string
  /** Its filters and order in the URL. */
  readonly search: Readonly<Record<string, string>>
  /** Optional columns that are shown on it. */
  readonly columns?: readonly string[]
  /** When it has no entry. */
  readonly empty?: EmptyWords
}

export interface ListConfig<Row> {
  readonly resource: Resource
  /** In the name of an exported file. */
  readonly name: string
  readonly title: string
  /** For a list below other content: its title is not the page title. */
  readonly isPart?: true
  readonly filters: readonly Filter[]
  /** The first one is shown when the URL chooses nothing. */
  readonly tabs?: readonly Tab[]
  readonly columns: readonly Column<Row>[]
  idOf: (row: Row) => string
  /** The page of a row, if it has one. */
  target: (row: Row) => Target | undefined
  read: (query: Readonly<Record<string, string | number>>) => Promise<Page<Row>>
  /** Reads the page again and again. */
  readonly poll_ms?: number
  /** When there is nothing at all. */
  readonly empty: EmptyWords
}
