import type { FastifyReply } from 'fastify'
import { AppError } from '#kit/model/calls/errors.ts'
import { addLongReply } from './long-replies.ts'

/** So long is read for one answer, however many questions to the store that are, ms. */
const wholeAnswerMs = 60_000

/**
 * Aborted when the caller has gone before the whole answer was sent, or may not have it any more,
 * and, with `timeout`, when it takes longer than `maximumMs`; null: what is waited for has a limit
 * of its own.
 */
export function disconnectSignal(
  reply: FastifyReply,
  maximumMs: number | null = wholeAnswerMs,
): AbortSignal {
  const { raw } = reply
  const controller = new AbortController()
  const end = () => controller.abort(tooLong())
  const timer = maximumMs === null || raw.closed ? undefined : setTimeout(end, maximumMs).unref()
  addLongReply(reply, (reason) => {
    controller.abort(reason)
    // Of what is on its way nothing more is sent; else the reason is the answer.
    if (raw.headersSent) raw.destroy()
  })
  raw.once('close', () => {
    clearTimeout(timer)
    if (!raw.writableFinished)
      controller.abort(new DOMException('The caller left before the answer', 'AbortError'))
  })
  return controller.signal
}

const tooLong = () =>
  new AppError('timeout', 'This takes too long; ask for a shorter time or fewer sensors')
