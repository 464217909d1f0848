import { flushCompileCache } from 'node:module'

/**
 * The side of a helper process: requests of the parent are executed one after another, and
 * answered in their order. It ends with its parent, which alone decides when, and kills it: what it
 * has compiled is stored at its beginning.
 */
export function answerRequests<ParentRequest, Answer>(
  execute: (request: ParentRequest) => Promise<Answer>,
  failed: (error: unknown) => Answer,
): void {
  const send = (answer: Answer) => {
    if (process.connected) process.send?.(answer, () => undefined)
  }
  flushCompileCache()
  let last: Promise<void> = Promise.resolve()
  process.on('message', (request) => {
    last = last
      .then(() => execute(request as ParentRequest))
      .then(send, (error) => send(failed(error)))
  })
  // Nobody is left who wants the answers.
  process.on('disconnect', () => process.exit())
  process.on('uncaughtException', (error) => send(failed(error)))
  // The server decides when it ends, also when the terminal sends a signal to all.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
}
