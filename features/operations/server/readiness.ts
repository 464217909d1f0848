import type { BaseLogger } from 'pino'
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

/**
 * Logs what is not ready, and that all is again, when that changes: a supervisor asks every few
 * seconds. Figures in a reason are no change.
 */
export function createReadinessLog(
  log: Pick<BaseLogger, 'warn' | 'info'>,
): (problems: readonly string[]) => void {
  let before = ''
  return (problems) => {
    const now = problems.join('; ').replaceAll(/\d+/g, '#')
    if (now === before) return
    before = now
    if (now === '') log.info('everything is ready again')
    else log.warn({ problems }, 'the server is not ready')
  }
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
