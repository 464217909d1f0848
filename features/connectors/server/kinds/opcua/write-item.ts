import {
  AttributeIds,
  type ClientSession,
  type NodeId,
  type StatusCode,
  type VariantOptions,
} from 'node-opcua-client'
import type { CommandValue } from '#kit/model/device-command.ts'
import type { CommandOutcome } from '#kit/server/devices/device-commands.ts'
import type { OpcUaItem } from '../../../contract/kinds/opcua.ts'
import { accessFailure } from './access/access-failure.ts'
import type { NodeIds } from './access/node-ids.ts'
import { describeStatus } from './subscription/monitored-items.ts'
import { writtenValue } from './values/written-value.ts'

/** The server took the value, and goes on with what it means. */
const unfinished = 'GoodCompletesAsynchronously'

/** A variable, and what is written there. */
interface Writable {
  readonly nodeId: NodeId
  readonly value: VariantOptions
}

/**
 * The value in the type that the server says the variable has, or what comes of the command when it
 * cannot be written.
 */
export async function writableValue(
  session: ClientSession,
  nodeIds: NodeIds,
  item: Pick<OpcUaItem, 'nodeId' | 'element'>,
  value: CommandValue,
): Promise<Writable | CommandOutcome> {
  const nodeId = nodeIds.resolve(item.nodeId)
  if (!nodeId) return refused('BadNodeIdUnknown: its namespace is not there')
  if (item.element !== undefined) return refused('an element of an array is not written')
  try {
    const written = writtenValue(await session.getBuiltInDataType(nodeId), value)
    return 'reason' in written ? refused(written.reason) : { nodeId, value: written }
  } catch (error) {
    // Only a look at the variable failed: nobody has to wonder whether it was written.
    const { code, message } = accessFailure(error)
    const isLost = code === 'connection_lost' || code === 'no_answer'
    return isLost ? { outcome: 'not-connected' } : refused(message)
  }
}

/** Writes once. Rejects when the connection was lost, or the server did not answer. */
export async function writeVariable(
  session: ClientSession,
  { nodeId, value }: Writable,
): Promise<CommandOutcome> {
  const status: StatusCode = await session.write({
    ...{ nodeId, attributeId: AttributeIds.Value },
    // Without times and status: many servers take neither.
    value: { value },
  })
  if (status.name === unfinished) return { outcome: 'accepted' }
  return status.isGoodish() ? { outcome: 'done' } : refused(describeStatus(status))
}

const refused = (reason: string) => ({ outcome: 'refused', reason }) as const
