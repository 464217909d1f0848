import { EventEmitter } from 'node:events'
import { ServerMessage } from '#kit/model/live/messages.ts'

/** A socket whose other end reads or does not. */
export class FakeSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  reads = true
  readonly messages: ServerMessage[] = []
  closed: number | null = null
  reason = ''
  terminated = false
  readonly #unread: string[] = []

  send(text: string): void {
    this.#unread.push(text)
    this.bufferedAmount += text.length
    if (this.reads) this.readAll()
  }

  readAll(): void {
    for (const text of this.#unread.splice(0))
      this.messages.push(ServerMessage.parse(JSON.parse(text)))
    this.bufferedAmount = 0
  }

  close(code: number, reason: string): void {
    this.readyState = 2
    this.closed = code
    this.reason = reason
  }

  terminate(): void {
    this.readyState = 3
    this.terminated = true
  }
}
