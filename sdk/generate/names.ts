// Names for types. `http/operation_names.ts` has those of operations.
/** Types whose name says too little outside the document, or exists in JavaScript. */
const types: Readonly<Record<string, string>> = {
  Attempt: 'PaymentAttempt',
  Content: 'StoredEventContent',
  Data: 'UndecidedOperation',
  Entry: 'CreditEntry',
  Event: 'StoredEvent',
  Field: 'EvidenceDraftField',
  File: 'UploadedFile',
  Item: 'SubscriptionItem',
  Sery: 'ConnectorHealthPeriod',
  Status: 'TimelineStatus',
  Text: 'EvidenceText',
  Use: 'RoutingUse',
  When: 'RoutingCondition',
  WhenAmount: 'RoutingAmount',
  WhenCurrency: 'Currency',
}

export function renameType(name: string): string {
  return types[name] ?? name
}

const plural: ReadonlySet<string> = new Set(['analytics', 'team_settings'])

/** `payments` is `Payment`, `payment_links` is `PaymentLink`. */
export function toObjectName(resource: string): string {
  return toPascal(plural.has(resource) ? resource : resource.replace(/s$/, ''))
}

export function toPascal(words: string): string {
  return words.replaceAll(/(?:^|_)([a-z0-9])/g, (_, first: string) => first.toUpperCase())
}
