/** A person who edits a page or dashboard, in how many tabs. */
export interface BoardEditor {
  readonly userId: number
  readonly name: string
  readonly tabs: number
}

/**
 * Names of those who edit a page or dashboard beside one tab of a person: others, and the person
 * again where another tab of theirs does.
 */
export const otherEditors = (
  editors: readonly BoardEditor[],
  person: { readonly userId: number },
): string[] =>
  editors.flatMap(({ userId, name, tabs }) => (userId !== person.userId || tabs > 1 ? [name] : []))
