import { expect, it } from 'vitest'
import type { Connection, ConnectorDriver } from '../driver.ts'
import { ConnectorLoop } from './connector-loop.ts'

it('CN31 a connector that is stopped while its kind is loaded connects to nothing', async () => {
  const loaded = Promise.withResolvers<ConnectorDriver>()
  let connections = 0
  const loop = new ConnectorLoop({
    ...{ driver: () => loaded.promise, configuration: { settings: {}, secrets: {} } },
    queue: { take: async () => ({ stored: 0, refused: [] }) },
    ...{ reportState: () => undefined, reportStatus: () => undefined },
    ...{ reportProblems: () => undefined, refuse: () => undefined, log: () => undefined },
  })
  await loop.stop()
  loaded.resolve({
    connect: () => {
      connections += 1
      return new Promise<Connection>(() => undefined)
    },
    test: async () => null,
  })
  // Whoever waited for it goes on before that.
  await new Promise(setImmediate)
  expect(connections).toBe(0)
})
