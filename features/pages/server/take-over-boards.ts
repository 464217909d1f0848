import type { TakeOver } from '#kit/server/accounts.ts'
import type { Bus } from '#kit/server/bus.ts'
import { readBoardsOf, writeOwner } from './all-boards-store.ts'
import { deleteBoard } from './bin-store.ts'
import { auditBoardBy, type BoardServices } from './board-services.ts'
import { countBoards, lockBoardsOf } from './boards-store.ts'

type Services = Pick<BoardServices, 'audit' | 'clock'> & { readonly bus: Bus }

/**
 * Gives the boards of a person who is removed to the heir: what others see stays what it is for
 * them, however many boards the heir has; what nobody else sees goes into the heir's bin.
 */
export function takeOverBoards(services: Services): TakeOver {
  return async (transaction, origin, { person, newOwner }) => {
    await lockBoardsOf(transaction, person.id)
    await lockBoardsOf(transaction, newOwner.id)
    const now = new Date(services.clock())
    const boards = await readBoardsOf(transaction, person.id, now)
    for (const { isSeen, deletedAt, ...board } of boards) {
      const { nextPosition } = await countBoards(transaction, newOwner.id, board.kind)
      await writeOwner(transaction, board.id, { ownerId: newOwner.id, position: nextPosition })
      const isBinned = deletedAt !== null || !isSeen
      if (isBinned && deletedAt === null) await deleteBoard(transaction, board.id, now)
      await auditBoardBy(services, transaction, origin, {
        ...{ verb: 'hand-over', board, before: { owner: person.email } },
        after: { owner: newOwner.email, isInBin: isBinned },
      })
    }
    const boardIds = boards.map(({ id }) => id)
    return () => services.bus.emit('boardsTakenOver', { boardIds, formerOwnerId: person.id })
  }
}
