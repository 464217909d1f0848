import { ServerClock } from '../clock/server-clock.ts'
import type { HubEnvironment } from './live-hub.ts'
import type { Socket } from './connection/socket.ts'

/** A socket whose other end is the test. */
export interface FakeSocket extends Socket {
  readonly sent: unknown[]
  closedWith: number | undefined | null
}

/** A world in which time, sockets, frames and microtasks stand still until the test moves them. */
export function createFakeEnvironment(start = 1_000_000) {
  let time = start
  let nextFrame: (() => void)[] = []
  let microtasks: (() => void)[] = []
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>()
  const session: { refusal: 'ended' | 'denied' | null } = { refusal: null }
  const sockets: FakeSocket[] = []
  const logged: string[] = []
  const environment: HubEnvironment = {
    openSocket() {
      const socket: FakeSocket = {
        onopen: null,
        onmessage: null,
        onclose: null,
        sent: [],
        closedWith: null,
        send: (text) => void socket.sent.push(JSON.parse(text)),
        close: (code) => void (socket.closedWith = code),
      }
      sockets.push(socket)
      return socket
    },
    whyRefused: () => Promise.resolve(session.refusal),
    now: () => time,
    random: () => 0.5,
    log: (text) => void logged.push(text),
    after(ms, callback) {
      const timer = { at: time + ms, callback }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    nextFrame: (callback) => void nextFrame.push(callback),
    microtask: (callback) => void microtasks.push(callback),
    serverClock: new ServerClock({ elapsed: () => time, wall: () => time }),
  }
  const drain = () => {
    const due = microtasks
    microtasks = []
    for (const callback of due) callback()
  }
  return {
    environment,
    session,
    sockets,
    logged,
    now: () => time,
    /** The newest socket. */
    socket(): FakeSocket {
      const socket = sockets.at(-1)
      if (!socket) throw new Error('no socket was opened')
      return socket
    },
    /** Lets time pass, calling timers in their order. */
    pass(ms: number): void {
      const end = time + ms
      for (;;) {
        const due = [...timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]
        if (!due) break
        timers.delete(due)
        time = Math.max(time, due.at)
        due.callback()
        drain()
      }
      time = end
    },
    /** Lets the browser draw a frame. */
    draw(): void {
      const due = nextFrame
      nextFrame = []
      for (const callback of due) callback()
    },
    framesAsked: () => nextFrame.length,
    drain,
  }
}

/** Sends a message of the protocol from the server's end. */
export function receive(socket: Socket, message: object): void {
  socket.onmessage?.({ data: JSON.stringify({ version: 1, ...message }) })
}
