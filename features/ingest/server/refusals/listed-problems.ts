import type { Problem } from '#kit/server/documents/document-value.ts'

const maximumListed = 20

/**
 * The problems of one message that are listed, and sent to its device one by one: the first ones,
 * and how many more there are.
 */
export function listedProblems(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length <= maximumListed) return problems
  const first = problems.slice(0, maximumListed - 1)
  return [
    ...first,
    { field: 'document', reason: `${problems.length - first.length} more values were refused` },
  ]
}
