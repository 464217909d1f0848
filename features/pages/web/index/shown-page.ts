interface Shown<Page> {
  /** Undefined: there is none. */
  readonly shown: Page | undefined
  /** The address names a page that is not among them. */
  readonly isMissing: boolean
}

/** Which of the pages is shown: the one that the address names, else the first. */
export function shownPage<Page extends { readonly id: string }>(
  pages: readonly Page[],
  named: unknown,
  isWall: boolean,
): Shown<Page> {
  const found = pages.find(({ id }) => id === named)
  // Nobody operates a wall: it goes on with the others when a page has gone.
  const isMissing = named !== undefined && found === undefined && !isWall
  return { shown: isMissing ? undefined : (found ?? pages[0]), isMissing }
}
