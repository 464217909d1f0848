import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A browser whose audio starts only while somebody presses something. */
function stubBrowser() {
  const state = { audio: 'suspended', isPressed: false }
  const tones: number[] = []
  const listeners = new Map<string, Set<() => void>>()
  const gain = { setValueAtTime: () => {}, linearRampToValueAtTime: () => {} }
  class FakeAudio {
    currentTime = 0
    get state() {
      return state.audio
    }
    resume() {
      if (!state.isPressed) return new Promise<void>(() => {})
      state.audio = 'running'
      return Promise.resolve()
    }
    createOscillator = () => ({
      ...{ frequency: { value: 0 }, stop: () => {} },
      connect: (next: unknown) => next,
      start: (at: number) => void tones.push(at),
    })
    createGain = () => ({ gain, connect: (next: unknown) => next })
  }
  vi.stubGlobal('AudioContext', FakeAudio)
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } })
  vi.stubGlobal('document', {
    addEventListener(type: string, listener: () => void) {
      listeners.set(type, (listeners.get(type) ?? new Set()).add(listener))
    },
    removeEventListener: (type: string, listener: () => void) =>
      listeners.get(type)?.delete(listener),
  })
  const press = () => {
    state.isPressed = true
    for (const listener of listeners.get('keydown') ?? []) listener()
    state.isPressed = false
  }
  const listening = () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0)
  return { tones, press, listening }
}

test('AL100 audio that does not start is said to be blocked; a press starts it', async () => {
  const { tones, press, listening } = stubBrowser()
  const { playTone } = await import('./tone.ts')
  for (let attempt = 0; attempt < 3; attempt++) {
    const played = playTone(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await played).toBe('blocked')
  }
  expect([tones.length, listening()]).toEqual([0, 2])
  press()
  expect(await playTone(1)).toBe('played')
  expect([tones.length, listening()]).toEqual([3, 0])
})
