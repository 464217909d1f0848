import type { BaseLogger } from 'pino'
import { AppError } from '#kit/model/calls/errors.ts'

/**
 * Logs what ended a piece of work. What the closed list of errors refuses is intended, and where in
 * the program it arose helps nobody: its reason is logged, and that of its cause. Whatever else is
 * a defect, and logged as an error with its stack.
 */
export function logFailure(
  log: Pick<BaseLogger, 'warn' | 'error'>,
  error: unknown,
  message: string,
): void {
  if (!(error instanceof AppError) || error.code === 'internal')
    return log.error({ err: error }, message)
  const { code, message: reason, cause } = error
  log.warn({ code, reason, ...(cause instanceof Error && { cause: cause.message }) }, message)
}
