import { beforeAll, vi } from 'vitest'
import { z } from 'zod'
import { eventually } from '#testing/eventually.ts'
import { changesBetween, globalState, openHandles } from './global-state.ts'

// Runs before each file of those that share a process and its packages: the project's own modules
// are loaded again, so that their state ends with the file before.
vi.resetModules()
// Its configuration is complete with the first schema of an object.
z.object({})

/** What packages leave as soon as they are loaded. */
const ofPackages = new Set(['listeners of exit', 'listeners of beforeExit', 'regeneratorRuntime'])

const before = globalState()
const openBefore = openHandles()
// What the first `beforeAll` returns runs after everything else that ends a file.
beforeAll(() => async () => {
  const left = changesBetween(before, globalState()).filter((name) => !ofPackages.has(name))
  if (left.length > 0)
    throw new Error(`this file leaves its process changed for the next one: ${left.join(', ')}`)
  const areClosed = () => openHandles().length <= openBefore.length
  await eventually('its servers, processes and timers have ended', areClosed, 10_000).catch(
    (error: unknown) => {
      throw new Error(`this file leaves ${[...new Set(openHandles())].join(', ')}`, {
        cause: error,
      })
    },
  )
})
