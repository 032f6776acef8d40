// SQL is a tagged template: values become parameters, nested fragments become text. The same text is always the
// same prepared statement.

export class Sql {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]

  constructor(strings: readonly string[], values: readonly unknown[]) {
    this.strings = strings
    this.values = values
  }

  /** Numbers the parameters in text order. */
  compile(): { text: string; values: unknown[] } {
    const values: unknown[] = []
    const text = write(this, values)
    return { text, values }
  }
}

function write(fragment: Sql, values: unknown[]): string {
  let text = fragment.strings[0] ?? ''
  fragment.values.forEach((value, i) => {
    if (value instanceof Sql) text += write(value, values)
    else text += `$${values.push(value)}`
    text += fragment.strings[i + 1] ?? ''
  })
  return text
}

export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  return new Sql(strings, values)
}

/** Text from the source code, never from a caller: a table or a column list. */
export function raw(text: string): Sql {
  return new Sql([text], [])
}

/** A typed select list. */
export class Columns<Row = unknown> extends Sql {
  declare readonly row: Row
  readonly names: readonly string[]

  constructor(names: readonly string[]) {
    super([names.join(', ')], [])
    this.names = names
  }

  /** The same list, each column qualified by its table's alias. */
  of(alias: string): Sql {
    return raw(this.names.map((name) => `${alias}.${name}`).join(', '))
  }
}

type Words<Text extends string> = Text extends `${infer A}\n${infer B}`
  ? Words<A> | Words<B>
  : Text extends `${infer A} ${infer B}`
    ? Words<A> | Words<B>
    : Text extends ''
      ? never
      : Text

/** The names that one side lacks. */
type Difference<A, B> = Exclude<A, B> | Exclude<B, A>

/**
 * Every column of a row type, no more and no fewer: the compiler checks it. Statements name their columns, because a
 * prepared `select *` fails in every running process as soon as a migration adds a column.
 */
export function columns<Row extends object>() {
  return <const Text extends string>(
    names: [Difference<Words<Text>, keyof Row & string>] extends [never]
      ? Text
      : { missing_or_unknown: Difference<Words<Text>, keyof Row & string> },
  ): Columns<Row> => new Columns<Row>((names as string).trim().split(/\s+/))
}

/** Required to use a secondary index: docs/operations/query-plans.md#secondary-indexes-have-a-condition */
export const listed = new Sql([`created > '-infinity'`], [])

const nothing = new Sql([''], [])

/** For optional filters. */
export function when(condition: boolean, fragment: Sql): Sql {
  return condition ? fragment : nothing
}
