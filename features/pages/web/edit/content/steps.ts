/** What can be undone and redone of something that is edited. */
export interface Steps<Content> {
  readonly past: readonly Content[]
  readonly present: Content
  readonly future: readonly Content[]
  /** What the latest step changed, so that letters typed into one field are one step. */
  readonly subject: string | null
}

/** Older steps cannot be undone any more. */
export const maximumSteps = 200

export const firstStep = <Content>(present: Content): Steps<Content> => ({
  ...{ past: [], present, future: [], subject: null },
})

/**
 * One more step; it takes the place of the one before when both changed the same subject. What
 * could be redone is gone.
 */
export function step<Content>(
  steps: Steps<Content>,
  present: Content,
  subject: string | null = null,
): Steps<Content> {
  if (present === steps.present) return steps
  const isSame = subject !== null && subject === steps.subject
  const past = isSame ? steps.past : [...steps.past, steps.present].slice(-maximumSteps)
  return { past, present, future: [], subject }
}

export function undo<Content>(steps: Steps<Content>): Steps<Content> {
  const present = steps.past.at(-1)
  if (present === undefined) return steps
  return {
    ...{ past: steps.past.slice(0, -1), present, subject: null },
    future: [steps.present, ...steps.future],
  }
}

export function redo<Content>(steps: Steps<Content>): Steps<Content> {
  const [present, ...future] = steps.future
  if (present === undefined) return steps
  return { past: [...steps.past, steps.present], present, future, subject: null }
}
