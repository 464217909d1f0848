import type { RunnableKind } from './driver.ts'

/** How each kind of the contract runs. */
export const runnableKinds: Readonly<Record<string, RunnableKind>> = {
  mqtt: {
    processPer: 'connector',
    heapMegabytes: 192,
    load: async () => (await import('./kinds/mqtt/client/driver.ts')).mqttDriver,
  },
  'modbus-tcp': {
    processPer: 'kind',
    heapMegabytes: 128,
    load: async () => (await import('./kinds/modbus-tcp/driver.ts')).modbusTcpDriver,
  },
  opcua: {
    processPer: 'connector',
    heapMegabytes: 192,
    load: async (directory) => (await import('./kinds/opcua/driver.ts')).openOpcUaDriver(directory),
  },
}
