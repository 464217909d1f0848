import type { FastifyReply } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'

/** So long is read for one answer, however many questions to the store that are, ms. */
const wholeAnswerMs = 60_000

/**
 * Aborted when the caller has gone before the whole answer was sent, and, with `timeout`, when it
 * takes longer than `maximumMs`; null: what is waited for has a limit of its own.
 */
export function disconnectSignal(
  { raw }: FastifyReply,
  maximumMs: number | null = wholeAnswerMs,
): AbortSignal {
  const controller = new AbortController()
  const end = () => controller.abort(tooLong())
  const timer = maximumMs === null || raw.closed ? undefined : setTimeout(end, maximumMs).unref()
  raw.once('close', () => {
    clearTimeout(timer)
    if (!raw.writableFinished)
      controller.abort(new DOMException('The caller left before the answer', 'AbortError'))
  })
  return controller.signal
}

const tooLong = () =>
  new AppError('timeout', 'This takes too long; ask for a shorter time or fewer sensors')
