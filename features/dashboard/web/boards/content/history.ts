/** What was before, is, and was taken back. */
export interface History<State> {
  readonly past: readonly State[]
  readonly present: State
  readonly future: readonly State[]
  /** What the latest step changed, so that letters typed into one field are one step. */
  readonly subject?: string | undefined
}

/** Steps that can be taken back. */
const maximumSteps = 100

export function historyOf<State>(present: State): History<State> {
  return { past: [], present, future: [] }
}

/**
 * With another state; what was taken back before is gone. The same when nothing has changed. It
 * takes the place of the step before where both changed the same subject.
 */
export function changed<State>(
  history: History<State>,
  next: State,
  subject?: string,
): History<State> {
  if (next === history.present) return history
  const isSame = subject !== undefined && subject === history.subject
  const past = isSame ? history.past : [...history.past, history.present].slice(-maximumSteps)
  return { past, present: next, future: [], subject }
}

/** One step back, where there is one. */
export function undone<State>(history: History<State>): History<State> {
  const before = history.past.at(-1)
  if (before === undefined) return history
  const future = [history.present, ...history.future]
  return { past: history.past.slice(0, -1), present: before, future }
}

/** One step that was taken back, again. */
export function redone<State>(history: History<State>): History<State> {
  const [next, ...future] = history.future
  if (next === undefined) return history
  return { past: [...history.past, history.present], present: next, future }
}
