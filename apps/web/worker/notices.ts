import {
  isPagePath,
  type OpenPath,
  type PushPayload,
} from '../../../features/notifications/contract/push-payload.ts'

declare const self: ServiceWorkerGlobalScope

/** Written by the build: the picture beside a notification. */
declare const __ICON__: string

/** Options that browsers have beyond the standard types. */
interface ShownOptions extends NotificationOptions {
  readonly renotify: boolean
  readonly timestamp?: number
}

/**
 * Shows what was pushed. A browser wants to see something for each message, so that one which can
 * not be read says at least where it came from.
 */
export async function showNotice(data: PushMessageData | null): Promise<void> {
  const payload = read(data)
  const options: ShownOptions = {
    ...{ icon: __ICON__, badge: __ICON__, renotify: true },
    ...(payload === null
      ? { tag: 'unread', data: '/' }
      : {
          ...{ body: payload.body, tag: payload.tag, lang: payload.language },
          ...{ timestamp: payload.time, data: payload.path },
          requireInteraction: payload.isUrgent,
        }),
  }
  await self.registration.showNotification(payload?.title ?? self.location.host, options)
}

function read(data: PushMessageData | null): PushPayload | null {
  try {
    const value = data?.json() as Partial<PushPayload> | null | undefined
    return typeof value?.title === 'string' && typeof value.tag === 'string'
      ? (value as PushPayload)
      : null
  } catch {
    return null
  }
}

/** Pages that show nothing else, or nothing yet. */
const otherPages = /^\/(login|login-ch-si|kiosk|redirect)(\/|$)/

/** Brings an open page to the front and there opens the path; without one a new page. */
export async function openNotice({ data }: Notification): Promise<void> {
  const path = isPagePath(data) ? data : '/'
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const pages = windows.filter(({ url }) => !otherPages.test(new URL(url).pathname))
  const page = pages.find(({ focused }) => focused) ?? pages[0]
  if (!page) {
    await self.clients.openWindow(path)
    return
  }
  await page.focus()
  page.postMessage({ open: path } satisfies OpenPath, [])
}
