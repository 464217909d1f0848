type Texts = Readonly<Record<string, unknown>>
type Files = Readonly<Record<string, Texts>>

/**
 * The shell's file holds its namespaces itself; a feature's file becomes the namespace of its
 * folder's name, and that of a kind of widget a namespace `kinds.<kind>` in it.
 */
export function joinCatalogues(shell: Files, features: Files): Texts {
  const namespaces: Record<string, Record<string, unknown>> = {}
  const kinds: Record<string, Record<string, Texts>> = {}
  for (const [path, texts] of Object.entries(features)) {
    const [, feature, kind] =
      /features\/([^/]+)\/web\/(?:kinds\/([^/]+)\/)?texts\//.exec(path) ?? []
    if (feature === undefined) continue
    if (kind === undefined) namespaces[feature] = { ...texts }
    else (kinds[feature] ??= {})[kind] = texts
  }
  for (const [feature, texts] of Object.entries(kinds))
    namespaces[feature] = { ...namespaces[feature], kinds: texts }
  return Object.assign({}, ...Object.values(shell), namespaces) as Texts
}
