import { useEffect } from 'react'
import { browserPage } from './browser-page.ts'
import { holdScreenAwake } from './wake-lock.ts'
import { startWatchdog } from './watchdog.ts'

/**
 * While `isOn`, looks after a page before which nobody stands: the screen stays on, and a page
 * whose frames have stopped loads itself anew.
 */
export function useUnattended(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined
    const stops = [holdScreenAwake(), startWatchdog(browserPage)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [isOn])
}
