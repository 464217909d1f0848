/**
 * The part of an address behind its question mark, as texts. The router's own way makes numbers of
 * what looks like one, and would open the device 1000 where the address says 1E3. A name that
 * stands more than once has a list.
 */
export function parseSearch(text: string): Record<string, string | readonly string[]> {
  const parameters = new URLSearchParams(text)
  const names = new Set(parameters.keys())
  return Object.fromEntries(
    [...names].map((name): [string, string | readonly string[]] => {
      const values = parameters.getAll(name)
      return [name, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}

/** With its question mark; empty where nothing is shown. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== undefined && each !== null) parameters.append(name, String(each))
  return parameters.size === 0 ? '' : `?${parameters.toString()}`
}
