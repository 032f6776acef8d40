import type { ComponentChildren } from 'preact'

export type Fact = readonly [name: string, value: string]

/** Names with their values; further rows may follow as children. */
export function Facts({
  facts,
  children,
}: {
  facts: readonly Fact[]
  children: ComponentChildren
}) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="figures">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
      {children}
    </dl>
  )
}
