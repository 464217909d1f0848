export interface CallParts {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/**
 * The address of a call: parameters of the path filled in, query appended; undefined values are
 * left out.
 */
export function callUrl(path: string, { params, query }: CallParts): string {
  const values = asRecord(params)
  const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(asText(values[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(asRecord(query))) {
    if (value !== undefined) search.append(name, asText(value))
  }
  return search.size === 0 ? filled : `${filled}?${search.toString()}`
}

export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
