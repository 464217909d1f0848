import { setTimeout as delay } from 'node:timers/promises'

/**
 * The most that may pass, in a test, until what is promised within a second: other programs may
 * have the machine for a while. What the product would find at its next round takes longer still.
 */
export const promptTimeoutMs = 20_000

/**
 * Waits until `condition` holds, looking often. Throws after `timeoutMs`, saying what was
 * awaited.
 */
export async function eventually(
  what: string,
  condition: () => unknown,
  timeoutMs = 120_000,
): Promise<void> {
  const end = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`waited ${timeoutMs} ms in vain until ${what}`)
    await delay(10)
  }
}
