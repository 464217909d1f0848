import {
  AttributeIds,
  DataChangeFilter,
  DataChangeTrigger,
  DeadbandType,
  MonitoringMode,
  TimestampsToReturn,
  type ClientSubscription,
  type CreateMonitoredItemsRequestLike,
  type CreateMonitoredItemsResponse,
  type DeleteMonitoredItemsRequestLike,
  type StatusCode,
} from 'node-opcua-client'
import type { OpcUaItem, OpcUaSettings } from '../../../../contract/kinds/opcua.ts'
import type { NodeIds } from '../access/node-ids.ts'

/** Items asked for at once, where the server names no lower limit. */
const usualGroup = 1_000

/** The calls of the session itself: the library's own items cost more than the values. */
export interface ItemCalls {
  createMonitoredItems(
    request: CreateMonitoredItemsRequestLike,
  ): Promise<CreateMonitoredItemsResponse>
  deleteMonitoredItems(request: DeleteMonitoredItemsRequestLike): Promise<unknown>
}

interface Services {
  readonly session: ItemCalls
  readonly subscription: ClientSubscription
  readonly nodeIds: NodeIds
  readonly settings: Pick<OpcUaSettings, 'items' | 'samplingIntervalMs' | 'queueSize'>
  /** The server takes no more in one call; 0: it names no limit. */
  readonly maximumPerCall: number
  /** The node is not watched, and why. */
  readonly onRefused: (index: number, status: string) => void
}

/** The nodes that the server watches, asked for in groups; those that it refuses, again. */
export class MonitoredItems {
  readonly #services: Services
  /** Ids that the server gave, by the item's number. */
  readonly #ids = new Map<number, number>()
  /** Items that the server does not watch now. */
  readonly #missing = new Set<number>()
  #isTrying = false

  constructor(services: Services) {
    this.#services = services
    for (const index of services.settings.items.keys()) this.#missing.add(index)
  }

  get missing(): number {
    return this.#missing.size
  }

  /** The server has reported that it does not know the node of this item any more. */
  markGone(index: number): void {
    this.#missing.add(index)
  }

  /** Asks the server to watch what it does not watch yet. Rejects when the connection fails. */
  async watchMissing(): Promise<void> {
    if (this.#isTrying || this.#missing.size === 0) return
    this.#isTrying = true
    try {
      const group = Math.min(this.#services.maximumPerCall || usualGroup, usualGroup)
      const missing = [...this.#missing]
      for (let at = 0; at < missing.length; at += group)
        await this.#watch(missing.slice(at, at + group))
    } finally {
      this.#isTrying = false
    }
  }

  async #watch(indexes: readonly number[]): Promise<void> {
    const { session, subscription, onRefused } = this.#services
    await this.#unwatch(indexes)
    const asked = indexes.flatMap((index) => {
      const request = this.#requestOf(index)
      if (request === null) onRefused(index, 'BadNodeIdUnknown: its namespace is not there')
      return request === null ? [] : [{ index, request }]
    })
    if (asked.length === 0) return
    const { results } = await session.createMonitoredItems({
      subscriptionId: subscription.subscriptionId,
      timestampsToReturn: TimestampsToReturn.Both,
      itemsToCreate: asked.map(({ request }) => request),
    })
    for (const [position, { index }] of asked.entries()) {
      const result = results?.[position]
      if (result?.statusCode.isGoodish()) {
        this.#ids.set(index, result.monitoredItemId)
        this.#missing.delete(index)
      } else onRefused(index, describeStatus(result?.statusCode))
    }
  }

  async #unwatch(indexes: readonly number[]): Promise<void> {
    const { session, subscription } = this.#services
    const monitoredItemIds = indexes.flatMap((index) => this.#ids.get(index) ?? [])
    if (monitoredItemIds.length === 0) return
    for (const index of indexes) this.#ids.delete(index)
    await session.deleteMonitoredItems({
      ...{ subscriptionId: subscription.subscriptionId, monitoredItemIds },
    })
  }

  #requestOf(index: number) {
    const { nodeIds, settings } = this.#services
    const item = settings.items[index]
    const nodeId = item && nodeIds.resolve(item.nodeId)
    if (!nodeId) return null
    return {
      // The whole array, also for one element: not every server keeps to the part asked for.
      itemToMonitor: { nodeId, attributeId: AttributeIds.Value },
      monitoringMode: MonitoringMode.Reporting,
      requestedParameters: {
        clientHandle: index + 1,
        samplingInterval: settings.samplingIntervalMs,
        queueSize: settings.queueSize,
        discardOldest: true,
        filter: filterOf(item),
      },
    }
  }
}

function filterOf({ deadband }: OpcUaItem): DataChangeFilter | null {
  if (!deadband) return null
  return new DataChangeFilter({
    trigger: DataChangeTrigger.StatusValue,
    deadbandType: deadband.kind === 'percent' ? DeadbandType.Percent : DeadbandType.Absolute,
    deadbandValue: deadband.value,
  })
}

export const describeStatus = (status: StatusCode | undefined): string =>
  status ? `${status.name}: ${status.description}` : 'no answer'
