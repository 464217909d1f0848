import { setTimeout as pause } from 'node:timers/promises'
import {
  ConnectorFailure,
  type ConnectorDriver,
  type ConnectorHost,
  type RunnableKind,
} from '#features/connectors/server/driver.ts'

/** Kinds of connectors that behave well and badly, for tests of what runs them. */

type Behaviour = (host: ConnectorHost, settings: Readonly<Record<string, unknown>>) => void

/** A connection that never ends by itself, and does this meanwhile. */
const driverOf = (behave: Behaviour): ConnectorDriver => ({
  async connect({ settings }, host) {
    setImmediate(() => behave(host, settings as Readonly<Record<string, unknown>>))
    return { ended: new Promise(() => undefined), close: async () => undefined }
  },
  async test({ settings, secrets }) {
    const { ends } = settings as Readonly<Record<string, unknown>>
    if (ends === true) process.exit(1)
    return { settings: JSON.stringify(settings), ...secrets }
  },
})

async function sendSteadily(host: ConnectorHost, lesiId: string): Promise<void> {
  for (let value = 0; !host.signal.aborted; value++) {
    await host.take(lesiId, [{ key: 'value', value, quality: 'good' }]).catch(() => undefined)
    await pause(5)
  }
}

const allocated: unknown[] = []

const drivers: Readonly<Record<string, ConnectorDriver>> = {
  steady: driverOf((host, { lesiId }) => void sendSteadily(host, String(lesiId))),
  // No processor has anything to do with it meanwhile.
  hanging: driverOf(() => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)),
  throwing: driverOf(() => {
    throw new Error('thrown by the kind')
  }),
  allocating: driverOf(() => {
    const allocate = () => {
      // Soon more than there is: a process that collects for seconds would be one that hangs.
      allocated.push(Array.from({ length: 500_000 }, Math.random))
      setImmediate(allocate)
    }
    allocate()
  }),
  flooding: driverOf((host, { lesiId }) => {
    const text = 'x'.repeat(1_000)
    const flood = () => {
      for (let index = 0; index < 100; index++)
        host
          .take(
            String(lesiId),
            Array.from({ length: 100 }, (_, key) => ({
              ...{ key: `key-${key}`, value: text, quality: 'good' as const },
            })),
          )
          .catch((error: unknown) => {
            if (error instanceof ConnectorFailure)
              host.reportFailure({ code: error.code, detail: error.message })
          })
      if (!host.signal.aborted) setImmediate(flood)
    }
    flood()
  }),
  telling: driverOf((host, { lesiId }) => {
    const names = Object.keys(process.env).toSorted().join(' ')
    void host.take(String(lesiId), [{ key: 'environment', value: names, quality: 'good' }])
  }),
  recalling: driverOf((host, { lesiId }) => {
    const retained = { value: 1, quality: 'uncertain', isRetained: true } as const
    void host.take(String(lesiId), [{ key: 'retained', ...retained }])
  }),
  present: driverOf((host, { lesiId }) => host.reportStatus(String(lesiId), 'online')),
  refused: {
    connect: async () => {
      throw new ConnectorFailure('sign_in_refused', 'wrong password')
    },
    test: async () => {
      throw new ConnectorFailure('certificate_refused', 'expired')
    },
  },
  silent: {
    connect: () => new Promise(() => undefined),
    test: () => new Promise(() => undefined),
  },
}

const kindOf = (name: string): RunnableKind => ({
  ...{ processPer: name === 'steady' ? 'kind' : 'connector', heapMegabytes: 40 },
  load: async () => {
    const driver = drivers[name]
    if (!driver) throw new Error(`there is no kind ${name}`)
    return driver
  },
})

export const runnableKinds: Readonly<Record<string, RunnableKind>> = Object.fromEntries(
  Object.keys(drivers).map((name) => [name, kindOf(name)]),
)
