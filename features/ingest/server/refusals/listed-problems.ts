import type { Problem } from '../documents/telemetry-document.ts'

const mostListed = 20

/**
 * The problems of one message that are listed, and told to a device one by one: the first ones, and
 * how many more there are.
 */
export function listedProblems(problems: readonly Problem[]): readonly Problem[] {
  if (problems.length <= mostListed) return problems
  const first = problems.slice(0, mostListed - 1)
  return [
    ...first,
    { field: 'document', reason: `${problems.length - first.length} more values were refused` },
  ]
}
