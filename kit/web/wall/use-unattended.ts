import { useEffect } from 'react'
import { browserPage } from './browser-page.ts'
import { followBuild } from './follow-build.ts'
import { holdScreenAwake } from './wake-lock.ts'
import { startWatchdog } from './watchdog.ts'

/**
 * While `isOn`, looks after a page before which nobody stands: the screen stays on, and a page
 * whose frames have stopped, or whose build is gone, loads itself again.
 */
export function useUnattended(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    const stops = [holdScreenAwake(), startWatchdog(browserPage), followBuild(browserPage)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [isOn])
}
