import type { CommandOutcome } from '#kit/server/devices/device-commands.ts'
import { hasBits, type ModbusPoint } from '../../../contract/kinds/modbus-tcp.ts'
import type { WriteRequest } from '../../driver.ts'
import { encodeRegisters } from './codec.ts'
import {
  ConnectionEnded,
  ModbusException,
  modbusRequests,
  UnitTimeout,
  DeadlineExceeded,
  type ModbusSocket,
} from './modbus-socket.ts'

/** Writes a coil, a register or several, once; the unit's answer is the outcome. */
export async function writePoint(
  socket: ModbusSocket,
  point: ModbusPoint,
  { value, deadline }: Pick<WriteRequest, 'value' | 'deadline'>,
): Promise<CommandOutcome> {
  const body = requestOf(point, value)
  if ('reason' in body) return { outcome: 'refused', reason: body.reason }
  try {
    await socket.request(point.unitId, body, deadline)
    return { outcome: 'done' }
  } catch (error) {
    if (error instanceof ModbusException) return outcomeOf(error)
    if (error instanceof DeadlineExceeded || error instanceof ConnectionEnded)
      return { outcome: 'not-connected' }
    if (error instanceof UnitTimeout) return { outcome: 'unanswered' }
    throw error
  }
}

/** The unit carries it out, and that takes long. */
const acknowledged = 5
/** A gateway sent it to the unit behind it, which did not answer: it may have carried it out. */
const targetIsSilent = 11

function outcomeOf({ code, message }: ModbusException): CommandOutcome {
  if (code === acknowledged) return { outcome: 'accepted' }
  if (code === targetIsSilent) return { outcome: 'unanswered' }
  return { outcome: 'refused', reason: message }
}

function requestOf(point: ModbusPoint, value: WriteRequest['value']) {
  const { address } = point
  if (hasBits(point.table))
    return typeof value === 'boolean'
      ? new modbusRequests.WriteSingleCoilRequestBody(address, value)
      : { reason: 'a coil takes true or false' }
  if (typeof value !== 'number') return { reason: 'a register takes a number' }
  try {
    const bytes = Buffer.from(encodeRegisters(point, value))
    return bytes.length === 2
      ? new modbusRequests.WriteSingleRegisterRequestBody(address, bytes.readUInt16BE())
      : new modbusRequests.WriteMultipleRegistersRequestBody(address, bytes)
  } catch (error) {
    if (error instanceof RangeError) return { reason: error.message }
    throw error
  }
}
