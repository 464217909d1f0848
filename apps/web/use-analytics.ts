import { useEffect } from 'react'
import { loadScript } from '#kit/web/browser/load-script.ts'
import { useSite } from '../../features/session/web/session/use-site.ts'

/**
 * Loads the analytics script that this installation names, if any; not on a screen whose address is
 * a secret.
 */
export function useAnalytics(): void {
  const script = useSite()?.analyticsScript
  useEffect(() => {
    // That a browser blocks it is its person's right, and concerns nobody else.
    if (script && !window.location.pathname.startsWith('/kiosk/'))
      void loadScript(script).catch(() => undefined)
  }, [script])
}
