import { expect, it } from 'vitest'
import { SilenceWatch } from './silence-watch.ts'

/** A watch whose timers go off as late as the test wants. */
function setUp() {
  let time = 0
  let timer: { readonly at: number; readonly callback: () => void } | null = null
  const calls: number[] = []
  const watch = new SilenceWatch(
    {
      now: () => time,
      after: (ms, callback) => {
        const mine = { at: time + ms, callback }
        timer = mine
        return () => {
          if (timer === mine) timer = null
        }
      },
    },
    () => calls.push(time),
  )
  watch.start()
  /** The timer that is set goes off, so many ms late. */
  const ring = (late = 0) => {
    const due = timer
    if (!due) throw new Error('no timer is set')
    timer = null
    time = due.at + late
    due.callback()
  }
  return { watch, calls, ring }
}

it('LC5 what waits unread after a sleep is read before the connection counts as lost', () => {
  const { watch, calls, ring } = setUp()
  ring(60_000)
  expect(calls).toEqual([])
  watch.received()
  ring()
  expect(calls).toEqual([])
  ring()
  expect(calls).toEqual([66_000])
})

it('LC5 after a sleep one more heartbeat is granted, and no more', () => {
  const { calls, ring } = setUp()
  ring(60_000)
  ring()
  expect(calls).toEqual([64_000])
})
