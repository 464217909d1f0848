import { once } from 'node:events'
import ModbusRTU from 'modbus-serial'
import { startModbusServer } from '#testing/peers/modbus-server.ts'

/** Registers that the controller holds, and how long it is read as fast as it answers. */
export interface ControllerTask {
  readonly registers: number
  readonly seconds: number
}

export interface Controller {
  readonly port: number
  /** What a plain client reads of it, registers a second. */
  readonly registersPerSecond: number
}

const registersPerRequest = 125

/** A controller in a process of its own; before it is used a plain client reads it. */
const [task] = (await once(process, 'message')) as [ControllerTask]
const server = await startModbusServer()
for (let address = 0; address < task.registers; address++)
  server.values.set(`1 holding ${address}`, address)
process.on('disconnect', () => process.exit(0))
const registersPerSecond = await readForAWhile(server.port, task)
server.requests.length = 0
process.send?.({ port: server.port, registersPerSecond } satisfies Controller)

async function readForAWhile(port: number, { registers, seconds }: ControllerTask) {
  const client = new ModbusRTU()
  await client.connectTCP('127.0.0.1', { port })
  client.setID(1)
  const begin = performance.now()
  let read = 0
  while (performance.now() - begin < seconds * 1_000)
    for (let address = 0; address < registers; address += registersPerRequest) {
      const count = Math.min(registersPerRequest, registers - address)
      read += (await client.readHoldingRegisters(address, count)).data.length
    }
  const elapsed = (performance.now() - begin) / 1_000
  await new Promise<void>((resolve) => client.close(resolve))
  return read / elapsed
}
