import { expect, it } from 'vitest'
import type { Connection, ConnectorDriver } from '../driver.ts'
import { ConnectorLoop, type LoopServices } from './connector-loop.ts'

const configuration = { settings: {}, secrets: {} }
const services: Omit<LoopServices, 'driver'> = {
  configuration,
  queue: { take: async () => ({ stored: 0, refused: [] }) },
  ...{ reportState: () => undefined, reportStatus: () => undefined },
  ...{ reportProblems: () => undefined, refuse: () => undefined, log: () => undefined },
}

it('CN31 a connector that is stopped while its kind is loaded connects to nothing', async () => {
  const loaded = Promise.withResolvers<ConnectorDriver>()
  let connections = 0
  const loop = new ConnectorLoop({ ...services, driver: () => loaded.promise })
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

it('CN63 what fails as the connection begins is the state of the connector', async () => {
  const refusedTopic = { code: 'not_permitted', detail: 'a topic' } as const
  const reportOf = async (reports: readonly (typeof refusedTopic | null)[]) => {
    const connected = Promise.withResolvers<void>()
    const states: string[] = []
    const driver: ConnectorDriver = {
      connect: async (_configuration, host) => {
        for (const report of reports) host.reportFailure(report)
        return {
          get ended() {
            connected.resolve()
            return new Promise<void>(() => undefined)
          },
          close: async () => undefined,
        }
      },
      test: async () => null,
    }
    const loop = new ConnectorLoop({
      ...{ ...services, driver: async () => driver },
      reportState: (state, failure) => void states.push(`${state} ${failure?.detail ?? ''}`.trim()),
    })
    await connected.promise
    await loop.stop()
    return states
  }
  expect(await reportOf([refusedTopic])).toEqual(['connecting', 'failing a topic'])
  expect(await reportOf([refusedTopic, null])).toEqual(['connecting', 'running'])
  expect(await reportOf([])).toEqual(['connecting', 'running'])
})
