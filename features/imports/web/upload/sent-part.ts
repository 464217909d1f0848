import { ApiError } from '#kit/web/calls/api-error.ts'

/** A minute of other people's writes may come first. */
const maximumAttempts = 10
const pauseMs = 2_000

/**
 * Sends a part of a file until the server has it; gives what it answers. It is sent again where the
 * server has too much to do, and where nothing or a proxy answered: whether it arrived is unknown
 * then, and the server takes it once. `pause` waits for so many ms.
 */
export async function sentPart(
  send: () => Promise<number>,
  pause: (ms: number) => Promise<void>,
): Promise<number> {
  let mayHaveArrived = false
  for (let attempts = 1; ; attempts++)
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof ApiError) || attempts >= maximumAttempts) throw error
      mayHaveArrived ||= isLost(error)
      // What arrives still is on its way.
      const isArriving = mayHaveArrived && error.code === 'conflict'
      if (!isLost(error) && !isBusy(error) && !isArriving) throw error
      await pause((error.retryAfterSeconds ?? 0) * 1_000 || pauseMs)
    }
}

const isBusy = ({ code }: ApiError) =>
  code === 'too_many_requests' || code === 'overloaded' || code === 'starting'

const isLost = ({ code, status }: ApiError) =>
  code === 'no_response' || (code === 'unreadable' && [408, 502, 503, 504].includes(status))
