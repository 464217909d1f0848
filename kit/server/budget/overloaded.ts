import { AppError } from '#kit/model/calls/errors.ts'
import type { Excess } from './budget.ts'

const retryAfterSeconds = 5

/**
 * The answer to a request that finds no room: 429 when its sender holds too much, 503 when all
 * together do.
 */
export function overloaded(excess: Excess): AppError {
  return excess === 'share'
    ? new AppError(
        'too_many_requests',
        'Too much of what you sent or asked for is still waiting; try again later',
        {
          retryAfterSeconds,
        },
      )
    : new AppError('overloaded', 'The server has too much waiting; try again later', {
        retryAfterSeconds,
      })
}
