import type { RunnableKind } from './driver.ts'

/** How each kind of the contract runs. */
export const runnableKinds: Readonly<Record<string, RunnableKind>> = {
  'modbus-tcp': {
    processPer: 'kind',
    heapMegabytes: 128,
    load: async () => (await import('./kinds/modbus-tcp/driver.ts')).modbusTcpDriver,
  },
}
