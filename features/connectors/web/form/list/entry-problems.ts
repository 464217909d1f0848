type Errors = ReadonlyMap<string, string>

interface EntryProblem {
  /** The field's name in the settings; what is within it has no name of its own. */
  readonly field: string
  readonly text: string
}

/** What is wrong with an entry of a list (`points`), by its field. */
export function problemsOf(errors: Errors, list: string, index: number): readonly EntryProblem[] {
  const prefix = `${list}.${index}.`
  return [...errors].flatMap(([path, text]) => {
    if (!path.startsWith(prefix)) return []
    const [field = ''] = path.slice(prefix.length).split('.')
    return [{ field, text }]
  })
}

/** Places of the entries of a list with which something is wrong, in their order. */
export function wrongPlaces(errors: Errors, list: string): readonly number[] {
  const places = [...errors.keys()].flatMap((path) => {
    const [name, place] = path.split('.')
    return name === list && path.split('.').length > 2 ? [Number(place)] : []
  })
  return [...new Set(places)].toSorted((one, other) => one - other)
}
