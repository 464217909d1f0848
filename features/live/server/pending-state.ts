import type { LiveDevice, ServerMessage } from '#kit/model/live/messages.ts'
import type { BoardState } from './scope.ts'

/** A message as it is made, without what every message has. */
export type Body<Message> = Message extends ServerMessage
  ? Omit<Message, 'version' | 'serverTime'>
  : never

/** What changed, apart from readings, and has yet to be sent: of each thing its newest state. */
export class PendingState {
  /** By device id. */
  readonly devices = new Map<number, LiveDevice>()
  /** Ids of sensors that are not open to the person, or no more. */
  readonly closed = new Set<number>()
  /** By board id. */
  readonly boards = new Map<string, BoardState>()
  /** Which lists the client has to fetch again. */
  readonly staleLists = new Set<'catalogue' | 'outdated'>()

  /** The messages of it, in the order in which they are to be sent; nothing waits then. */
  take(): Body<ServerMessage>[] {
    const { devices, closed, boards, staleLists } = this
    const messages: Body<ServerMessage>[] = [
      ...(closed.size > 0 ? [{ type: 'closed' as const, sensors: [...closed] }] : []),
      ...[...staleLists].map((type) => ({ type })),
      ...(devices.size > 0 ? [{ type: 'devices' as const, devices: [...devices.values()] }] : []),
      ...[...boards.values()].map((board) => ({ type: 'board' as const, ...board })),
    ]
    this.clear()
    return messages
  }

  clear(): void {
    this.devices.clear()
    this.closed.clear()
    this.boards.clear()
    this.staleLists.clear()
  }
}
