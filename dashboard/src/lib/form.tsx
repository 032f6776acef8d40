// A form over its field table: errors beside their fields, and the first one focused.
/* oxlint-disable typescript/no-unnecessary-type-parameters -- the caller names its request type */
import { useForm, type UseFormReturnType } from '@mantine/form'
import { type ChangeEvent, Fragment, type ReactNode, useId, useState } from 'react'
import {
  checkField,
  type Field,
  type Fields,
  findErrors,
  mapValues,
  readChanges,
  readRow,
  resolveField,
  type Saved,
  startRow,
  type Texts,
} from './field_values.ts'
import { renderField } from './fields.tsx'
import styles from './form.module.css'
import { placeErrors } from './form_errors.ts'

type Values<Table extends Fields> = Readonly<Record<keyof Table & string, string>>
type Mantine = UseFormReturnType<Record<string, unknown>>

/** Rows that can be added and removed, such as a plan's prices. */
export interface List {
  readonly fields: Fields
  readonly rows: readonly Texts[]
}

export interface ListRow {
  readonly key: string
  readonly values: Texts
  field: (name: string, props?: Partial<Field>) => ReactNode
  readonly all: ReactNode
  remove: () => void
}

export interface Form<Value> {
  readonly values: Value
  set: (change: { readonly [Name in keyof Value]?: string }) => void
  /** One field, with other props than in the table. */
  field: (name: keyof Value & string, props?: Partial<Field>) => ReactNode
  /** All fields in the table's order. */
  readonly all: ReactNode
  /** The fields in a part of the table; `props` replace those in the table. */
  pick: (
    part: { readonly [Name in keyof Value]?: Field },
    props?: { readonly [Name in keyof Value]?: Partial<Field> },
  ) => ReactNode
  /** The request body. An empty field is absent. */
  read: <Body>() => Body
  /** The fields that were changed. An empty field is null. */
  changes: <Body>() => Body
  /** Marks an element that shows errors about a field outside the table. */
  anchor: (path: string) => { 'data-path': string }
  errorIn: (path: string) => string | undefined
  rows: (list: string) => ListRow[]
  add: (list: string, row?: Texts) => void
  /** Starts over from the saved object. */
  restart: (saved: object) => void
  /** Marks what cannot be sent and focuses the first such field. */
  check: () => boolean
  report: (error: Error) => void
  /** A field shows the API's last error. */
  readonly isShown: boolean
}

export function useFields<Table extends Fields>(
  fields: Table,
  initial: Saved<Table> = {},
  lists: Readonly<Record<string, List>> = {},
): Form<Values<Table>> {
  const [isShown, setShown] = useState(false)
  const name = useId().replaceAll('_', '-')
  const form: Mantine = useForm<Record<string, unknown>>({
    name,
    initialValues: {
      ...startRow(fields, initial),
      ...mapValues(lists, ({ fields: table, rows }) => rows.map((row) => startRow(table, row))),
    },
    validate: (current) => findAllErrors(fields, lists, current),
  })
  const values = form.values as Values<Table>
  const field = renderWith(form, fields, values)
  const listRows = (list: string) => rowsIn(form.values, list)
  return {
    values,
    set(change) {
      for (const [each, value] of Object.entries(change as Texts)) form.setFieldValue(each, value)
    },
    field,
    all: layOut(fields, Object.keys(fields), field),
    pick: (part, props = {}) =>
      layOut(fields, Object.keys(part), (each) => field(each, (props as Partial<Fields>)[each])),
    read: <Body,>() =>
      ({
        ...readRow(fields, values),
        ...mapValues(lists, (list, each) => listRows(each).map((row) => readRow(list.fields, row))),
      }) as Body,
    changes: <Body,>() => readChanges(fields, form.getInitialValues() as Texts, values) as Body,
    anchor: (path) => ({ 'data-path': `${name}-${path}` }),
    errorIn: (path) => form.errors[path] as string | undefined,
    rows: (list) =>
      listRows(list).map((row, n) => renderRow(form, list, lists[list]?.fields ?? {}, row, n)),
    add: (list, row) => form.insertListItem(list, startRow(lists[list]?.fields ?? {}, row)),
    restart(saved) {
      const start = startRow(fields, saved as Record<string, unknown>)
      form.setInitialValues(start)
      form.setValues(start)
    },
    check() {
      const { errors, hasErrors } = form.validate() as { errors: object; hasErrors: boolean }
      if (hasErrors) focusFirst(form, errors)
      return !hasErrors
    },
    report(error) {
      const errors = placeErrors(error, (path) => {
        const isThere = (each: string) => resolveField(fields[each], values)?.at === path
        const names = [path, ...Object.keys(fields).filter(isThere)]
        return names.find((each) => form.getInputNode(each) !== null)
      })
      form.setErrors(errors)
      setShown(Object.keys(errors).length > 0)
      focusFirst(form, errors)
    },
    isShown,
  }
}

/** A row also sees the values around it, such as the currency. */
function rowsIn(values: Readonly<Record<string, unknown>>, list: string): Texts[] {
  return (values[list] as Texts[]).map((row) => ({ ...(values as Texts), ...row }))
}

function findAllErrors(
  fields: Fields,
  lists: Readonly<Record<string, List>>,
  values: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const inLists = Object.entries(lists).flatMap(([list, { fields: table }]) =>
    rowsIn(values, list).map((row, n) => findErrors(table, row, `${list}.${n}.`)),
  )
  return Object.assign(findErrors(fields, values as Texts), ...inLists) as Record<string, string>
}

function renderRow(form: Mantine, list: string, table: Fields, row: Texts, n: number): ListRow {
  const field = renderWith(form, table, row, `${list}.${n}.`)
  return {
    key: row['row_key'] ?? '',
    values: row,
    field,
    all: layOut(table, Object.keys(table), field),
    remove: () => form.removeListItem(list, n),
  }
}

function renderWith(form: Mantine, table: Fields, values: Texts, place = '') {
  return (name: string, props?: Partial<Field>): ReactNode => {
    const resolved = resolveField(table[name], values)
    if (resolved === undefined) return null
    const row = { ...resolved, ...props }
    const path = `${place}${name}`
    const { error, ...input } = form.getInputProps(path)
    const text = values[name] ?? ''
    const fault = text === '' ? undefined : checkField(row, text, values)
    const { tidy } = row
    const inputs = {
      ...input,
      error: error ?? (row.isComplete?.(text) ? fault : undefined) ?? row.error,
      onBlur: () => fault && form.setFieldError(path, fault),
      ...(tidy && {
        onChange: (event: ChangeEvent<HTMLInputElement>) =>
          form.setFieldValue(path, tidy(event.currentTarget.value)),
      }),
    }
    return renderField(row, inputs, values)
  }
}

/** Focuses the first field on the page that has an error. */
function focusFirst(form: Mantine, errors: object): void {
  const nodes = Object.keys(errors)
    .map((path) => form.getInputNode(path))
    .filter((node) => node !== null)
  const isBefore = (a: Node, b: Node) =>
    (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  nodes.toSorted((a, b) => (isBefore(a, b) ? -1 : 1))[0]?.focus()
}

/** Neighbours with the same `row` stand side by side. */
function layOut(
  table: Fields,
  chosen: readonly string[],
  field: (name: string) => ReactNode,
): ReactNode {
  const groups: { row: string | undefined; names: string[] }[] = []
  for (const name of chosen) {
    const row = table[name]?.row
    const last = groups.at(-1)
    if (row !== undefined && last?.row === row) last.names.push(name)
    else groups.push({ row, names: [name] })
  }
  return groups.map(({ row, names }) => {
    const nodes = names
      .map((name) => ({ name, node: field(name) }))
      .filter(({ node }) => node !== null)
    const shown = nodes.map(({ name, node }) => <Fragment key={name}>{node}</Fragment>)
    return row === undefined || shown.length === 0 ? (
      shown
    ) : (
      <div key={names[0]} className={styles.row}>
        {shown}
      </div>
    )
  })
}
