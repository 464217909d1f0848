import { setTimeout as delay } from 'node:timers/promises'

/**
 * Waits until `condition` holds, looking often. Throws after `milliseconds`, saying what was
 * awaited.
 */
export async function eventually(
  what: string,
  condition: () => unknown,
  milliseconds = 20_000,
): Promise<void> {
  const end = Date.now() + milliseconds
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`waited ${milliseconds} ms in vain until ${what}`)
    await delay(10)
  }
}
