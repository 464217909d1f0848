import type { FastifyReply } from 'fastify'

/** Aborted when the caller has gone before the whole answer was sent. */
export function callerLeft({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished)
      controller.abort(new DOMException('The caller left before the answer', 'AbortError'))
  })
  return controller.signal
}
