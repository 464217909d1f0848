import type { DocumentValue, Problem } from '#kit/server/documents/document-value.ts'
import { maximumValuesPerMessage } from '#kit/model/limits.ts'
import type { Budget, Reservation } from '#kit/server/budget/budget.ts'
import type { CatalogueDevice } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { DevicesOfGateways } from '../gateways/devices-of-gateways.ts'
import type { Intake, Outcome } from '../intake/intake.ts'
import type { CommandOutlet } from '../mqtt/command-outlet.ts'
import type { PresenceListener } from '../mqtt/device-messages.ts'
import { EdgeNode, type MetricDefinitions } from './edge-node.ts'
import { rebirthRequest } from './host-messages.ts'
import { readMetrics } from './metric-readings.ts'
import { needsRebirth } from './needs-rebirth.ts'
import {
  placeAmong,
  type NamedNode,
  type ReceivedMetrics,
  type SparkplugPlace,
} from './sparkplug-place.ts'
import { decodePayload, type ReadPayload } from './payload.ts'
import { lesiIdOfDevice, type SparkplugTopic } from './sparkplug-topics.ts'

/** A node that does not answer a request for its rebirth is asked again after so long. */
const rebirthPauseMs = 10_000

interface Dependencies {
  readonly intake: Intake
  readonly presence: PresenceListener
  readonly gateways: DevicesOfGateways
  readonly budget: Budget
  readonly clock: Clock
  readonly commands: CommandOutlet
}

interface FollowedNode extends NamedNode {
  held: Reservation | null
  rebirthRequestedAt: number
}

/** Where a message stands among those of its node. */
interface Place {
  readonly definitions: MetricDefinitions
  isStatusReported: boolean
}

/** The device of a message; null: it has died and is not there, and a death adds none. */
type Target = CatalogueDevice | { readonly reason: string } | null

type Payload = Exclude<ReadPayload, { readonly reason: string }>

/** The host of Sparkplug B: takes what edge nodes publish, whichever broker brought it. */
export class SparkplugHost {
  readonly #dependencies: Dependencies
  readonly #nodes = new Map<number, FollowedNode>()
  /** Of messages that may be tried again. */
  readonly #places = new WeakMap<Uint8Array, Place>()
  #listener: (received: ReceivedMetrics) => void = () => undefined

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Takes a message of an edge node that is this device, or of a device behind it; resolves when
   * what can be stored of it is on disk. Its place among the node's messages is that of the first
   * call: the same bytes come again when they could not be stored. `via` is how it came, for
   * engineers.
   */
  async take(
    device: CatalogueDevice,
    topic: SparkplugTopic,
    message: Uint8Array,
    via = '',
  ): Promise<Outcome> {
    const payload = decodePayload(message)
    if ('reason' in payload) return nothingOf('payload', payload.reason)
    const former = this.#places.get(message)
    const place = former ?? this.#follow(device, topic, payload)
    if ('reason' in place) return nothingOf('payload', place.reason)
    this.#places.set(message, place)
    const isDeath = topic.kind.endsWith('DEATH')
    const source = { definitions: place.definitions, timestamp: payload.timestamp }
    const { values, refused } = readMetrics(isDeath ? [] : payload.metrics, source)
    if (!former) {
      this.#report(device, topic, payload, values)
      this.#requestLackingBirth(this.#nodeOf(device, topic), topic, refused)
    }
    const target = await this.#targetOf(device, topic)
    if (target === null) return { stored: 0, refused }
    if ('reason' in target) return nothingOf('device', target.reason)
    if (!place.isStatusReported) this.#reportStatus(target, topic)
    place.isStatusReported = true
    const outcome = await this.#store(
      target,
      { sender: device.lesiId, via },
      values,
      message.length,
    )
    return { stored: outcome.stored, refused: [...refused, ...outcome.refused] }
  }

  /** The connection of the node lives, and so do the devices behind it that have not died. */
  signOfLife(device: CatalogueDevice): void {
    for (const name of this.#nodes.get(device.id)?.state.devices ?? []) {
      const behind = this.#behind(device, name)
      if (behind) this.#dependencies.presence.messageReceived(behind.id)
    }
  }

  /** The state of nodes whose device is gone is removed. */
  removeGone(isThere: (deviceId: number) => boolean): void {
    for (const [id, { held }] of this.#nodes) {
      if (isThere(id)) continue
      held?.release()
      this.#nodes.delete(id)
    }
  }

  /** Where the device stands since its birth; null for one that was not born, or has died. */
  placeOf({ lesiId }: CatalogueDevice): SparkplugPlace | null {
    return placeAmong(this.#nodes.values(), lesiId)
  }

  /** Calls back with what each message says now; what is historical says nothing of now. */
  onMetrics(listener: (received: ReceivedMetrics) => void): void {
    this.#listener = listener
  }

  #report(
    device: CatalogueDevice,
    topic: SparkplugTopic,
    { metrics }: Payload,
    values: readonly DocumentValue[],
  ): void {
    if (metrics.some(({ isHistorical }) => isHistorical === true)) return
    const { device: name, kind } = topic
    const lesiId = name === null ? device.lesiId : lesiIdOfDevice(device.lesiId, name)
    this.#listener({ lesiId, kind, values })
  }

  #nodeOf({ id, lesiId }: CatalogueDevice, { group, node }: SparkplugTopic): FollowedNode {
    const followed = this.#nodes.get(id) ?? {
      ...{ state: new EdgeNode(), held: null, rebirthRequestedAt: -Infinity },
      ...{ lesiId, group, node },
    }
    this.#nodes.set(id, followed)
    return followed
  }

  /** Changes the state of the node; the reason where there is no room for it. */
  #follow(
    device: CatalogueDevice,
    topic: SparkplugTopic,
    payload: Payload,
  ): Place | { readonly reason: string } {
    const followed = this.#nodeOf(device, topic)
    const reason = this.#change(followed, device, topic, payload)
    if (reason !== null) return { reason }
    const definitions = followed.state.definitionsNow(topic.device)
    return { definitions, isStatusReported: false }
  }

  #change(
    followed: FollowedNode,
    device: CatalogueDevice,
    { kind, device: name }: SparkplugTopic,
    { metrics, sequence, digest }: Payload,
  ): string | null {
    const { state } = followed
    if (kind === 'NDEATH') {
      if (state.isOwnDeath(metrics)) this.#endNode(followed, device)
      return null
    }
    if (kind === 'NBIRTH') {
      state.bear(metrics, sequence)
      followed.rebirthRequestedAt = -Infinity
    } else if (!state.follow(sequence, digest)) return null
    if (kind === 'DBIRTH') state.define(name, metrics)
    if (kind === 'DDEATH') state.undefine(name)
    return kind.endsWith('BIRTH') ? this.#hold(followed, device) : null
  }

  /** Counts the state of the node, in the share of its connections. */
  #hold(followed: FollowedNode, { lesiId }: CatalogueDevice): string | null {
    const { state } = followed
    const held = followed.held ?? this.#dependencies.budget.reserve('mqtt-connection', lesiId, 0)
    if (typeof held !== 'string') {
      followed.held = held
      if (held.resize(state.bytes) === null) return null
    }
    state.end()
    return 'names more metrics than there is room for'
  }

  #endNode(followed: FollowedNode, device: CatalogueDevice): void {
    const { presence } = this.#dependencies
    for (const name of followed.state.devices) {
      const behind = this.#behind(device, name)
      if (behind) presence.statusReported(behind.id, 'offline')
    }
    presence.statusReported(device.id, 'offline')
    followed.state.end()
    followed.held?.resize(0)
  }

  #behind({ lesiId }: CatalogueDevice, name: string): CatalogueDevice | undefined {
    return this.#dependencies.gateways.knownDevice(lesiIdOfDevice(lesiId, name))
  }

  async #targetOf(device: CatalogueDevice, topic: SparkplugTopic): Promise<Target> {
    if (topic.device === null) return device
    if (topic.kind === 'DDEATH') return this.#behind(device, topic.device) ?? null
    return this.#dependencies.gateways.deviceOf(device, lesiIdOfDevice(device.lesiId, topic.device))
  }

  #reportStatus({ id }: CatalogueDevice, { kind }: SparkplugTopic): void {
    const { presence } = this.#dependencies
    if (kind.endsWith('BIRTH')) presence.statusReported(id, 'online')
    else if (kind === 'DDEATH') presence.statusReported(id, 'offline')
    else if (kind === 'DDATA') presence.messageReceived(id)
  }

  #requestLackingBirth(
    followed: FollowedNode,
    topic: SparkplugTopic,
    refused: readonly Problem[],
  ): void {
    if (!needsRebirth(followed.state, topic, refused)) return
    const { group, node } = topic
    const now = this.#dependencies.clock()
    // The clock may have been set back.
    if (Math.abs(now - followed.rebirthRequestedAt) < rebirthPauseMs) return
    followed.rebirthRequestedAt = now
    const request = rebirthRequest(group, node, now)
    this.#dependencies.commands.publish(request.topic, request.payload)
  }

  /** As many documents as the values need. */
  async #store(
    device: CatalogueDevice,
    { sender, via }: { readonly sender: string; readonly via: string },
    values: readonly DocumentValue[],
    bytes: number,
  ): Promise<Outcome> {
    const parts = Math.ceil(values.length / maximumValuesPerMessage)
    const outcomes = await Promise.all(
      Array.from({ length: parts }, (_, part) => {
        const from = part * maximumValuesPerMessage
        const ofPart = values.slice(from, from + maximumValuesPerMessage)
        const document = { bytes: Math.ceil(bytes / parts), values: ofPart, sender }
        return this.#dependencies.intake.take(device, document, 'wait', via)
      }),
    )
    return {
      stored: outcomes.reduce((sum, { stored }) => sum + stored, 0),
      refused: outcomes.flatMap((outcome) => outcome.refused),
    }
  }
}

const nothingOf = (field: string, reason: string): Outcome => ({
  ...{ stored: 0, refused: [{ field, reason }] },
})
