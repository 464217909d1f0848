import type { ReadinessCheck } from '#kit/server/process/readiness.ts'

/** A load balancer does not wait longer either. */
const answerTimeoutMs = 4_000

/**
 * Each check that is not ready, with its reason. One that fails or does not end in time is not
 * ready.
 */
export async function readinessProblems(
  checks: readonly ReadinessCheck[],
): Promise<readonly string[]> {
  const problems = await Promise.all(
    checks.map(async (check) => [check.name, await problemOf(check)] as const),
  )
  return problems.flatMap(([name, problem]) => (problem === null ? [] : [`${name} ${problem}`]))
}

/** What somebody should look at although everything is ready. */
export function noticesOf(checks: readonly ReadinessCheck[]): readonly string[] {
  return checks.flatMap((check) => {
    const notice = check.notice?.() ?? null
    return notice === null ? [] : `${check.name} ${notice}`
  })
}

async function problemOf(check: ReadinessCheck): Promise<string | null> {
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(() => late.resolve('does not answer in time'), answerTimeoutMs)
  try {
    return await Promise.race([check.problem(), late.promise])
  } catch (error) {
    return `cannot be checked: ${error instanceof Error ? error.message : String(error)}`
  } finally {
    clearTimeout(timer)
  }
}
