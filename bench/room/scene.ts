import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { BrowserSession } from '#testing/peers/browser-session.ts'
import { openBrowser, visit } from '#testing/peers/browser.ts'
import { buildWeb } from '../../scripts/build-web.ts'
import type { BenchmarkContext } from '../kit/benchmark.ts'
import {
  addDevices,
  addPerson,
  newDataDirectory,
  person,
  startBenchServer,
  type Credential,
} from '../kit/server.ts'
import { DeviceFleet, type FleetPace } from '../live/device-fleet.ts'
import { installProbe } from '../live/page-probe.ts'

/** What follows a navigation is not the steady state. */
const settledMs = 3_000
const sensorsPerDevice = 10

export interface Viewport {
  readonly width: number
  readonly height: number
}

export interface Scene {
  readonly browser: Browser
  readonly session: BrowserSession
  readonly sensors: readonly { readonly thing: string; readonly key: string }[]
  /** Devices that speak at this pace from now on; those before are silent. */
  speak(pace: FleetPace): Promise<DeviceFleet>
  /** Whoever spoke is silent, and stays connected. */
  silence(): void
  /**
   * A window of the signed-in person; it has settled. The probe of values costs the main thread
   * something, and memory.
   */
  open(path: string, viewport: Viewport, options?: { readonly isProbed: boolean }): Promise<Page>
}

/** A server with devices of ten sensors each, and a browser whose person may see all. */
export async function openScene(context: BenchmarkContext, devices: number): Promise<Scene> {
  await buildWeb(() => {})
  const server = await startBenchServer(context, newDataDirectory(context))
  await addPerson(server)
  const credentials = await addDevices(server, devices)
  const session = await new BrowserSession(server.url).signIn(person.email, person.password)
  await session.skipTour()
  const cookies = Object.fromEntries(
    session.cookieHeader.split('; ').map((cookie) => cookie.split(/=(.*)/s).slice(0, 2)),
  )
  const browser = await openBrowser()
  context.atEnd(() => browser.close())
  let fleet: DeviceFleet | undefined
  context.atEnd(() => fleet?.stop())
  const speak = async (pace: FleetPace) => {
    fleet?.stop()
    fleet = new DeviceFleet(server.mqttUrl, credentials, pace)
    await fleet.introduce()
    fleet.start()
    return fleet
  }
  // A page can be stored when the server has seen its sensors.
  await speak({})
  return {
    browser,
    session,
    sensors: sensorsOf(credentials),
    speak,
    silence: () => fleet?.pause(),
    async open(path, viewport, options) {
      const { page } = await visit(browser, { viewport, baseURL: server.url, cookies })
      if (options?.isProbed) await page.addInitScript(installProbe)
      await page.goto(path)
      await delay(settledMs)
      return page
    },
  }
}

const sensorsOf = (credentials: readonly Credential[]) =>
  credentials.flatMap(({ lesiId }) =>
    Array.from({ length: sensorsPerDevice }, (_, index) => ({ thing: lesiId, key: `k${index}` })),
  )
