import type { ModbusSettings } from '../../../contract/kinds/modbus-tcp.ts'
import { ConnectorFailure, type ConnectorDriver, type Json } from '../../driver.ts'
import { ModbusException, ModbusSocket, UnitTimeout } from './modbus-socket.ts'
import { planReads } from './plan.ts'
import { Poller } from './poller.ts'
import { readPoints } from './read-points.ts'
import { writePoint } from './write-point.ts'

/** Points that a test reads and shows. */
const testedPoints = 200

export const modbusTcpDriver: ConnectorDriver<ModbusSettings> = {
  async connect({ settings }, host) {
    const socket = await ModbusSocket.open(settings, host.signal)
    return {
      ended: new Poller(socket, settings, host).run(),
      async write(writeRequest) {
        const point = settings.points.find(
          ({ lesiId, key, isWritable }) =>
            isWritable && lesiId === writeRequest.lesiId && key === writeRequest.target,
        )
        if (!point) return { outcome: 'refused', reason: 'it may not be written' }
        return writePoint(socket, point, writeRequest)
      },
      async close() {
        socket.close()
      },
    }
  },
  async test({ settings }, signal) {
    const socket = await ModbusSocket.open(settings, signal)
    try {
      return await readOnce(socket, settings)
    } finally {
      socket.close()
    }
  },
}

/** Reads the first points once. */
async function readOnce(socket: ModbusSocket, { points }: ModbusSettings): Promise<Json> {
  const tested = points.slice(0, testedPoints)
  const shown: Json[] = []
  const silent = new Set<number>()
  for (const plan of planReads(tested)) {
    if (silent.has(plan.unitId)) continue
    try {
      for (const { point, read, problem } of (await readPoints(socket, plan)).points)
        shown.push({ lesiId: point.lesiId, key: point.key, ...read, problem })
    } catch (error) {
      if (!(error instanceof UnitTimeout || error instanceof ModbusException)) throw error
      silent.add(plan.unitId)
    }
  }
  const units = new Set(tested.map(({ unitId }) => unitId))
  if (units.size > 0 && silent.size === units.size)
    throw new ConnectorFailure('no_answer', 'no unit answers')
  return { points: shown, silentUnits: [...silent], untested: points.length - tested.length }
}
