import { setTimeout as delay } from 'node:timers/promises'

/**
 * Waits until `condition` holds, looking often. Throws after `timeoutMs`, saying what was
 * awaited.
 */
export async function eventually(
  what: string,
  condition: () => unknown,
  timeoutMs = 20_000,
): Promise<void> {
  const end = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`waited ${timeoutMs} ms in vain until ${what}`)
    await delay(10)
  }
}
