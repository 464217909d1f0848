import { useEffect, useState, useSyncExternalStore } from 'react'
import { serverClock } from '#kit/web/clock/server-clock.ts'
import { Player } from '#kit/web/live/recording/player.ts'
import type { PlayerState } from '#kit/web/live/recording/player-state.ts'
import { recordingCalls } from './recording-calls.ts'

const browser = {
  nextFrame: (callback: () => void) => void requestAnimationFrame(callback),
  microtask: (callback: () => void) => queueMicrotask(callback),
  elapsed: () => serverClock.elapsed(),
  present: () => serverClock.now(),
}

/** A player that begins at `at`, ms UTC, and rests while the page is not on the screen. */
export function usePlayer(at: number): Player {
  const [player] = useState(() => new Player(browser, recordingCalls, at))
  useEffect(() => () => player.rest(), [player])
  return player
}

/** What the controls show; renders again when that changes, not with the moments. */
export const usePlayerState = (player: Player): PlayerState =>
  useSyncExternalStore(player.onState, player.state)

/** Calls `paint` with the moment that is wanted (ms UTC), now and with every other one. */
export function useMomentPaint(player: Player, paint: (at: number) => void): void {
  useEffect(() => {
    const paintNow = () => paint(player.wanted())
    paintNow()
    return player.onMoment(paintNow)
  }, [player, paint])
}
