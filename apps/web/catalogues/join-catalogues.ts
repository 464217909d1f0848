type Files = Readonly<Record<string, unknown>>

/**
 * The shell's file holds its namespaces itself; a feature's file becomes the namespace of its
 * folder's name.
 */
export function joinCatalogues(shell: Files, features: Files): Readonly<Record<string, unknown>> {
  const namespaces: Record<string, unknown> = {}
  for (const texts of Object.values(shell)) Object.assign(namespaces, texts)
  for (const [path, texts] of Object.entries(features)) {
    const name = /features\/([^/]+)\//.exec(path)?.[1]
    if (name !== undefined) namespaces[name] = texts
  }
  return namespaces
}
