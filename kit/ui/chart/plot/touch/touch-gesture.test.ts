import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { TimeRange } from '../../data/model.ts'
import { TouchGesture } from './touch-gesture.ts'

const whole = { from: 0, to: 100_000 }

/** Fingers on a chart of 100 pixels, and what comes of them. */
function touched(range: TimeRange) {
  const log: unknown[] = []
  let preview: TimeRange | null = null
  const gesture = new TouchGesture({
    range: () => preview ?? range,
    whole: () => whole,
    area: () => ({ left: 0, width: 100 }),
    onPreview: (next) => (preview = next),
    onZoom: (next) => log.push(next),
    onCrosshair: (time) => log.push(time),
    onTap: (time) => log.push({ tap: time }),
    onDoubleTap: (time) => log.push({ doubleTap: time }),
  })
  onTestFinished(() => gesture.cancel())
  return { gesture, log, preview: () => preview }
}

const finger = (x: number, y = 10) => ({ x, y })

describe('fingers', () => {
  it('CH51 one that goes sideways moves what is zoomed, and else the crosshair', () => {
    const part = touched({ from: 50_000, to: 60_000 })
    expect(part.gesture.begin([finger(20)], 0)).toBe(false)
    expect(part.gesture.move([finger(23)])).toBe(false)
    expect(part.gesture.move([finger(40, 15)])).toBe(true)
    expect(part.gesture.move([finger(60, 90)])).toBe(true)
    expect(part.gesture.end([], 500)).toBe(true)
    expect(part.log).toEqual([null, { from: 46_000, to: 56_000 }])

    const all = touched(whole)
    all.gesture.begin([finger(20)], 0)
    expect(all.gesture.move([finger(40)])).toBe(true)
    all.gesture.end([], 500)
    expect(all.log).toEqual([40_000, null])
  })

  it('CH51 one that goes down is left to the browser until all are lifted', () => {
    const { gesture, log } = touched({ from: 50_000, to: 60_000 })
    gesture.begin([finger(20)], 0)
    expect(gesture.move([finger(24, 40)])).toBe(false)
    expect(gesture.begin([finger(24, 40), finger(80)], 0)).toBe(false)
    expect(gesture.move([finger(80, 40), finger(90)])).toBe(false)
    expect(gesture.end([finger(80, 40)], 400)).toBe(false)
    expect(gesture.end([], 500)).toBe(false)
    expect(log).toEqual([])
    expect(gesture.begin([finger(20), finger(40)], 0)).toBe(true)
  })

  it('CH50 a finger of two that stays goes on from there', () => {
    const { gesture, log } = touched({ from: 50_000, to: 60_000 })
    gesture.begin([finger(25)], 0)
    gesture.begin([finger(25), finger(75)], 0)
    gesture.move([finger(0), finger(100)])
    gesture.end([finger(100)], 400)
    gesture.move([finger(50)])
    gesture.end([], 500)
    expect(log).toEqual([null, { from: 55_000, to: 60_000 }])
  })

  it('CH50 nothing comes of fingers that are taken away, or that change nothing', () => {
    const { gesture, log, preview } = touched({ from: 50_000, to: 60_000 })
    gesture.begin([finger(40), finger(60)], 0)
    gesture.move([finger(0), finger(100)])
    expect(preview()).not.toBe(null)
    gesture.cancel()
    expect(preview()).toBe(null)
    gesture.begin([finger(40), finger(60)], 0)
    gesture.move([finger(0), finger(100)])
    gesture.move([finger(40), finger(60)])
    gesture.end([], 500)
    expect(preview()).toBe(null)
    expect(log.filter((each) => each !== null)).toEqual([])
  })
})

describe('taps', () => {
  it('CH52 two taps are a double tap where they are soon after each other and near', () => {
    const { gesture, log } = touched(whole)
    const tap = (x: number, at: number) => {
      gesture.begin([finger(x)], at - 20)
      return gesture.end([], at)
    }
    expect([tap(20, 1_000), tap(22, 1_200), tap(20, 1_300)]).toEqual([false, true, false])
    expect([tap(20, 2_000), tap(90, 2_100), tap(90, 2_500)]).toEqual([false, false, false])
    expect(log).toEqual([
      ...[{ tap: 20_000 }, { doubleTap: 20_000 }, { tap: 20_000 }],
      ...[{ tap: 20_000 }, { tap: 90_000 }, { tap: 90_000 }],
    ])
  })
  it('CH52 a tap whose end a busy page receives late is a tap, a long press is none', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { gesture, log } = touched(whole)
    const press = (from: number, to: number) => {
      gesture.begin([finger(20)], from)
      vi.advanceTimersByTime(1_000)
      return gesture.end([], to)
    }
    expect([press(1_000, 1_020), press(1_100, 1_120)]).toEqual([false, true])
    expect(log.filter((each) => each !== null)).toEqual([
      ...[20_000, { tap: 20_000 }, 20_000, { doubleTap: 20_000 }],
    ])
    expect(log.at(-2)).toBe(null)
    log.length = 0
    expect(press(2_000, 2_500)).toBe(true)
    expect(log).toEqual([20_000, null])
  })

  it('CH52 one that has been elsewhere meanwhile is no tap', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { gesture, log } = touched(whole)
    gesture.begin([finger(20)], 1_000)
    vi.advanceTimersByTime(1_000)
    gesture.move([finger(40)])
    gesture.move([finger(20)])
    expect(gesture.end([], 1_100)).toBe(true)
    expect(log).toEqual([20_000, 40_000, 20_000, null])
  })
})
