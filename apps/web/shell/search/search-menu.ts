import Fuse from 'fuse.js'

/** A link of the menu, as the search uses it. */
export interface Findable {
  readonly title: string
  readonly path: string
}

/**
 * The links that fit what was typed, best first: the title counts 0.7, the path 0.3, from the
 * specification. No text finds nothing.
 */
export function searchMenu<Link extends Findable>(
  links: readonly Link[],
  typed: string,
): readonly Link[] {
  if (typed.trim() === '') return []
  const fuse = new Fuse(links, {
    threshold: 0.4,
    ignoreLocation: true,
    keys: [
      { name: 'title', weight: 0.7 },
      { name: 'path', weight: 0.3 },
    ],
  })
  return fuse.search(typed.trim()).map(({ item }) => item)
}
