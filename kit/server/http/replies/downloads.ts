import type { FastifyReply } from 'fastify'
import type { Budget } from '../../budget/budget.ts'
import { LargeReplies } from './large-replies.ts'

/** What is read of a file ahead of its reader, and what waits in the connection. */
export const downloadBytes = 512 * 1024

/**
 * Files on their way to people, who may read slowly, or not at all: a few at a time for each
 * session, apart from its other replies, and counted in the budget until they have ended.
 */
export class Downloads {
  readonly #replies: LargeReplies

  constructor(budget: Budget) {
    this.#replies = new LargeReplies(budget)
  }

  /**
   * Resolves when the session may be sent another file by this reply. Rejects with
   * `too_many_requests` or `overloaded`, or when the caller leaves.
   */
  async begin(sessionId: string, reply: FastifyReply): Promise<void> {
    const download = await this.#replies.begin(sessionId, reply)
    download.hold(downloadBytes)
  }
}
