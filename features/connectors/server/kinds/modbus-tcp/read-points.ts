import { responses } from 'jsmodbus'
import { ConnectorFailure } from '../../driver.ts'
import { hasBits, widthOf, type ModbusPoint } from '../../../contract/kinds/modbus-tcp.ts'
import { decodeRegisters, type PointValue } from './codec.ts'
import { ModbusException, modbusRequests, type ModbusSocket } from './modbus-socket.ts'
import { splitPlan, type ReadPlan } from './plan.ts'

/** A point that was read, or why the unit refuses it. */
export interface ReadPoint {
  readonly point: ModbusPoint
  readonly read: PointValue
  readonly problem: string | null
}

export interface ReadResult {
  readonly points: readonly ReadPoint[]
  /** The requests by which the same points are read the next time. */
  readonly plans: readonly ReadPlan[]
}

/** Refusals that are about what was asked for, and not about now. */
const aboutAddress: ReadonlySet<number> = new Set([1, 2, 3])
/** A gateway says that the unit behind it is not there. */
export const unitIsAway: ReadonlySet<number> = new Set([10, 11])

/**
 * Reads the points of a request. Where the unit refuses it because of some of its points, those are
 * found out and read alone from then on, so that the others have their values.
 */
export async function readPoints(socket: ModbusSocket, plan: ReadPlan): Promise<ReadResult> {
  try {
    const values = await readValues(socket, plan)
    return { points: plan.points.map((point) => decode(plan, point, values)), plans: [plan] }
  } catch (error) {
    if (!(error instanceof ModbusException) || unitIsAway.has(error.code)) throw error
    const parts = aboutAddress.has(error.code) ? splitPlan(plan) : null
    if (!parts) return { points: plan.points.map((point) => refused(point, error)), plans: [plan] }
    const results: ReadResult[] = []
    for (const part of parts) results.push(await readPoints(socket, part))
    return {
      points: results.flatMap(({ points }) => points),
      plans: results.flatMap(({ plans }) => plans),
    }
  }
}

const refused = (point: ModbusPoint, { message }: Error): ReadPoint => ({
  ...{ point, read: { value: null, quality: 'bad' }, problem: message },
})

/** The bytes of the registers, or of the bits, that the plan asks for. */
async function readValues(
  socket: ModbusSocket,
  { unitId, table, start, count }: ReadPlan,
): Promise<Buffer> {
  const { request, response } = tables[table]
  const body = await socket.request(unitId, new request(start, count))
  const expected = hasBits(table) ? Math.ceil(count / 8) : count * 2
  // The library reads beyond the end of an answer that is shorter than it says.
  const isWhole = body[1] === expected && body.length >= expected + 2
  const values = isWhole ? response.fromBuffer(body)?.valuesAsBuffer : undefined
  if (values?.length !== expected)
    throw new ConnectorFailure('not_understood', `${expected} bytes were asked for, and not given`)
  return values
}

const tables = {
  holding: {
    request: modbusRequests.ReadHoldingRegistersRequestBody,
    response: responses.ReadHoldingRegistersResponseBody,
  },
  input: {
    request: modbusRequests.ReadInputRegistersRequestBody,
    response: responses.ReadInputRegistersResponseBody,
  },
  coil: {
    request: modbusRequests.ReadCoilsRequestBody,
    response: responses.ReadCoilsResponseBody,
  },
  discrete: {
    request: modbusRequests.ReadDiscreteInputsRequestBody,
    response: responses.ReadDiscreteInputsResponseBody,
  },
} as const

function decode({ table, start }: ReadPlan, point: ModbusPoint, values: Buffer): ReadPoint {
  const place = point.address - start
  if (hasBits(table)) {
    const value = (((values[place >> 3] ?? 0) >> (place & 7)) & 1) === 1
    return { point, read: { value, quality: 'good' }, problem: null }
  }
  const bytes = values.subarray(place * 2, (place + widthOf(point)) * 2)
  return { point, read: decodeRegisters(point, bytes), problem: null }
}
