import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { ServerTCP } from 'modbus-serial'

/** A Modbus TCP server with units whose registers and coils a test sets. */
export interface ModbusPeer {
  readonly port: number
  /** Registers and bits by `unit table address`, for example `1 holding 100`. */
  readonly values: Map<string, number>
  /** Places that are answered with this exception, and units that are not answered. */
  readonly exceptions: Map<string, number>
  readonly silentUnits: Set<number>
  /** Requests for values as they came: `unit table address count`. */
  readonly requests: string[]
  /** What was written, as `unit table address value`. */
  readonly written: string[]
  close(): Promise<void>
}

interface Place {
  readonly table: string
  readonly address: number
  readonly count: number
  readonly unit: number
}

type Answer<Value> = (error: Error | null, value: Value) => void

/** Starts it; what no test set is illegal. `port` is that of one that was closed. */
export async function startModbusServer(port = 0): Promise<ModbusPeer> {
  const values = new Map<string, number>()
  const exceptions = new Map<string, number>()
  const silentUnits = new Set<number>()
  const requests: string[] = []
  const written: string[] = []

  function valueAt(table: string, address: number, unit: number): number {
    const place = `${unit} ${table} ${address}`
    const code = exceptions.get(place) ?? (values.has(place) ? 0 : 2)
    if (code > 0) throw Object.assign(new Error(`exception ${code}`), { modbusErrorCode: code })
    return values.get(place) ?? 0
  }
  /** Answers with the values of so many places, unless the unit is silent. */
  function read<Value>(
    place: Place,
    answer: Answer<Value>,
    understand: (values: number[]) => Value,
  ) {
    const { table, address, count, unit } = place
    requests.push(`${unit} ${table} ${address} ${count}`)
    if (silentUnits.has(unit)) return
    let values: number[]
    try {
      values = Array.from({ length: count }, (_, index) => valueAt(table, address + index, unit))
    } catch (error) {
      return answer(error as Error, understand([0]))
    }
    answer(null, understand(values))
  }
  const many =
    (table: string) => (address: number, count: number, unit: number, answer: Answer<number[]>) =>
      read({ table, address, count, unit }, answer, (values) => values)
  const one =
    <Value>(table: string, convert: (value: number) => Value) =>
    (address: number, unit: number, answer: Answer<Value>) =>
      read({ table, address, count: 1, unit }, answer, ([value = 0]) => convert(value))
  const write = (table: string) => (address: number, value: number | boolean, unit: number) => {
    valueAt(table, address, unit)
    written.push(`${unit} ${table} ${address} ${Number(value)}`)
    values.set(`${unit} ${table} ${address}`, Number(value))
  }
  const server = new ServerTCP(
    {
      getMultipleHoldingRegisters: many('holding'),
      getHoldingRegister: one('holding', Number),
      getMultipleInputRegisters: many('input'),
      getInputRegister: one('input', Number),
      getCoil: one('coil', Boolean),
      getDiscreteInput: one('discrete', Boolean),
      setRegister: write('holding'),
      setCoil: write('coil'),
    },
    // With the number 0 it would take the usual port of Modbus.
    { host: '127.0.0.1', port: String(port) as unknown as number, unitID: 255 },
  )
  await once(server, 'initialized')
  const listening = (server as unknown as { readonly _server: Server })._server
  return {
    ...{ values, exceptions, silentUnits, requests, written },
    port: (listening.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
