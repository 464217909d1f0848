import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isPagePath } from '#features/notifications/contract/push-payload.ts'

/**
 * Opens what a clicked notification leads to, in this page and with its tabs; and ties the
 * notifications of this browser to the present session, whose end ends them.
 */
export function usePushNotices(): void {
  const router = useRouter()
  useEffect(() => {
    if (!('serviceWorker' in navigator) || !('Notification' in globalThis)) return undefined
    const open = ({ data }: MessageEvent<unknown>) => {
      const path = data !== null && typeof data === 'object' && 'open' in data && data.open
      if (isPagePath(path)) void router.navigate({ href: path })
    }
    navigator.serviceWorker.addEventListener('message', open)
    if (Notification.permission === 'granted')
      void import('../../../features/notifications/web/own/renew-push.ts')
        .then(({ renewPush }) => renewPush())
        .catch(() => undefined)
    return () => navigator.serviceWorker.removeEventListener('message', open)
  }, [router])
}
