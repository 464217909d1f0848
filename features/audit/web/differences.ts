type Value = unknown
type AuditSnapshot = Readonly<Record<string, Value>>

/** One field that an entry changed. `undefined`: the field was not there. */
export interface Difference {
  readonly field: string
  readonly before: Value
  readonly after: Value
}

/**
 * The fields in which two snapshots differ, in the order in which they are named. A snapshot that
 * is not there has no fields.
 */
export function differences(
  before: AuditSnapshot | null,
  after: AuditSnapshot | null,
): readonly Difference[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields]
    .map((field) => ({ field, before: own(before, field), after: own(after, field) }))
    .filter((field) => canonical(field.before) !== canonical(field.after))
}

function own(snapshot: AuditSnapshot | null, field: string): Value {
  return snapshot !== null && Object.hasOwn(snapshot, field) ? snapshot[field] : undefined
}

/** The same text for values that are the same, whatever the order of their fields. */
function canonical(value: Value): string {
  return (
    JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(
            Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)),
          )
        : inner,
    ) ?? 'undefined'
  )
}

/** What left and what came, where both values are lists of words; null for any other values. */
export function listChange(
  before: Value,
  after: Value,
): { readonly removed: readonly string[]; readonly added: readonly string[] } | null {
  const one = words(before)
  const other = words(after)
  if (one === null || other === null) return null
  return {
    removed: one.filter((word) => !other.includes(word)),
    added: other.filter((word) => !one.includes(word)),
  }
}

function words(value: Value): readonly string[] | null {
  if (value === undefined || value === null) return []
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : null
}
