import { writePayload } from './payload-schema.ts'
import { commandTopic, stateTopics } from './sparkplug-topics.ts'

/** A message that the host publishes. */
export interface HostMessage {
  readonly topic: string
  readonly payload: Buffer
}

const booleanType = 11

/** Asks an edge node to publish all its births again. */
export function rebirthRequest(group: string, node: string, time: number): HostMessage {
  const metric = {
    name: 'Node Control/Rebirth',
    timestamp: time,
    datatype: booleanType,
    booleanValue: true,
  }
  return {
    topic: commandTopic(group, node),
    payload: writePayload({ timestamp: time, metrics: [metric] }),
  }
}

/**
 * What the host says of itself, retained: for edge nodes of Sparkplug 3.0, and for those of 2.2.
 * `time`, ms UTC, is that of the CONNECT, or of the end that the host announces itself.
 */
export function hostState(
  hostId: string,
  online: boolean,
  time: number,
): { readonly current: HostMessage; readonly former: HostMessage } {
  const topics = stateTopics(hostId)
  return {
    current: {
      topic: topics.current,
      payload: Buffer.from(JSON.stringify({ online, timestamp: time })),
    },
    former: { topic: topics.former, payload: Buffer.from(online ? 'ONLINE' : 'OFFLINE') },
  }
}

type HostState = ReturnType<typeof hostState>

/** What the host says of itself at an external broker. */
export class HostPresence {
  readonly #hostId: string
  #connectedAt = Date.now()

  constructor(hostId: string) {
    this.#hostId = hostId
  }

  /** Its will at a connection that begins now: what it says from then on has the same time. */
  connect(): HostMessage {
    this.#connectedAt = Date.now()
    return hostState(this.#hostId, false, this.#connectedAt).current
  }

  /** That it is there, since its last CONNECT. */
  get birth(): HostState {
    return hostState(this.#hostId, true, this.#connectedAt)
  }

  /** That it goes now. */
  get death(): HostState {
    return hostState(this.#hostId, false, Date.now())
  }
}

/** What the host says again when this message, of whoever it is, says that it is not there. */
export function contradictionOf(
  { topic, payload }: HostMessage,
  { current, former }: HostState,
): HostMessage | null {
  if (topic === former.topic) return payload.equals(offline) ? former : null
  return topic === current.topic && isOffline(payload) ? current : null
}

const offline = Buffer.from('OFFLINE')

function isOffline(payload: Buffer): boolean {
  try {
    const state: unknown = JSON.parse(payload.toString())
    return typeof state === 'object' && state !== null && 'online' in state && !state.online
  } catch {
    return false
  }
}
