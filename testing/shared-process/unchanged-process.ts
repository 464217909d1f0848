import { afterAll } from 'vitest'
import { z } from 'zod'
import { changesBetween, globalState } from './global-state.ts'

// Its configuration is complete with the first schema of an object.
z.object({})

// Runs before each file of those that share a process, and fails the file that leaves it changed.
const before = globalState()
afterAll(() => {
  const changes = changesBetween(before, globalState())
  if (changes.length > 0)
    throw new Error(`this file leaves its process changed for the next one: ${changes.join(', ')}`)
})
