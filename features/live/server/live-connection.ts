import type { WebSocket } from '@fastify/websocket'
import type { Caller } from '#kit/server/caller.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { LiveDevice, ServerMessage } from '#kit/model/live/messages.ts'
import { liveVersion, tooMuchCode } from '#kit/model/live/protocol.ts'
import type { Budget, Excess, Reservation } from '#kit/server/budget/budget.ts'
import type { BoardState, Scope } from './scope.ts'
import { AlarmsNotice } from './alarms-notice.ts'
import { frameText } from './frame-text.ts'
import { changeDue, gatherIntervalMs } from './pacing.ts'
import { PendingState, type Body } from './pending-state.ts'

/**
 * Bytes that may wait in a socket before everything is held back; what is held back is only the
 * newest state of each thing.
 */
const highWaterBytes = 128 * 1024
const heldBackRetryMs = 50
/** A client that takes nothing for this long is gone. */
const stalledAfterMs = 60_000
/** What a connection and each sensor that it watches cost at rest. */
const connectionBytes = 16 * 1024
const watchedBytes = 200
/** A client that does not answer a close for this long is cut off. */
export const closeAnswerMs = 800

interface Change {
  text: string
  readonly due: number
}

/** One browser on the live socket: what it watches, and what has yet to be sent to it. */
export class LiveConnection {
  /** Changes when the person's rights do. */
  caller: Caller
  /** Null: all that is open to the caller. Changes when the board does. */
  scope: Scope | null = null
  /**
   * The sensors that are watched; also after the end, until whoever counts watchers has removed it.
   */
  readonly subscribed = new Set<number>()
  readonly #socket: WebSocket
  readonly #ended = new AbortController()
  readonly #clock: Clock
  readonly #held: Reservation | Excess
  readonly #pending = new Map<number, Change>()
  #pendingBytes = 0
  readonly #state = new PendingState()
  readonly #alarms = new AlarmsNotice()
  readonly #lastSent = new Map<number, number>()
  #lastFlush = -Infinity
  #due = Infinity
  #cancelTimer: () => void = () => {}
  #heldBackSince: number | null = null

  constructor(socket: WebSocket, caller: Caller, clock: Clock, budget: Budget) {
    this.#socket = socket
    this.caller = caller
    this.#clock = clock
    this.#held = budget.reserve('live-frame', caller.sessionId, 0)
    this.#count()
  }

  /** Aborted when the connection ends. */
  get ended(): AbortSignal {
    return this.#ended.signal
  }

  get isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** Changes that wait: at most one for each watched sensor and visible device. */
  get pendingCount(): number {
    return this.#pending.size + this.#state.devices.size
  }

  /** Replaces what is watched. Waiting changes of other sensors are dropped. */
  subscribe(sensorIds: Iterable<number>): void {
    this.subscribed.clear()
    for (const id of sensorIds) {
      this.subscribed.add(id)
      this.#state.closed.delete(id)
    }
    for (const id of this.#pending.keys()) if (!this.subscribed.has(id)) this.#takePending(id)
    for (const id of this.#lastSent.keys()) if (!this.subscribed.has(id)) this.#lastSent.delete(id)
    this.#count()
  }

  /**
   * Takes a change of a watched sensor; a newer one of the same sensor replaces it until it leaves.
   */
  change(sensorId: number, text: string): void {
    if (!this.isOpen) return
    const waiting = this.#pending.get(sensorId)
    this.#pendingBytes += text.length - (waiting?.text.length ?? 0)
    if (waiting) {
      waiting.text = text
      return
    }
    const now = performance.now()
    const due = changeDue(now, this.#lastSent.get(sensorId) ?? -Infinity)
    this.#pending.set(sensorId, { text, due })
    this.#scheduleAt(due, now)
  }

  /** Takes a device's new status; a newer one of the same device replaces it until it leaves. */
  changeDevice(device: LiveDevice): void {
    this.#state.devices.set(device[0], device)
    this.#schedule()
  }

  /** These sensors are not open to the person, or no more. */
  closeSensors(sensorIds: readonly number[]): void {
    for (const id of sensorIds) this.#state.closed.add(id)
    if (sensorIds.length > 0) this.#schedule()
  }

  /** Takes a board's new state; a newer one of the same board replaces it until it leaves. */
  changeBoard(board: BoardState): void {
    const waiting = this.#state.boards.get(board.id)
    const isOnlyEditors = board.isOnlyEditors && (waiting?.isOnlyEditors ?? true)
    this.#state.boards.set(board.id, { ...board, isOnlyEditors })
    this.#schedule()
  }

  /** Drops the waiting changes of other devices. */
  retainDevices(visible: ReadonlySet<number>): void {
    for (const id of this.#state.devices.keys())
      if (!visible.has(id)) this.#state.devices.delete(id)
  }

  /** The client has to fetch sensors and devices again. */
  changeCatalogue(): void {
    this.#state.staleLists.add('catalogue')
    this.#schedule()
  }

  /** Lists that the client fetched before it connected may have changed since. */
  outdateLists(): void {
    this.#state.staleLists.add('outdated')
    this.#schedule()
  }

  /** The client has to fetch alarms again: at once, and then at most so often. */
  changeAlarms(): void {
    const now = performance.now()
    this.#scheduleAt(this.#alarms.change(now), now)
  }

  send(message: Body<ServerMessage>): void {
    this.#sendText(JSON.stringify({ version: liveVersion, serverTime: this.#clock(), ...message }))
  }

  /**
   * Like `send`, for messages that may be left out when the client is slow. Ends the connection of
   * a client that reads no more.
   */
  sendIfKeepingUp(message: Body<ServerMessage>): void {
    if (!this.#isHeldBack(performance.now())) this.send(message)
  }

  /** Resolves when the socket has room for a large message; false when it has closed. */
  async drain(): Promise<boolean> {
    while (this.isOpen && this.#socket.bufferedAmount >= highWaterBytes) {
      await new Promise((resolve) => setTimeout(resolve, heldBackRetryMs))
    }
    return this.isOpen
  }

  close(code: number, reason: string): void {
    this.dispose()
    this.#socket.close(code, reason)
    setTimeout(() => this.#socket.terminate(), closeAnswerMs).unref()
  }

  dispose(): void {
    this.#ended.abort()
    if (typeof this.#held !== 'string') this.#held.release()
    this.#cancel()
    this.#pending.clear()
    this.#pendingBytes = 0
    this.#state.clear()
  }

  #schedule(): void {
    const now = performance.now()
    this.#scheduleAt(now, now)
  }

  #scheduleAt(wanted: number, now: number): void {
    const due = Math.max(wanted, this.#lastFlush + gatherIntervalMs)
    if (due >= this.#due) return
    this.#cancel()
    this.#due = due
    if (due <= now) {
      const immediate = setImmediate(() => this.#flush())
      this.#cancelTimer = () => clearImmediate(immediate)
    } else {
      const timer = setTimeout(() => this.#flush(), Math.ceil(due - now))
      this.#cancelTimer = () => clearTimeout(timer)
    }
  }

  #cancel(): void {
    this.#cancelTimer()
    this.#due = Infinity
  }

  #flush(): void {
    this.#due = Infinity
    const now = performance.now()
    if (this.#isHeldBack(now)) return this.#scheduleAt(now + heldBackRetryMs, now)
    this.#lastFlush = now
    for (const message of this.#state.take()) this.send(message)
    this.#sendDue(now)
    if (this.#alarms.take(now)) this.send({ type: 'alarms' })
    let next = this.#alarms.due
    for (const { due } of this.#pending.values()) next = Math.min(next, due)
    if (next < Infinity) this.#scheduleAt(next, now)
  }

  #sendDue(now: number): void {
    let readings = ''
    for (const [id, { text, due }] of this.#pending) {
      if (due > now) continue
      readings += readings === '' ? text : `,${text}`
      this.#takePending(id)
      this.#lastSent.set(id, now)
    }
    if (readings !== '') this.#sendText(frameText(readings, this.#clock()))
  }

  #takePending(sensorId: number): void {
    this.#pendingBytes -= this.#pending.get(sensorId)?.text.length ?? 0
    this.#pending.delete(sensorId)
  }

  /**
   * Counts what waits for this client; one for which there is no room is cut off, so that the
   * others do not notice.
   */
  #count(): void {
    if (!this.isOpen) return
    const waiting = this.#socket.bufferedAmount + this.#pendingBytes
    const bytes = connectionBytes + this.subscribed.size * watchedBytes + waiting
    const excess = typeof this.#held === 'string' ? this.#held : this.#held.resize(bytes)
    if (excess === null) return
    const reason =
      waiting > highWaterBytes ? 'what is sent is not read fast enough' : 'too much is watched'
    this.close(
      tooMuchCode,
      excess === 'share' ? `${reason} in this session` : `${reason} by all together`,
    )
  }

  #isHeldBack(now: number): boolean {
    this.#count()
    if (this.#socket.bufferedAmount < highWaterBytes) {
      this.#heldBackSince = null
      return false
    }
    this.#heldBackSince ??= now
    if (now - this.#heldBackSince > stalledAfterMs) this.#socket.terminate()
    return true
  }

  #sendText(text: string): void {
    if (!this.isOpen) return
    this.#socket.send(text)
    this.#count()
  }
}
