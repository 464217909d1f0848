import { afterAll, expect, test, vi } from 'vitest'

afterAll(() => void vi.unstubAllGlobals())

/** The module as another tab of the same browser has it. */
async function openTab() {
  vi.resetModules()
  return import('./sound-choice.ts')
}

test('AL81 a choice which alarms sound outlasts the choice of another tab', async () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  })
  const [one, other] = [await openTab(), await openTab()]
  one.setSound(7, 2, true)
  other.setSound(7, 1, false)
  one.setSound(8, 3, true)
  expect(JSON.parse(stored.get('warroom-alarm-sound') ?? '')).toEqual({
    7: { 1: false, 2: true, 3: false },
    8: { 1: true, 2: false, 3: true },
  })
})
